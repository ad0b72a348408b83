import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtCli, type CliResult, finished, runCli, spawnCli } from "../support/built-cli.ts";

// Every call is a process of its own, as a person or cron would start it. The clock stands on 1 June 2026:
// May is over, and its verdicts are sampled.
const june = "2026-06-01T13:00:00Z";
const july = "2026-07-01T13:00:00Z";
const commands =
  "run record ingest grade queue collect status history report simulate axis rubric probes gold panel findings adjustments dialogue verify backup restore export import serve notion notify doctor init install uninstall".split(
    " ",
  );

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-e2e-"));
  folders.push(folder);
  return folder;
}

interface Workspace {
  readonly folder: string;
  readonly call: (...args: readonly string[]) => Promise<CliResult>;
  readonly feed: (input: string, ...args: readonly string[]) => Promise<CliResult>;
  /** The answer of a call with `--json`. */
  readonly ask: (...args: readonly string[]) => Promise<unknown>;
  /** Starts a call and leaves its streams to the test. */
  readonly start: (...args: readonly string[]) => ReturnType<typeof spawnCli>;
}

/** A config, one graduated axis with a log, and a notification that is printed. */
function newWorkspace(now: string = june): Workspace {
  const folder = newFolder();
  mkdirSync(join(folder, "config/axes"), { recursive: true });
  writeFileSync(
    join(folder, "config/improve-cron.yaml"),
    "timezone: America/New_York\nvault_log: ./vault/log.md\nnotify: [{ channel: stdout }]\n",
  );
  writeFileSync(
    join(folder, "config/axes/verify-dispatch.yaml"),
    "axis: verify-dispatch\nstatus: graduated # since spring\nverdict_log: dispatch.jsonl\nintent: Mail that can go out.\n",
  );
  const call = (...args: readonly string[]): Promise<CliResult> =>
    runCli([...args, "--now", now], { cwd: folder });
  return {
    folder,
    call,
    feed: (input, ...args) => runCli([...args, "--now", now], { cwd: folder, input }),
    ask: async (...args) => parse((await call(...args, "--json")).stdout),
    start: (...args) => spawnCli([...args, "--now", now], { cwd: folder }),
  };
}

/** `count` verdicts of May as lines of a log, every fourth a FAIL. */
function verdictLines(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const day = String(1 + (index % 28)).padStart(2, "0");
    return JSON.stringify({
      axis: "verify-dispatch",
      verdict: index % 4 === 3 ? "FAIL" : "PASS",
      at: `2026-05-${day}T12:00:00Z`,
      id: `d-${index}`,
      artifact: { text: `Letter ${index}\u001b[2J` },
    });
  });
  return `${lines.join("\n")}\n`;
}

/** A workspace in which May is open: 5 PASS and 5 FAIL items. */
async function workspaceWithOpenMonth(): Promise<Workspace> {
  const workspace = newWorkspace();
  writeFileSync(join(workspace.folder, "config/axes/dispatch.jsonl"), verdictLines(40));
  expect((await workspace.call("run")).code).toBe(0);
  return workspace;
}

async function queueOf(workspace: Workspace): Promise<readonly { readonly answered: boolean }[]> {
  const { stdout } = await workspace.call("queue", "list", "--json");
  const items: readonly { readonly answered: boolean }[] = JSON.parse(stdout);
  return items;
}

function parse(json: string): unknown {
  return JSON.parse(json);
}

const escapeCharacter = new RegExp(String.raw`\u001b`);

beforeAll(() => {
  builtCli();
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("the command line itself", () => {
  it("helps with every command, by example, and names no command that is not built", async () => {
    const folder = newFolder();
    const { code, stdout } = await runCli(["--help"], { cwd: folder });
    expect(code).toBe(0);
    const listed = [...stdout.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name]) => name ?? "");
    expect(listed.toSorted()).toEqual([...commands, "help"].toSorted());
    const subcommands = [
      "queue list",
      "queue export",
      "queue import",
      "axis list",
      "axis show",
      "axis assist",
      "rubric check",
      "probes run",
      "probes list",
      "gold list",
      "gold run",
      "gold export",
      "gold import",
      "notion setup",
      "notion check",
      "notify test",
      "install cron",
      "install launchd",
      "install systemd",
      "install skill",
      "uninstall cron",
      "uninstall launchd",
      "uninstall systemd",
      "uninstall skill",
    ];
    for (const command of [...commands, ...subcommands]) {
      const help = await runCli([...command.split(" "), "--help"], { cwd: folder });
      expect(help).toMatchObject({ code: 0, stderr: "" });
      expect(help.stdout).toContain(`$ improve-cron ${command}`);
      expect(help.stdout).toContain("--json");
    }
  });

  it("knows its version", async () => {
    const manifest: { version: string } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
    );
    expect(await runCli(["--version"], { cwd: newFolder() })).toEqual({
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
  });

  it.each([
    "",
    "simulate --pass 9",
    "queue",
    "run --bogus",
    "run --month May",
    "run --sample-target 0",
    "run extra",
    "--now 2026-06-01 status",
    "history ../x",
    "history --as-of 2026-06-01",
    "record --axis a",
    "record verdicts.jsonl",
    "record --axis a --verdict PASS --score high",
    "record --axis a --verdict PASS --meta []",
    "axis assist a",
    "ingest --axis a",
  ])("ends with 2 for wrong usage: %s", async (line) => {
    const args = line.split(" ").filter((word) => word !== "");
    const { folder } = newWorkspace();
    const plain = await runCli(args, { cwd: folder });
    expect(plain).toMatchObject({ code: 2, stdout: "" });
    expect(plain.stderr).not.toBe("");
    const json = await runCli([...args, "--json"], { cwd: folder });
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: "usage" } });
    expect(existsSync(join(folder, "config/state"))).toBe(false);
  });

  it("takes global options before and after the command, and says on stderr that the time is rehearsed", async () => {
    const { folder } = newWorkspace();
    const before = await runCli(["--json", "--now", june, "status"], { cwd: folder });
    const after = await runCli(["status", "--now", june, "--json"], { cwd: folder });
    for (const { code, stdout, stderr } of [before, after]) {
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        now: expect.stringContaining("2026-06-01T13:00"),
      });
      expect(stderr).toContain("2026-06-01T13:00:00.000Z");
    }
  });

  it("finds the config by flag, variable and folder, in this order", async () => {
    const workspace = newWorkspace();
    const elsewhere = newFolder();
    const file = join(workspace.folder, "config/improve-cron.yaml");
    const none = await runCli(["status", "--json"], { cwd: elsewhere });
    expect(none.code).toBe(2);
    expect(JSON.parse(none.stdout)).toMatchObject({ error: { code: "config" } });
    expect(await runCli(["--config", file, "status"], { cwd: elsewhere })).toMatchObject({ code: 0 });
    const byVariable = { cwd: elsewhere, env: { IMPROVE_CRON_CONFIG: file } };
    expect(await runCli(["status"], byVariable)).toMatchObject({ code: 0 });
    expect(await runCli(["status", "--config", "nowhere.yaml"], byVariable)).toMatchObject({ code: 2 });
  });

  it("ends with 2 for an unknown config key and names it", async () => {
    const { folder, call } = newWorkspace();
    writeFileSync(join(folder, "config/improve-cron.yaml"), 'schedul: "0 9 1 * *"\n');
    const { code, stdout, stderr } = await call("status");
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("schedul");
    expect(stderr).toContain("improve-cron.yaml:1");
  });

  it("says so in a folder that was deleted under the shell", async () => {
    const leave = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
    const program = ["sh", "-c", leave, "sh", process.execPath, builtCli()] as const;
    const { code, stdout } = await runCli(["status", "--json"], { cwd: newFolder(), program });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "io" } });
  });

  it("goes on quietly when nobody reads its output", async () => {
    const workspace = await workspaceWithOpenMonth();
    const child = workspace.start("queue", "export", "-");
    child.stdout.destroy();
    child.stdin.end();
    const { code, stderr } = await finished(child);
    expect(code).toBe(0);
    expect(stderr).not.toContain("EPIPE");
  });

  it("ends with 130 when it is interrupted", async () => {
    const workspace = await workspaceWithOpenMonth();
    const child = workspace.start("grade");
    child.stdout.once("data", () => child.kill("SIGINT"));
    expect((await finished(child)).code).toBe(130);
  });
});

describe("record", () => {
  it("stores a verdict from flags, once", async () => {
    const { call, folder } = newWorkspace();
    writeFileSync(join(folder, "reply.md"), "Dear all");
    const flags = [
      "record",
      "--axis",
      "verify-dispatch",
      "--verdict",
      "pass",
      "--id",
      "d-1",
      "--at",
      "2026-05-03T14:12-04:00",
    ];
    const first = await call(...flags, "--artifact", "reply.md", "--json");
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toEqual({ read: 1, stored: 1, duplicate: 0, rejected: 0, rejects: [] });
    const second = await call(...flags, "--artifact", "reply.md", "--json");
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ stored: 0, duplicate: 1 });
  });

  it("stores the good lines of stdin, refuses the others with their number, and ends with 2", async () => {
    const { feed } = newWorkspace();
    const good = '{"axis":"verify-dispatch","verdict":"PASS"}';
    const { code, stdout } = await feed(
      `${good}\n\n{"axis":"verify-dispatch","verdict":"MAYBE"}\n`,
      "record",
      "-",
      "--json",
    );
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      read: 2,
      stored: 1,
      rejected: 1,
      rejects: [{ file: "stdin", line: 3, raw: '{"axis":"verify-dispatch","verdict":"MAYBE"}' }],
    });
  });

  it("takes an array, too", async () => {
    const { feed } = newWorkspace();
    const rows = [1, 2].map((id) => ({ axis: "verify-dispatch", verdict: "FAIL", id: String(id) }));
    const { code, stdout } = await feed(JSON.stringify(rows, null, 2), "record", "-", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ read: 2, stored: 2 });
  });
});

describe("ingest", () => {
  it("adds up, writes the refused rows to a file, and stores nothing twice", async () => {
    const { call, folder } = newWorkspace();
    writeFileSync(join(folder, "may.jsonl"), `${verdictLines(20)}{"axis":"verify-dispatch"}\n{"half\n`);
    const { code, stdout } = await call("ingest", "may.jsonl", "--rejects", "refused.jsonl");
    expect(code).toBe(0);
    expect(stdout).toContain("22 rows read = 20 stored + 0 duplicate + 2 rejected");
    const refused = readFileSync(join(folder, "refused.jsonl"), "utf8").trim().split("\n");
    expect(refused.map(parse)).toMatchObject([
      { line: 21, raw: '{"axis":"verify-dispatch"}' },
      { line: 22, raw: '{"half' },
    ]);
    const again = await call("ingest", "may.jsonl", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ read: 22, stored: 0, duplicate: 20, rejected: 2 });
  });

  it("reads the logs of the axis files on from where it stopped", async () => {
    const { call, folder } = newWorkspace();
    const log = join(folder, "config/axes/dispatch.jsonl");
    writeFileSync(log, verdictLines(3));
    expect(JSON.parse((await call("ingest", "--json")).stdout)).toMatchObject({ read: 3, stored: 3 });
    writeFileSync(log, verdictLines(5));
    expect(JSON.parse((await call("ingest", "--json")).stdout)).toMatchObject({ read: 2, stored: 2 });
  });

  it("ends with 2 only where not a single row was good", async () => {
    const { call, folder } = newWorkspace();
    writeFileSync(join(folder, "bad.jsonl"), "{}\n{}\n");
    expect((await call("ingest", "bad.jsonl")).code).toBe(2);
    writeFileSync(join(folder, "empty.jsonl"), "");
    expect((await call("ingest", "empty.jsonl")).code).toBe(0);
    expect((await call("ingest", "missing.jsonl")).code).toBe(2);
  });

  it("does not write the refused rows over what it reads", async () => {
    const { call, folder } = newWorkspace();
    writeFileSync(join(folder, "may.jsonl"), verdictLines(2));
    expect((await call("ingest", "may.jsonl", "--rejects", "./may.jsonl")).code).toBe(2);
    expect((await call("ingest", "may.jsonl", "--rejects", "none/refused.jsonl")).code).toBe(2);
    expect(readFileSync(join(folder, "may.jsonl"), "utf8")).toBe(verdictLines(2));
  });
});

describe("a month by commands", () => {
  it("is run, exported blind, imported, closed and shown", async () => {
    const { folder, call, ask, feed } = newWorkspace();
    writeFileSync(join(folder, "config/axes/dispatch.jsonl"), verdictLines(40));

    const opening = await call("run", "--json");
    expect(opening.code).toBe(0);
    const opened = { period: "2026-05", axis: "verify-dispatch", state: "open", items: 10, because: null };
    expect(JSON.parse(opening.stdout)).toMatchObject({
      status: "done",
      period: "2026-05",
      ingest: { read: 40, stored: 40, duplicate: 0, rejected: 0, rejects: [] },
      closed: [],
      opened: [opened],
      pending: [],
    });

    const exported = (await call("queue", "export", "-")).stdout.trim().split("\n");
    const items = exported.map((line): Record<string, string> => JSON.parse(line));
    expect(items).toHaveLength(10);
    for (const item of items) {
      expect(Object.keys(item)).toEqual(["ref", "axis", "period", "title", "text", "due"]);
      expect(item.due).toBe("2026-07-01");
    }
    expect((await call("queue", "export", "items.jsonl")).code).toBe(0);
    expect(readFileSync(join(folder, "items.jsonl"), "utf8").trim().split("\n")).toEqual(exported);

    // The founder agrees with the critic: letters with a number of 4n + 3 were failed.
    const grades = items.map(({ ref, text }) => {
      const failed = Number(/Letter (\d+)/.exec(text ?? "")?.[1]) % 4 === 3;
      return JSON.stringify({ ref, grade: failed ? "FAIL" : "PASS", at: june });
    });
    const bad = ['{"ref":"nobody","grade":"PASS"}', `{"ref":"${items[0]?.ref}","grade":"MAYBE"}`, "{"];
    writeFileSync(join(folder, "graded.jsonl"), [...grades, ...bad, ""].join("\n"));
    const imported = await call("queue", "import", "graded.jsonl", "--json");
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.stdout)).toMatchObject({
      read: 13,
      stored: 10,
      duplicate: 0,
      rejected: 3,
      rejects: [
        { file: "graded.jsonl", line: 11 },
        { file: "graded.jsonl", line: 12 },
        { file: "graded.jsonl", line: 13, raw: "{" },
      ],
    });
    const again = await feed(grades.join("\n"), "queue", "import", "-", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ read: 10, stored: 0, duplicate: 10, rejected: 0 });
    expect((await feed('{"ref":"nobody","grade":"PASS"}\n', "queue", "import", "-")).code).toBe(2);
    expect((await call("queue", "export", "-")).stdout).toBe("");

    expect(await ask("collect")).toEqual({
      checked: 10,
      stored: 0,
      withdrawn: 0,
      toppedUp: [],
      unreachable: null,
      pending: [],
    });
    const open = {
      axis: "verify-dispatch",
      period: "2026-05",
      items: 10,
      graded: 10,
      pending: 0,
      overdue: false,
    };
    expect(await ask("status")).toMatchObject({
      open: [open],
      axes: [{ axis: "verify-dispatch", status: "graduated", atRisk: false, because: null }],
      pending: [],
      nextRun: { utc: expect.any(String), local: expect.any(String) },
    });

    const closing = await call("run", "--json");
    expect(closing.code).toBe(0);
    expect(JSON.parse(closing.stdout)).toMatchObject({
      closed: [{ period: "2026-05", axis: "verify-dispatch", action: "keep" }],
      opened: [],
    });
    const rows = await ask("history", "verify-dispatch", "--since", "2026-05");
    expect(rows).toMatchObject([
      {
        workspace: "default",
        axis: "verify-dispatch",
        period: "2026-05",
        state: "closed",
        verdicts: { pass: 30, fail: 10, error: 0 },
        sampled: { pass: 5, fail: 5 },
        graded: { pass: 5, fail: 5 },
        table: { pp: 5, pf: 0, fp: 0, ff: 5 },
        kappa: { status: "ok", value: 1 },
        overrides: 0,
        decision: { mode: "guarded", action: "keep" },
        status: { before: "graduated", after: "graduated" },
      },
    ]);
    expect(await ask("history", "--since", "2026-06")).toEqual([]);
    const after = (await call("history", "--since", "2027-01")).stdout;
    expect(after).toContain("the latest is 2026-05");
    const csv = (await call("history", "--csv")).stdout.trimEnd().split("\n");
    expect(csv).toHaveLength(2);
    expect(csv[1]).toContain("verify-dispatch,2026-05");
    expect((await call("history", "nobody")).code).toBe(2);
    expect((await call("history", "--csv", "--json")).code).toBe(2);
    for (const command of ["status", "history"]) {
      const { code, stdout } = await call(command);
      expect(code).toBe(0);
      expect(stdout).toContain("verify-dispatch");
      expect(stdout).not.toMatch(escapeCharacter);
    }
  });

  it("refuses a month that is not over", async () => {
    const { call } = newWorkspace();
    const { code, stdout } = await call("run", "--month", "2026-06", "--json");
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "usage" } });
  });

  it("takes the sample size by hand", async () => {
    const { call, folder } = newWorkspace();
    writeFileSync(join(folder, "config/axes/dispatch.jsonl"), verdictLines(40));
    const { stdout } = await call("run", "--month", "2026-05", "--sample-target", "8", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ opened: [{ items: 16 }] });
  });

  it("rehearses with --dry-run and leaves nothing behind", async () => {
    const { call, folder } = newWorkspace();
    writeFileSync(join(folder, "config/axes/dispatch.jsonl"), verdictLines(40));
    const { code, stdout } = await call("run", "--dry-run", "--json");
    expect(code).toBe(0);
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({ opened: [{ axis: "verify-dispatch", items: 10 }] });
    expect(told.effects.map(({ state }: { readonly state: string }) => state)).toEqual([
      "planned",
      "planned",
    ]);
    expect(existsSync(join(folder, "config/vault"))).toBe(false);
    expect(existsSync(join(folder, "config/state/improve-cron.db"))).toBe(false);
  });

  it("leaves the work to a run that is there already", async () => {
    const workspace = await workspaceWithOpenMonth();
    const state = join(workspace.folder, "config/state");
    const lock = new Database(join(state, "run.lock"));
    try {
      lock.exec("BEGIN EXCLUSIVE");
      writeFileSync(join(state, "run.lock.pid"), `${process.pid}\n`);
      const { code, stdout } = await workspace.call("run", "--json");
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ status: "already-running", pid: process.pid });
    } finally {
      lock.close();
    }
  });

  it("ends with 1 and names the step where one is pending", async () => {
    const { call, folder } = newWorkspace();
    writeFileSync(join(folder, "config/axes/dispatch.jsonl"), verdictLines(40));
    // A file where the vault's folder should be.
    writeFileSync(join(folder, "config/vault"), "");
    const { code, stdout } = await call("run", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: "pending", pending: [{ kind: "vault-log" }] });
    rmSync(join(folder, "config/vault"));
    expect((await call("run")).code).toBe(0);
    expect(existsSync(join(folder, "config/vault/log.md"))).toBe(true);
  });
});

describe("grade", () => {
  it("grades by lines without a terminal, blind, and goes on where it ended", async () => {
    const workspace = await workspaceWithOpenMonth();
    const first = await workspace.feed("p\n\nf\nno date\nq\n", "grade");
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("Mail that can go out.");
    expect(first.stdout).toMatch(/Letter \d+/);
    expect(first.stdout).not.toMatch(escapeCharacter);
    expect((await queueOf(workspace)).map(({ answered }) => answered)).toEqual([
      true,
      true,
      ...Array(8).fill(false),
    ]);
    const second = await workspace.feed("s\nc\n", "grade", "--json");
    expect(JSON.parse(second.stdout)).toEqual({ graded: 1, left: 7 });
    const answered = (await queueOf(workspace)).flatMap((item, index) => (item.answered ? [index] : []));
    expect(answered).toEqual([0, 1, 3]);
  });

  it("stores each grade before the next item is shown", async () => {
    const workspace = await workspaceWithOpenMonth();
    const child = workspace.start("grade");
    let shown = "";
    child.stdout.on("data", (chunk: Buffer) => {
      shown += chunk.toString();
      if (/2 of 10/.test(shown)) child.kill("SIGKILL");
    });
    child.stdin.write("p\nclear\n");
    expect((await finished(child)).code).toBeNull();
    expect((await queueOf(workspace)).filter(({ answered }) => answered)).toHaveLength(1);
  });

  it("has nothing to grade where no month is open", async () => {
    const { ask } = newWorkspace();
    expect(await ask("grade")).toEqual({ graded: 0, left: 0 });
  });
});

function onTerminal(
  folder: string,
  args: string,
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof spawnCli> {
  const command = `stty cols 80 rows 24; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(builtCli())} ${args}`;
  return spawnCli([], {
    cwd: folder,
    env: { TERM: "xterm", ...env },
    program: ["/usr/bin/script", "-qec", command, "/dev/null"],
  });
}

// util-linux's `script` gives the program a terminal; the one of other systems takes other arguments.
describe.skipIf(!existsSync("/usr/bin/script") || process.platform !== "linux")(
  "on a terminal (needs script of util-linux)",
  () => {
    it("colours, unless NO_COLOR is set", async () => {
      const { folder } = newWorkspace();
      const outputs: string[] = [];
      for (const env of [{}, { NO_COLOR: "1" }]) {
        const child = onTerminal(folder, `doctor --now ${june}`, env);
        child.stdin.end();
        outputs.push((await finished(child)).stdout);
      }
      expect(outputs[0]).toMatch(escapeCharacter);
      expect(outputs[1]).toContain("node");
      expect(outputs[1]).not.toMatch(escapeCharacter);
    });

    it("grades on a full screen by keys, and gives the terminal back", async () => {
      const workspace = await workspaceWithOpenMonth();
      const child = onTerminal(workspace.folder, `grade --now ${june}`);
      let shown = "";
      // Each key is pressed only when the screen asks for it.
      const script: [RegExp, string][] = [
        [/1 of 10/, "f"],
        [/FAIL\. Why\?/, "no date\r"],
        [/2 of 10/, "p"],
        [/PASS\. Why\?/, "\r"],
        [/3 of 10/, "q"],
      ];
      child.stdout.on("data", (chunk: Buffer) => {
        shown += chunk.toString();
        const [next] = script;
        if (next !== undefined && next[0].test(shown)) {
          script.shift();
          shown = "";
          child.stdin.write(next[1]);
        }
      });
      const { code, stdout } = await finished(child);
      expect(code).toBe(0);
      expect(script).toEqual([]);
      expect(stdout).toContain("\u001b[?1049l");
      expect(stdout).toMatch(/Letter \d+/);
      // The artifact's own escape sequence is gone: after its text the terminal is told nothing.
      expect(stdout).not.toMatch(new RegExp(String.raw`Letter \d+\u001b`));
      expect((await queueOf(workspace)).filter(({ answered }) => answered)).toHaveLength(2);
    });
  },
);

describe("axis", () => {
  it("lists and shows the axes, and the files that cannot be used", async () => {
    const { folder, ask, call } = newWorkspace();
    writeFileSync(join(folder, "config/axes/broken.yaml"), "axis: broken\n\tstatus: graduated\n");
    const list = await call("axis", "list", "--json");
    expect(list.code).toBe(1);
    expect(JSON.parse(list.stdout)).toMatchObject({
      axes: [{ axis: "verify-dispatch", status: "graduated" }],
      problems: [{ file: join(folder, "config/axes/broken.yaml") }],
    });
    expect(await ask("axis", "show", "verify-dispatch")).toMatchObject({
      axis: "verify-dispatch",
      status: "graduated",
      verdictLog: join(folder, "config/axes/dispatch.jsonl"),
      statusChanges: [],
      lastDecision: null,
    });
    expect((await call("axis", "show", "nobody")).code).toBe(2);
  });

  it("takes an axis back to assisted on the founder's word, in its file and nothing else in it", async () => {
    const { folder, call, ask } = newWorkspace();
    const assisted = await call(
      "axis",
      "assist",
      "verify-dispatch",
      "--reason",
      "two wrong addresses",
      "--json",
    );
    expect(assisted.code).toBe(0);
    expect(JSON.parse(assisted.stdout)).toMatchObject({
      axis: "verify-dispatch",
      changed: true,
      pending: [],
    });
    expect(readFileSync(join(folder, "config/axes/verify-dispatch.yaml"), "utf8")).toBe(
      "axis: verify-dispatch\nstatus: assisted # since spring\nverdict_log: dispatch.jsonl\nintent: Mail that can go out.\n",
    );
    expect(await ask("axis", "show", "verify-dispatch")).toMatchObject({
      status: "assisted",
      statusChanges: [
        { from: "graduated", to: "assisted", by: "axis assist", reason: "two wrong addresses" },
      ],
    });
    expect(await ask("axis", "assist", "verify-dispatch", "--reason", "again")).toMatchObject({
      changed: false,
    });
    expect((await call("axis", "assist", "verify-dispatch", "--reason", " ")).code).toBe(2);
    expect((await call("axis", "assist", "nobody", "--reason", "x")).code).toBe(2);
  });
});

interface DoctorAnswer {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly message: string;
    readonly fix: string | null;
  }[];
}

async function examined(
  folder: string,
  ...args: readonly string[]
): Promise<{
  readonly code: number | null;
  readonly answer: DoctorAnswer;
  readonly wrong: readonly string[];
}> {
  const { code, stdout } = await runCli(["doctor", "--json", ...args], { cwd: folder });
  const answer: DoctorAnswer = JSON.parse(stdout);
  return { code, answer, wrong: answer.checks.filter(({ ok }) => !ok).map(({ name }) => name) };
}

describe("init and doctor", () => {
  it("makes a workspace, leaves it alone the second time, and doctor names only the empty receiver", async () => {
    const folder = newFolder();
    const first = await runCli(["init", "config", "--json"], { cwd: folder });
    expect(first.code).toBe(0);
    const { made }: { made: readonly string[] } = JSON.parse(first.stdout);
    expect(made).toContain(join(folder, "config/improve-cron.yaml"));
    const second = await runCli(["init", "config", "--json"], { cwd: folder });
    expect(JSON.parse(second.stdout)).toMatchObject({ made: [], left: made });
    const { code, answer, wrong } = await examined(folder);
    expect(code).toBe(1);
    expect(answer.ok).toBe(false);
    expect(wrong).toEqual(["channel 1 (imessage)"]);
    expect(readdirSync(join(folder, "config"))).not.toContain("state");
  });

  it("ends with 0 where nothing is wrong, and shows the next three runs", async () => {
    const workspace = await workspaceWithOpenMonth();
    const { code, answer, wrong } = await examined(workspace.folder, "--now", june);
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
    expect(answer.ok).toBe(true);
    const runs = answer.checks.find(({ name }) => name === "next runs");
    expect(runs?.message).toContain("2026-07-01 09:00 EDT (13:00 UTC)");
    expect(runs?.message.split("; ")).toHaveLength(3);
  });

  it("looks on at everything that a broken config still tells", async () => {
    const { folder } = newWorkspace();
    writeFileSync(
      join(folder, "config/improve-cron.yaml"),
      "timezone: Europe/Berlin\nschedul: x\nvault_log: /nowhere/log.md\n",
    );
    const { code, answer, wrong } = await examined(folder);
    expect(code).toBe(1);
    expect(wrong).toEqual(["config", "vault", "channel 1 (imessage)"]);
    expect(answer.checks.map(({ name }) => name)).toContain("axis verify-dispatch");
  });

  it("tells of a damaged database and of everything beside it, and leaves the file as it is", async () => {
    const workspace = await workspaceWithOpenMonth();
    const database = join(workspace.folder, "config/state/improve-cron.db");
    const bytes = readFileSync(database);
    bytes.fill(0xa5, 100, 6000);
    writeFileSync(database, bytes);
    copyFileSync(database, `${database}.before`);
    const { code, answer, wrong } = await examined(workspace.folder, "--now", june);
    expect(code).toBe(1);
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.every((name) => name.startsWith("database"))).toBe(true);
    expect(answer.checks.map(({ name }) => name)).toContain("next runs");
    expect(readFileSync(database).equals(readFileSync(`${database}.before`))).toBe(true);
    const status = await workspace.call("status", "--json");
    expect(status.code).toBe(1);
    expect(JSON.parse(status.stdout)).toMatchObject({ error: { code: "store-damaged" } });
  });

  it("names copies of the vault log that a sync service left", async () => {
    const workspace = await workspaceWithOpenMonth();
    writeFileSync(join(workspace.folder, "config/vault/log (conflicted copy).md"), "");
    const { wrong, answer } = await examined(workspace.folder, "--now", july);
    expect(wrong).toEqual(["vault"]);
    expect(answer.checks.find(({ ok }) => !ok)?.message).toContain("log (conflicted copy).md");
  });
});
