import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../support/built-cli.ts";
import { Workspace } from "../support/workspace.ts";

describe("install cron", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  const install = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runCli(["install", "cron", "--config", workspace.configFile, ...args], {
      cwd: workspace.folder,
      env: { TZ: "America/New_York", ...env },
    });

  it("prints the two lines, and says when the next run comes", async () => {
    const { code, stdout, stderr } = await install([
      "--path",
      "/opt/ic/run-improve-cron.sh",
      "--now",
      "2026-10-15T00:00:00Z",
    ]);
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => line !== "")).toEqual([
      `0 9 1 * * /opt/ic/run-improve-cron.sh run --config ${workspace.configFile}`,
      `30 9 * * * /opt/ic/run-improve-cron.sh collect --config ${workspace.configFile}`,
    ]);
    expect(stderr).toContain("2026-11-01 09:00 EST");
  });

  it("changes no file with --print, and does not take --remove beside it", async () => {
    const file = workspace.path("jobs.txt");
    writeFileSync(file, "15 4 * * * backup\n");
    const { code, stdout } = await install([
      "--print",
      "--file",
      file,
      "--path",
      "/opt/ic/run-improve-cron.sh",
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("30 9 * * * /opt/ic/run-improve-cron.sh collect");
    expect(readFileSync(file, "utf8")).toBe("15 4 * * * backup\n");
    expect((await install(["--print", "--remove", "--file", file])).code).toBe(2);
  });

  it("names a config that cron would not find from the home folder, and only such a one", async () => {
    const script = workspace.write("run-improve-cron.sh", "");
    const own = workspace.write("config/improve-cron.yaml", "notify: [{ channel: stdout }]\n");
    const linesFor = async (path: string): Promise<readonly string[]> => {
      const { stdout } = await runCli(["install", "cron", "--json", "--path", path], {
        cwd: workspace.folder,
        env: { TZ: "America/New_York" },
      });
      return JSON.parse(stdout).lines;
    };
    expect(await linesFor(script)).toEqual([`0 9 1 * * ${script}`, `30 9 * * * ${script} collect`]);
    const elsewhere = "/opt/ic/run-improve-cron.sh";
    expect((await linesFor(elsewhere))[0]).toBe(`0 9 1 * * ${elsewhere} run --config ${own}`);
  });

  it("says what cron's zone means against the config's, and where the month would not be over", async () => {
    const berlin = await install(["--json", "--now", "2026-10-15T00:00:00Z"], { TZ: "Europe/Berlin" });
    expect(JSON.parse(berlin.stdout).notes[0]).toContain("2026-11-01 03:00 EST in America/New_York");
    const tokyo = await install(["--json", "--now", "2026-10-15T00:00:00Z"], { TZ: "Asia/Tokyo" });
    const notes: readonly string[] = JSON.parse(tokyo.stdout).notes;
    expect(notes.some((note) => note.includes("not over"))).toBe(true);
  });

  it("keeps a file, idempotently, through a link and with its mode, and takes its lines out again", async () => {
    const real = workspace.path("jobs.txt");
    writeFileSync(real, "15 4 * * * backup\n");
    chmodSync(real, 0o640);
    symlinkSync(real, workspace.path("scheduled-jobs.txt"));
    const args = ["--file", "scheduled-jobs.txt", "--json"];
    expect(JSON.parse((await install(args)).stdout).changed).toBe(true);
    const written = readFileSync(real, "utf8");
    expect(written.startsWith("15 4 * * * backup\n# BEGIN improve-cron\n0 9 1 * * ")).toBe(true);
    expect(JSON.parse((await install(args)).stdout).changed).toBe(false);
    expect(readFileSync(real, "utf8")).toBe(written);
    expect(lstatSync(workspace.path("scheduled-jobs.txt")).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect((await install([...args, "--remove"])).code).toBe(0);
    expect(readFileSync(real, "utf8")).toBe("15 4 * * * backup\n");
  });

  it("refuses --remove without a file, and a folder that is not there", async () => {
    expect((await install(["--remove"])).code).toBe(2);
    expect((await install(["--file", "none/jobs.txt"])).code).toBe(2);
  });
});
