import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtCli } from "../support/built-cli.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;
let unpacked: string;

/** What `npm pack` makes, unpacked in a folder that is not the checkout's, with the packages linked. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-package-"));
  const source = join(folder, "source");
  for (const name of ["package.json", "config", "scripts", "run-improve-cron.sh", "README.md", "LICENSE"])
    cpSync(join(root, name), join(source, name), { recursive: true });
  cpSync(dirname(builtCli()), join(source, "dist"), { recursive: true });
  execFileSync("npm", ["pack", "--ignore-scripts", "--offline", "--silent", "--pack-destination", folder], {
    cwd: source,
    env: { ...process.env, npm_config_cache: join(folder, "npm") },
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", folder]);
  rmSync(source, { recursive: true });
  unpacked = join(folder, "package");
  symlinkSync(join(root, "node_modules"), join(unpacked, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function call(program: string, ...args: readonly string[]): { code: number | null; stdout: string } {
  const { status, stdout } = spawnSync(program, args, {
    cwd: "/",
    encoding: "utf8",
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: join(folder, "home") },
  });
  return { code: status, stdout };
}

it("works as it is packed, called from /", () => {
  const program = join(unpacked, "dist/improve-cron.cjs");
  const { version } = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
  expect(call(program, "--version")).toEqual({ code: 0, stdout: `${version}\n` });
  expect(call(program, "--help").stdout).toContain("uninstall");
  const workspace = join(folder, "workspace");
  expect(call(program, "init", workspace).code).toBe(0);
  const config = join(workspace, "improve-cron.yaml");
  const verdict = ["record", "--axis", "my-axis", "--verdict", "PASS", "--text", "Dear all"];
  expect(call(program, ...verdict, "--config", config).code).toBe(0);
  expect(call(program, "run", "--config", config).code).toBe(0);
  expect(call(program, "verify", "--config", config).code).toBe(0);
});

it("brings what crontab calls, which builds nothing where there are no sources", () => {
  const script = join(unpacked, "run-improve-cron.sh");
  expect(call(script, "--version").code).toBe(0);
  expect(readdirSync(unpacked)).not.toContain(".improve-cron");
  expect(readdirSync(unpacked)).not.toContain("src");
});

it("can be imported", () => {
  const script = `import("file://${unpacked}/dist/index.js").then((lib) => console.log(lib.cohenKappa({ pp: 4, pf: 1, fp: 1, ff: 4 }).status))`;
  expect(call(process.execPath, "-e", script)).toEqual({ code: 0, stdout: "ok\n" });
});
