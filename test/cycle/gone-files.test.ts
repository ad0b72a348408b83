import { renameSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunSummary } from "../../src/core/run-summary.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const june1 = "2026-06-01T13:30:00Z";
const july1 = "2026-07-01T13:30:00Z";
const july2 = "2026-07-02T13:30:00Z";
const july16 = "2026-07-16T13:30:00Z";

const openedOf = ({ opened }: RunSummary) =>
  opened.map(({ axis, because, state }) => `${axis} ${state}${because === null ? "" : ` ${because}`}`);
const closedOf = ({ closed }: RunSummary) => closed.map(({ action, axis }) => `${axis} ${action}`);
const pendingOf = ({ pending }: RunSummary) => pending.map(({ axis, kind }) => `${kind} ${axis ?? "*"}`);

describe("an axis file that is gone", () => {
  let workspace: Workspace;
  /** May is open, June is over. */
  beforeEach(async () => {
    workspace = new Workspace({ axes: { a: "", b: "" } });
    for (const axis of ["a", "b"])
      workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 3 }));
    await workspace.run(june1);
    await workspace.grade(june1, agrees);
    for (const axis of ["a", "b"])
      workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 12, fail: 3 }));
    await workspace.at("2026-06-30T13:30:00Z", (app) => app.ingestLogs());
  });
  afterEach(() => workspace.dispose());

  const take = () => renameSync(workspace.path("axes/a.yaml"), workspace.path("away.yaml"));
  let gone = false;
  const runTakingAt = async (moment: string, now: string): Promise<RunSummary> => {
    gone = false;
    const step = (name: string): void => {
      if (name !== moment || gone) return;
      gone = true;
      take();
    };
    const app = await workspace.open(now, { step });
    try {
      return await runMonth(app.cycle, { month: null, sampleTarget: null });
    } finally {
      await app[Symbol.asyncDispose]();
    }
  };
  const putBack = () => renameSync(workspace.path("away.yaml"), workspace.path("axes/a.yaml"));

  it("holds the months of its axis, and they are decided and opened when it is back", async () => {
    take();
    const without = await workspace.run(july1);
    expect([closedOf(without), openedOf(without)]).toEqual([["b keep"], ["b open"]]);
    expect(pendingOf(without)).toEqual(["axis-file a"]);
    putBack();
    const again = await workspace.run(july2);
    expect([closedOf(again), openedOf(again)]).toEqual([["a keep"], ["a open"]]);
    expect(pendingOf(again)).toEqual([]);
  });

  it.each(["run: ingested", "close: begin", "close: decided", "open: begin"])(
    "decides and skips nothing for good when it goes at %s",
    async (moment) => {
      const first = await runTakingAt(moment, july1);
      expect(gone).toBe(true);
      putBack();
      const second = await workspace.run(july2);
      const both = [first, second];
      expect(both.flatMap(closedOf).toSorted()).toEqual(["a keep", "b keep"]);
      expect(both.flatMap(openedOf).toSorted()).toEqual(["a open", "b open"]);
      expect(second.pending).toEqual([]);
    },
  );

  it("is waited for in the first run, too, that had seen it a moment before", async () => {
    workspace.writeAxis("new");
    workspace.writeLog("new", monthOfVerdicts("2026-06", { pass: 12, fail: 3 }));
    const file = workspace.path("axes/new.yaml");
    const app = await workspace.open(july1, {
      step: (name) => {
        if (name === "open: begin") renameSync(file, workspace.path("away.yaml"));
      },
    });
    const first = await runMonth(app.cycle, { month: null, sampleTarget: null });
    await app[Symbol.asyncDispose]();
    expect(openedOf(first)).toEqual(["a open", "b open"]);
    renameSync(workspace.path("away.yaml"), file);
    expect(openedOf(await workspace.run(july2))).toEqual(["new open"]);
  });

  it("ends its axis after two weeks, counted anew each time that it goes", async () => {
    take();
    await workspace.run(july1);
    putBack();
    await workspace.run(july2);
    await workspace.grade(july2, agrees);
    take();
    expect(closedOf(await workspace.run(july16))).toEqual(["b keep"]);
    const held = await workspace.run("2026-07-29T13:30:00Z");
    expect([closedOf(held), pendingOf(held)]).toEqual([[], ["axis-file a"]]);
    const ended = await workspace.run("2026-07-31T13:30:00Z");
    expect([closedOf(ended), pendingOf(ended)]).toEqual([["a none"], []]);
  });

  it("is not gone while the folder of the axis files cannot be read, however long that takes", async () => {
    const [axes, away] = [workspace.path("axes"), workspace.path("all-away")];
    renameSync(axes, away);
    const first = await workspace.run(july1);
    const second = await workspace.run(july16);
    renameSync(away, axes);
    // The folder is there again, and one of its files comes later.
    take();
    const third = await workspace.run("2026-07-17T13:30:00Z");
    putBack();
    const last = await workspace.run("2026-07-18T13:30:00Z");
    expect([first, second].flatMap(closedOf)).toEqual([]);
    expect([closedOf(third), pendingOf(third)]).toEqual([["b keep"], ["axis-file a"]]);
    expect([closedOf(last), openedOf(last)]).toEqual([["a keep"], ["a open"]]);
  });

  it("is nothing to wait for where there never was one", async () => {
    workspace.writeLog("never", monthOfVerdicts("2026-06", { pass: 12, fail: 3 }));
    await workspace.at(july1, (app) => app.ingestFiles([workspace.path("logs/never.jsonl")], "never"));
    const run = await workspace.run(july1);
    expect(openedOf(run)).toContain("never skipped no-axis-file");
    expect(pendingOf(run)).toEqual([]);
  });
});
