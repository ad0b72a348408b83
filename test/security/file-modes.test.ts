import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLogFile } from "../../src/daemon/log-file.ts";
import { noteServing } from "../../src/daemon/serve-file.ts";
import { readToken } from "../../src/daemon/token.ts";
import { callProgram } from "../support/call-program.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const now = "2026-06-02T13:00:00Z";
let workspace: Workspace;
let umask: number;
beforeEach(() => {
  umask = process.umask();
});
afterEach(() => {
  process.umask(umask);
  workspace.dispose();
});

async function call(...args: readonly string[]): Promise<void> {
  const config = ["--config", workspace.configFile, "--now", now, "--json"];
  const { code, stderr } = await callProgram([...args, ...config], { cwd: workspace.folder });
  expect([args[0], code, code === 0 ? "" : stderr]).toEqual([args[0], 0, ""]);
}

/** What others than the owner may do with everything below some places: nothing, where the list is empty. */
function openToOthers(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const path = workspace.path(name);
    const stat = statSync(path);
    const below = stat.isDirectory() ? openToOthers(...readdirSync(path).map((one) => join(name, one))) : [];
    const mode = (stat.mode & 0o777).toString(8);
    return mode === (stat.isDirectory() ? "700" : "600") ? below : [`${name} ${mode}`, ...below];
  });
}

describe.each([0o000, 0o022, 0o077])("under umask %o", (mask) => {
  it("everything in the state folder, every copy, export and list is the owner's alone", async () => {
    process.umask(mask);
    workspace = new Workspace();
    const log = workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 4 }));
    await call("ingest", log, "--rejects", workspace.path("rejects.jsonl"));
    await call("run");
    await call("queue", "export", workspace.path("items.jsonl"));
    await call("backup", workspace.path("copy.db"));
    await call("export", workspace.path("copy.ndjson"));
    // As a daemon adds to them.
    const state = workspace.path("state");
    readToken(state);
    noteServing(state, { port: 4187, started: 0 });
    const logFile = openLogFile(join(state, "log.jsonl"), 10);
    for (const line of ["one line of it\n", "another line\n"]) logFile.write(line);
    logFile.close();
    expect(readdirSync(state)).toEqual(
      expect.arrayContaining(["improve-cron.db", "run.lock", "token", "log.jsonl.1"]),
    );
    expect(openToOthers("state", "items.jsonl", "rejects.jsonl", "copy.db", "copy.ndjson")).toEqual([]);
    await call("restore", workspace.path("copy.db"), "--force");
    expect(openToOthers("state")).toEqual([]);
    // Written anew over a file that others could read.
    chmodSync(workspace.path("items.jsonl"), 0o644);
    await call("queue", "export", workspace.path("items.jsonl"));
    expect(openToOthers("items.jsonl")).toEqual([]);
  });
});

it("a database, token or log that others can read is closed when it is opened", async () => {
  process.umask(0o022);
  workspace = new Workspace();
  await call("record", "--axis", axis, "--verdict", "PASS", "--text", "a reply");
  const state = workspace.path("state");
  const files = ["improve-cron.db", "token", "log.jsonl"].map((name) => join(state, name));
  readToken(state);
  writeFileSync(join(state, "log.jsonl"), "");
  for (const file of files) chmodSync(file, 0o644);
  await call("record", "--axis", axis, "--verdict", "FAIL", "--text", "another");
  readToken(state);
  openLogFile(join(state, "log.jsonl"), 1000).close();
  expect(openToOthers("state")).toEqual([]);
});

it("a link in the place of an output file's first draft leads nothing elsewhere", async () => {
  workspace = new Workspace();
  const log = workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 4 }));
  await call("ingest", log);
  await call("run");
  const elsewhere = workspace.write("elsewhere.txt", "untouched");
  symlinkSync(elsewhere, workspace.path(`items.jsonl.${process.pid}.partial`));
  await call("queue", "export", workspace.path("items.jsonl"));
  expect(readFileSync(elsewhere, "utf8")).toBe("untouched");
  expect(statSync(workspace.path("items.jsonl")).size).toBeGreaterThan(100);
});
