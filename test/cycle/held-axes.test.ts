import { mkdirSync, renameSync, rmSync, rmdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { heldAxes } from "../../src/cycle/held-axes.ts";
import { reconcile } from "../../src/cycle/reconcile.ts";
import type { RunSummary } from "../../src/core/run-summary.ts";
import { callProgram } from "../support/call-program.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:30:00Z";
const june2 = "2026-06-02T13:30:00Z";
const june3 = "2026-06-03T13:30:00Z";
const broken = "axis: a\n\tstatus: graduated\n";

const openedOf = ({ opened }: RunSummary) => opened.map(({ axis, state }) => `${axis} ${state}`);
const pendingOf = ({ pending }: RunSummary) => pending.map(({ kind, axis }) => `${kind} ${axis ?? "*"}`);

describe("heldAxes", () => {
  const fault = { because: "/axes/a.yaml:2: a tab", hint: "" };
  const without = { readAxes: () => [], axisFaults: () => [] };

  it("holds no axis that never had a file, and one whose file is gone", () => {
    const held = heldAxes(without, new Set(["b"]), new Set(["c"]));
    expect([held.opening("a"), held.closing("a"), held.opening("b"), held.closing("b")]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect([held.opening("c"), held.closing("c")]).toEqual([true, true]);
  });

  it("holds every axis where no log could be read, and every nameless one while a file is faulty", () => {
    expect(heldAxes(without, null, new Set()).opening("a")).toBe(true);
    const held = heldAxes({ ...without, axisFaults: () => [fault] }, new Set(), new Set());
    expect([held.opening("a"), held.closing("a")]).toEqual([true, true]);
  });
});

describe("a run", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({ axes: { a: "", b: "" } });
    workspace.writeLog("b", monthOfVerdicts("2026-05", { pass: 12, fail: 3 }));
  });
  afterEach(() => workspace.dispose());

  it("does not open the month of an axis whose log cannot be read, and opens it when it can", async () => {
    mkdirSync(workspace.path("logs/a.jsonl"));
    const first = await workspace.run(june1);
    expect(openedOf(first)).toEqual(["b open"]);
    expect(pendingOf(first)).toEqual(["ingest a"]);
    expect(first.status).toBe("pending");
    rmdirSync(workspace.path("logs/a.jsonl"));
    workspace.writeLog("a", monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
    const second = await workspace.run(june2);
    expect(openedOf(second)).toEqual(["a open"]);
    expect(second.status).toBe("done");
    expect((await workspace.history(june2, "a"))[0]?.frame).toMatchObject({ pass: 20, fail: 5 });
  });

  it("does not open the month of an axis whose log was read and is gone, as with a volume that is not mounted", async () => {
    workspace.writeLog("a", monthOfVerdicts("2026-05", { pass: 5, fail: 1 }));
    await workspace.at(june1, (app) => app.ingestLogs());
    workspace.appendLog("a", monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
    mkdirSync(workspace.path("away"));
    renameSync(workspace.path("logs/a.jsonl"), workspace.path("away/a.jsonl"));
    const first = await workspace.run(june1);
    expect(openedOf(first)).toEqual(["b open"]);
    expect(pendingOf(first)).toEqual(["ingest a"]);
    renameSync(workspace.path("away/a.jsonl"), workspace.path("logs/a.jsonl"));
    const second = await workspace.run(june2);
    expect(openedOf(second)).toEqual(["a open"]);
    expect((await workspace.history(june2, "a"))[0]?.frame).toMatchObject({ pass: 20, fail: 5 });
  });

  it("says in status what to do about a log that is gone for good, and goes on once that is done", async () => {
    workspace.writeLog("a", monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
    const warned = async (): Promise<readonly string[]> => {
      const args = ["status", "--json", "--config", workspace.configFile, "--now", june2];
      const { stdout } = await callProgram(args, { cwd: workspace.folder });
      const { warnings }: { readonly warnings: readonly string[] } = JSON.parse(stdout);
      return warnings.filter((one) => one.startsWith("a: "));
    };
    expect(await warned()).toEqual([]);
    await workspace.at(june1, (app) => app.ingestLogs());
    expect(await warned()).toEqual([]);
    rmSync(workspace.path("logs/a.jsonl"));
    expect(pendingOf(await workspace.run(june1))).toEqual(["ingest a"]);
    expect(await warned()).toEqual([
      expect.stringMatching(/logs\/a\.jsonl: .*line 25.*put an empty file.*axis file/),
    ]);
    workspace.write("logs/a.jsonl", "");
    expect(await warned()).toEqual([]);
    expect(openedOf(await workspace.run(june2))).toEqual(["a open"]);
    expect((await workspace.history(june2, "a"))[0]?.frame).toMatchObject({ pass: 20, fail: 5 });
  });

  it("does not write an axis off whose file cannot be used at the opening", async () => {
    workspace.writeLog("a", monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
    await workspace.at(june1, (app) => app.ingestLogs());
    workspace.write("axes/a.yaml", broken);
    const first = await workspace.run(june1);
    expect(openedOf(first)).toEqual(["b open"]);
    expect(pendingOf(first)).toEqual(["axis-file *"]);
    workspace.writeAxis("a");
    expect(openedOf(await workspace.run(june2))).toEqual(["a open"]);
  });

  it("does not decide a month whose axis file cannot be used: it would end without an action for ever", async () => {
    workspace.writeLog("a", monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
    await workspace.run(june1);
    await workspace.grade(june1, agrees);
    workspace.write("axes/a.yaml", broken);
    expect((await workspace.run(june2)).closed).toEqual([{ period: "2026-05", axis: "b", action: "keep" }]);
    workspace.writeAxis("a");
    expect((await workspace.run(june3)).closed).toEqual([{ period: "2026-05", axis: "a", action: "keep" }]);
  });

  it("that comes from the daemon looks again with the logs, and only then", async () => {
    mkdirSync(workspace.path("logs/a.jsonl"));
    const look = (now: string, logs: boolean) =>
      workspace.at(now, (app) =>
        reconcile({ ...app.cycle, now: () => Date.parse(now) }, { logs, grades: false, watchingSince: 0 }),
      );
    expect((await look(june1, false)).kind).toBe("ran");
    rmdirSync(workspace.path("logs/a.jsonl"));
    workspace.writeLog("a", monthOfVerdicts("2026-05", { pass: 20, fail: 5 }));
    expect((await look(june2, false)).kind).toBe("idle");
    expect((await look(june2, true)).kind).toBe("looked");
    const found = await look(june3, true);
    expect(found.kind === "ran" ? openedOf(found.summary) : found.kind).toEqual(["a open"]);
    expect((await look(june3, true)).kind).toBe("looked");
  });
});
