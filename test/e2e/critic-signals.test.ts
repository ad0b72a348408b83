import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { builtCli, finished, runCli, spawnCli } from "../support/built-cli.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const opening = "2026-06-01T13:00:00Z";
const rubric = "rubric: ../rubric.md\n";

// Hangs whatever it is told, and so does the child that leaves its process group.
const hanging = `import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) process.on(signal, () => {});
const file = process.argv[2];
if (process.argv[3] === undefined) {
  spawn(process.execPath, [process.argv[1], file, "child"], { detached: true, stdio: "ignore" });
}
setInterval(() => {}, 1000);
appendFileSync(file, process.pid + " " + process.env.IMPROVE_CRON_CALL + "\\n");
`;

interface Left {
  readonly pid: number;
  /** The environment's mark, by which processes of a call are known. */
  readonly mark: string;
}

describe("a critic that hangs while its caller is ended", () => {
  let workspace: Workspace;
  beforeAll(() => {
    builtCli();
  });
  beforeEach(() => {
    workspace = new Workspace();
    workspace.write("rubric.md", "1. It names a check.\n");
    workspace.write("critic.mjs", hanging);
    const command = JSON.stringify([process.execPath, workspace.path("critic.mjs"), workspace.path("pids")]);
    workspace.writeAxis(axis, `${rubric}critic: { command: ${command} }\n`);
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 10, fail: 4 }));
  });
  afterEach(() => {
    for (const { pid } of left().filter(lives)) process.kill(pid, "SIGKILL");
    workspace.dispose();
  });

  const left = (): readonly Left[] => {
    if (!existsSync(workspace.path("pids"))) return [];
    const lines = readFileSync(workspace.path("pids"), "utf8").trimEnd().split("\n");
    return lines.map((line) => {
      const [pid, mark = ""] = line.split(" ");
      return { pid: Number(pid), mark };
    });
  };
  const args = (now: string, ...rest: readonly string[]): readonly string[] => [
    ...rest,
    "--config",
    workspace.configFile,
    "--now",
    now,
  ];

  /** Calls the program, ends it once its critic and the child of that hang, and answers how it ended. */
  async function ended(signal: NodeJS.Signals, now: string, ...words: readonly string[]) {
    const child = spawnCli(args(now, ...words), { cwd: workspace.folder });
    const end = finished(child);
    child.stdin.end();
    await expect.poll(() => left().length, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(2);
    child.kill(signal);
    const { code } = await end;
    expect(left().every(({ mark }) => mark.startsWith(`${child.pid ?? 0}.`))).toBe(true);
    return code;
  }
  const expectNobody = () => expect.poll(() => left().filter(lives), { timeout: 20_000 }).toEqual([]);

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)(
    "is ended with every process of it by %s to `run`",
    async (signal, code) => {
      expect(await ended(signal, opening, "run")).toBe(code);
      await expectNobody();
    },
    60_000,
  );

  it("is ended with other commands that call it, too", async () => {
    workspace.write("draft.md", "1. It names a check, and who does it.\n");
    await runCli(args(opening, "ingest"), { cwd: workspace.folder });
    expect(
      await ended("SIGTERM", opening, "rubric", "check", axis, "--replay", "--against", "draft.md"),
    ).toBe(143);
    await expectNobody();
    workspace.write("pids", "");
    expect(await ended("SIGHUP", opening, "doctor")).toBe(129);
    await expectNobody();
    workspace.write("pids", "");
    expect(await ended("SIGTERM", opening, "probes", "run", "--axis", axis)).toBe(143);
    await expectNobody();
  });

  it("is ended by the next `run` after a kill -9, though that one has nobody to call", async () => {
    await ended("SIGKILL", opening, "run");
    workspace.writeAxis(axis, rubric);
    expect((await runCli(args(opening, "run"), { cwd: workspace.folder })).code).toBe(0);
    await expectNobody();
  });
});

describe("commands that wait for no critic", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("end with %s while they grade", async (signal, code) => {
    const workspace = new Workspace({ axes: { [axis]: "" } });
    try {
      workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 10, fail: 4 }));
      await workspace.run(opening);
      const child = spawnCli(["grade", "--config", workspace.configFile, "--now", opening], {
        cwd: workspace.folder,
      });
      child.stdout.once("data", () => child.kill(signal));
      expect((await finished(child)).code).toBe(code);
      expect(await workspace.grade(opening, agrees)).toBeGreaterThan(0);
    } finally {
      workspace.dispose();
    }
  });
});

function lives({ pid }: Left): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Of a parent that never waits, what has ended stays as a name only.
  const stat = `/proc/${pid}/stat`;
  try {
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}
