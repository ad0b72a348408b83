import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { callProgram } from "../support/call-program.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const now = "2026-06-01T13:30:00Z";

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace({ config: "notify: [{ channel: stdout }]\n" });
  workspace.appendLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 3 }));
});
afterEach(() => workspace.dispose());

const call = (...args: readonly string[]): ReturnType<typeof callProgram> =>
  callProgram(["--config", workspace.configFile, "--now", now, ...args], { cwd: workspace.folder });

it.each([["ingest"], ["run"]])("%s shows how far it has read a log", async (command) => {
  const { shown } = await call(command);
  expect(shown).toContain(`reading ${axis}.jsonl: 100% of 0 MB`);
});

it("ingest shows it of files that are named", async () => {
  writeFileSync(workspace.path("may.jsonl"), '{"verdict":"PASS","at":"2026-05-03T12:00:00Z"}\n');
  const { shown } = await call("ingest", workspace.path("may.jsonl"), "--axis", axis);
  expect(shown).toEqual(["reading may.jsonl: 100% of 0 MB"]);
});
