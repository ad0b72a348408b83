import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CliResult, runCli } from "../support/built-cli.ts";
import { callProgram } from "../support/call-program.ts";
import { freePort, startServing } from "../support/serving.ts";
import { readPlist } from "../support/strict-plist.ts";
import { Workspace } from "../support/workspace.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.dispose());

const calls = (): readonly string[] =>
  existsSync(workspace.path("calls")) ? workspace.read("calls").trimEnd().split("\n") : [];

/** Stands where the system's program would be on PATH: writes its arguments down, and answers as `answers` (shell) says. */
function putProgram(name: string, answers: string): void {
  const file = workspace.write(
    `bin/${name}`,
    `#!/bin/sh\nfor word; do printf '[%s]' "$word"; done >> '${workspace.folder}/calls'\necho >> '${workspace.folder}/calls'\n${answers}\n`,
  );
  chmodSync(file, 0o755);
}

/** The command line in this process; the programs that it starts are real. */
const callOn = (config: string, args: readonly string[]): ReturnType<typeof callProgram> =>
  callProgram([...args, "--config", config], {
    cwd: workspace.folder,
    env: { PATH: `${workspace.folder}/bin:/usr/bin:/bin` },
  });
const call = (...args: readonly string[]): ReturnType<typeof callProgram> =>
  callOn(workspace.configFile, args);

/** What a refused call says on its last line. */
const failureIn = (stderr: string): unknown => JSON.parse(stderr.slice(stderr.lastIndexOf('{"code"')));

const plist = (): string => workspace.path("Library/LaunchAgents/local.improve-cron.default.plist");
const units = (): string => workspace.path(".config/systemd/user");

describe("launchd", () => {
  /** What is loaded stands in a file; the first `bootstrap` after a `bootout` is refused, as the real one does. */
  const answers = `cd "$(dirname "$0")/.."
case $1 in
  print) test -f loaded ;;
  bootout) rm loaded; touch ending ;;
  bootstrap) if rm ending 2>/dev/null; then echo 'Bootstrap failed: 5: Input/output error' >&2; exit 5; fi; touch loaded ;;
esac`;

  it("is printed anywhere, byte by byte, and writes nothing", async () => {
    const { code, stdout, stderr } = await call("install", "launchd", "--print");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const found = readPlist(stdout);
    expect(found).toMatchObject({
      ProgramArguments: [
        expect.stringMatching(/^\/.*node$/),
        `--env-file=${workspace.path("state/service.env")}`,
        expect.stringMatching(/^\/.*\/dist\/improve-cron\.cjs$/),
        "serve",
        "--config",
        workspace.configFile,
      ],
    });
    expect(existsSync(workspace.path("Library"))).toBe(false);
    const json = JSON.parse((await call("install", "launchd", "--print", "--json")).stdout);
    expect(json.files).toEqual([{ path: plist(), text: stdout }]);
  });

  it.skipIf(process.platform === "darwin")("says what to do where there is none (not on macOS)", async () => {
    const { code, stderr } = await call("install", "launchd", "--json");
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({ code: "io", hint: expect.stringContaining("systemd") });
    expect(existsSync(workspace.path("Library"))).toBe(false);
  });

  it("is copied and started, once; shows what an upgrade changes; leaves what a person changed; and goes again", async () => {
    putProgram("launchctl", answers);
    const printed = (await call("install", "launchd", "--print")).stdout;
    const first = await call("install", "launchd", "--json");
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ files: [{ outcome: "written" }], started: true });
    expect(readFileSync(plist(), "utf8")).toBe(printed);
    expect(statSync(plist()).mode & 0o777).toBe(0o644);
    expect(statSync(workspace.path("state/service.env")).mode & 0o777).toBe(0o600);
    const user = process.getuid?.() ?? 0;
    expect(calls()).toEqual([
      "[help]",
      `[print][gui/${user}/local.improve-cron.default]`,
      `[enable][gui/${user}/local.improve-cron.default]`,
      `[bootstrap][gui/${user}][${plist()}]`,
    ]);

    const again = await call("install", "launchd", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ files: [{ outcome: "unchanged" }], started: false });

    writeFileSync(workspace.configFile, 'schedule: "0 8 1 * *"\nnotify: [{ channel: stdout }]\n');
    const changed = await call("install", "launchd", "--json");
    const [file] = JSON.parse(changed.stdout).files;
    expect(file.outcome).toBe("updated");
    expect(file.difference).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^- .*<integer>9</),
        expect.stringMatching(/^\+ .*<integer>8</),
      ]),
    );
    expect(changed.stderr).toContain("<integer>8</integer>");
    // Refused once while the old one ends, then taken.
    expect(calls().slice(-2)).toEqual(
      Array.from({ length: 2 }, () => `[bootstrap][gui/${user}][${plist()}]`),
    );

    const edited = readFileSync(plist(), "utf8").replace("Background", "Interactive");
    writeFileSync(plist(), edited);
    for (const word of ["install", "uninstall"]) {
      const refused = await call(word, "launchd", "--json");
      expect(refused.code).toBe(1);
      expect(failureIn(refused.stderr)).toMatchObject({ code: "conflict" });
    }
    expect(readFileSync(plist(), "utf8")).toBe(edited);
    expect((await call("install", "launchd", "--force")).code).toBe(0);

    expect((await call("uninstall", "launchd")).code).toBe(0);
    expect(existsSync(plist())).toBe(false);
    expect(existsSync(workspace.path("loaded"))).toBe(false);
    expect(existsSync(workspace.path("state/service.env"))).toBe(false);
    expect(JSON.parse((await call("uninstall", "launchd", "--json")).stdout).files[0].outcome).toBe(
      "unchanged",
    );
  });

  it("takes neither a link nor another config's place", async () => {
    putProgram("launchctl", answers);
    await call("install", "launchd");
    const elsewhere = workspace.path("dotfiles.plist");
    renameSync(plist(), elsewhere);
    symlinkSync(elsewhere, plist());
    expect((await call("install", "launchd")).code).toBe(1);
    rmSync(plist());
    renameSync(elsewhere, plist());
    const other = workspace.write("other/improve-cron.yaml", "notify: [{ channel: stdout }]\n");
    const refused = await callOn(other, ["install", "launchd", "--json"]);
    expect(failureIn(refused.stderr)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining(workspace.configFile),
    });
  });
});

describe("systemd", () => {
  it("refuses where it does not run, and writes nothing", async () => {
    putProgram("systemctl", "echo 'Failed to connect to bus: No medium found' >&2; exit 1");
    const { code, stderr } = await call("install", "systemd", "--json");
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({
      code: "io",
      message: expect.stringContaining("No medium found"),
    });
    expect(existsSync(units())).toBe(false);
  });

  it("is written, enabled and started, once; keeps tokens; and goes again", async () => {
    putProgram(
      "systemctl",
      `cd "$(dirname "$0")/.."
case $2 in enable) touch loaded ;; disable) rm loaded ;; is-*) test -f loaded ;; esac`,
    );
    const printed = JSON.parse((await call("install", "systemd", "--print", "--json")).stdout).files;
    const plain = (await call("install", "systemd", "--print")).stdout;
    expect(plain).toBe(printed.map(({ text }: { text: string }) => text).join(""));
    expect((await call("install", "systemd")).code).toBe(0);
    for (const { path, text } of printed) expect(readFileSync(path, "utf8")).toBe(text);
    const both = "[improve-cron-default.service][improve-cron-default.timer]";
    expect(calls()).toEqual(
      expect.arrayContaining(["[--user][daemon-reload]", `[--user][enable][--now]${both}`]),
    );
    const again = JSON.parse((await call("install", "systemd", "--json")).stdout);
    expect(again.started).toBe(false);
    writeFileSync(workspace.path("state/service.env"), "NOTION_TOKEN=ntn_abc\n");
    writeFileSync(join(units(), "mine.service"), "[Unit]\n");
    const gone = await call("uninstall", "systemd");
    expect(gone.code).toBe(0);
    expect(calls()).toContain(`[--user][disable][--now]${both}`);
    for (const { path } of printed) expect(existsSync(path)).toBe(false);
    expect(existsSync(join(units(), "mine.service"))).toBe(true);
    expect(workspace.read("state/service.env")).toBe("NOTION_TOKEN=ntn_abc\n");
  });
});

interface Found {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  readonly fix: string | null;
}

type ChecksOf = (name: string) => readonly Found[];

/** Doctor of the built program: only that one has an entry which a service can start. */
const examine = async (config = workspace.configFile): Promise<ChecksOf> => {
  const { stdout } = await built("doctor", "--json", "--config", config);
  const checks: readonly Found[] = JSON.parse(stdout).checks;
  return (name) => checks.filter((check) => check.name === name);
};
const built = (...args: readonly string[]): Promise<CliResult> =>
  runCli(args, { cwd: workspace.folder, env: { PATH: `${workspace.folder}/bin:/usr/bin:/bin` } });

describe("doctor", () => {
  it("names two triggers, a Node that has moved, a service that is not loaded, and a token that is missing", async () => {
    putProgram(
      "launchctl",
      'cd "$(dirname "$0")/.."; case $1 in print) test -f loaded ;; bootstrap) touch loaded ;; esac',
    );
    putProgram("crontab", `echo "0 9 1 * * '/gone away/run-improve-cron.sh'"`);
    await built("install", "launchd", "--config", workspace.configFile);
    const before = await examine();
    expect(before("what starts the month")).toMatchObject([
      { ok: true, message: expect.stringMatching(/^cron and launchd/) },
    ]);
    expect(before("cron")).toMatchObject([
      { ok: false, message: expect.stringContaining("/gone away/run-improve-cron.sh") },
    ]);
    expect(before("launchd")).toMatchObject([{ ok: true }]);
    expect(before("daemon")).toMatchObject([{ ok: false }]);

    rmSync(workspace.path("loaded"));
    writeFileSync(workspace.configFile, "queue: notion\nnotify: [{ channel: stdout }]\n");
    const file = workspace.path("Library/LaunchAgents/local.improve-cron.default.plist");
    const node = /<string>(\/[^<]*node)<\/string>/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll(node, "/opt/homebrew/Cellar/node/20.1.0/bin/node"),
    );
    const messages = (await examine())("launchd").map(({ ok, message }) => `${ok ? "" : "fix "}${message}`);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^fix .*Cellar\/node\/20\.1\.0/),
        expect.stringMatching(/^fix NOTION_TOKEN/),
        expect.stringMatching(/^fix .*not loaded/),
      ]),
    );
  });

  it("knows the daemon that runs, and a stranger at its port", async () => {
    const port = await freePort();
    writeFileSync(workspace.configFile, `server: { port: ${port} }\nnotify: [{ channel: stdout }]\n`);
    const serving = await startServing(workspace.folder, port);
    try {
      expect((await examine())("daemon")).toMatchObject([
        { ok: true, message: expect.stringContaining(`pid ${serving.child.pid}`) },
      ]);
      const other = workspace.write(
        "other/improve-cron.yaml",
        `server: { port: ${port} }\nworkspace: other\nnotify: [{ channel: stdout }]\n`,
      );
      mkdirSync(workspace.path("other/state"), { mode: 0o700 });
      writeFileSync(workspace.path("other/state/serve.json"), '{"pid":1}');
      expect((await examine(other))("daemon")).toMatchObject([
        { ok: false, message: expect.stringContaining("another daemon") },
      ]);
    } finally {
      await serving.end("SIGTERM");
    }
  });

  it("counts the days since a backup and a test of the channels", async () => {
    await call("run");
    writeFileSync(workspace.configFile, "notify: [{ channel: command, command: [/bin/cat] }]\n");
    await call("backup", "copy.db");
    await call("notify", "test");
    const checks = await examine();
    expect(checks("backup")).toMatchObject([
      { ok: true, fix: null, message: expect.stringMatching(/^0 days/) },
    ]);
    expect(checks("channel trial")).toMatchObject([{ ok: true, fix: null }]);
  });
});
