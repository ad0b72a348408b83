import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtCli } from "../support/built-cli.ts";
import { freePort, type Serving, startServing } from "../support/serving.ts";
import { Workspace } from "../support/workspace.ts";

const root = join(import.meta.dirname, "../..");
/** Inside node_modules, where the copies find their packages. */
const cache = join(root, "node_modules/.cache");

let folder: string;
let workspace: Workspace;
let serving: Serving | null = null;
beforeAll(() => {
  builtCli();
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "improve-cron-upgrade-"));
});
afterAll(async () => {
  await serving?.end("SIGKILL");
  workspace?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** The program as it was built, in a folder of its own, under another version; with a further migration where one is given. */
function putBuild(name: string, version: string, migration: string | null): string {
  const place = join(folder, name);
  const dist = join(place, "dist");
  cpSync(dirname(builtCli()), dist, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(place, "package.json"), JSON.stringify({ ...manifest, version }));
  symlinkSync(join(root, "config"), join(place, "config"));
  if (migration !== null) {
    const hash = createHash("sha256").update(migration).digest("hex");
    const entry = JSON.stringify({ name: "9999-later", hash, sql: migration });
    const file = join(dist, "store/sqlite/migrations.js");
    appendFileSync(file, `\nmigrations.push(${entry});\n`);
    execFileSync(process.execPath, [join(root, "scripts/bundle-entry.mjs"), dist, `build-${version}`]);
  }
  writeFileSync(join(dist, ".stamp"), `build-${version}\n`);
  return place;
}

/** Puts another build where the program lies, as the build script does: the old one aside, the new one under its name. */
function upgrade(installed: string, build: string): void {
  renameSync(join(installed, "dist"), join(installed, "dist.old"));
  renameSync(join(build, "dist"), join(installed, "dist"));
  renameSync(join(build, "package.json"), join(installed, "package.json"));
  rmSync(join(installed, "dist.old"), { recursive: true });
}

const call = (program: string, args: readonly string[]): Promise<{ code: number | null; out: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args, "--config", workspace.configFile], {
      cwd: workspace.folder,
      env: { PATH: process.env["PATH"], HOME: workspace.folder },
    });
    let out = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (out += String(text)));
    child.on("close", (code) => resolve({ code, out }));
  });

it("is replaced under a running daemon, twice: no verdict is lost, and the daemon ends with a line that says why", async () => {
  const port = await freePort();
  workspace = new Workspace({ config: `server: { port: ${port} }\nnotify: [{ channel: stdout }]\n` });
  const installed = putBuild("installed", "0.1.0", null);
  const second = putBuild("second", "0.2.0", null);
  const third = putBuild("third", "0.3.0", "CREATE TABLE later (workspace TEXT NOT NULL) STRICT;");
  const program = join(installed, "dist/improve-cron.cjs");
  const acknowledged: string[] = [];
  let posted = 0;
  const post = async (): Promise<number> => {
    const id = `post-${(posted += 1)}`;
    const response = await fetch(`http://127.0.0.1:${port}/verdicts`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${workspace.read("state/token").trim()}`,
        "content-type": "application/json",
        connection: "close",
      },
      body: JSON.stringify({ axis: "verify-dispatch", verdict: "PASS", id, artifact: { text: id } }),
    });
    if (response.status === 200 && JSON.parse(await response.text()).stored === 1) acknowledged.push(id);
    return response.status;
  };
  const record = async (id: string): Promise<void> => {
    const { code, out } = await call(program, [
      "record",
      "--axis",
      "verify-dispatch",
      "--verdict",
      "PASS",
      "--id",
      id,
      "--text",
      id,
    ]);
    expect({ id, code, out }).toMatchObject({ code: 0 });
    acknowledged.push(id);
  };
  const log = (): string => workspace.read("state/improve-cron.jsonl");

  // Started by hand: it says so, and goes on with the same schema.
  serving = await startServing(workspace.folder, port, { program });
  expect(await serving.health()).toMatchObject({ version: "0.1.0", replacedBy: null });
  await post();
  upgrade(installed, second);
  expect(await serving.health()).toMatchObject({ version: "0.1.0", replacedBy: "0.2.0" });
  expect(await post()).toBe(200);
  await record("by-0.2.0-beside-0.1.0");
  expect(serving.err()).toContain("0.1.0 to 0.2.0");
  await serving.end("SIGTERM");

  // As a service, and the newer program changes the schema while this one serves: it takes nothing more, and ends.
  serving = await startServing(workspace.folder, port, { program });
  await post();
  upgrade(installed, third);
  await record("by-0.3.0-migrating");
  expect(await post()).toBe(503);
  expect(await serving.ended).toBe(1);
  expect(log()).toContain("9999-later");
  expect((await call(program, ["run"])).code).toBe(0);

  // As a service, with a newer build of the same schema: it ends by itself between two passes.
  const fourth = join(folder, "fourth");
  cpSync(installed, fourth, { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(fourth, "dist/.stamp"), "build-0.4.0\n");
  writeFileSync(
    join(fourth, "package.json"),
    readFileSync(join(installed, "package.json"), "utf8").replace("0.3.0", "0.4.0"),
  );
  serving = await startServing(workspace.folder, port, { program, env: { IMPROVE_CRON_SERVICE: "systemd" } });
  expect(await serving.health()).toMatchObject({ version: "0.3.0" });
  await post();
  upgrade(installed, fourth);
  await serving.health().catch(() => null);
  expect(await serving.ended).toBe(1);
  const last = log()
    .trimEnd()
    .split("\n")
    .slice(-3)
    .map((line) => JSON.parse(line).msg);
  expect(last).toEqual([
    "the program was replaced (0.3.0 to 0.4.0): ending, to be started anew",
    "stopping",
    "stopped",
  ]);
  serving = await startServing(workspace.folder, port, { program, env: { IMPROVE_CRON_SERVICE: "systemd" } });
  expect(await serving.health()).toMatchObject({ version: "0.4.0", replacedBy: null });
  await serving.end("SIGTERM");

  expect(acknowledged).toHaveLength(6);
  const database = new Database(workspace.path("state/improve-cron.db"), { readonly: true });
  const stored = database.prepare("SELECT external_id FROM verdict").pluck().all();
  database.close();
  expect(new Set(stored)).toEqual(new Set(acknowledged));
  expect(stored).toHaveLength(acknowledged.length);
}, 240_000);
