import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { askMore } from "../../src/cycle/ask-more.ts";
import { readStatus } from "../../src/cycle/read-status.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const june2 = "2026-06-02T13:00:00Z";
const june3 = "2026-06-03T13:00:00Z";

describe("asking for more", () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = new Workspace();
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 40, fail: 8 }));
    await workspace.run("2026-06-01T14:00:00Z");
    await workspace.at(june2, (app) => assistAxis(app.cycle, axis, "two wrong"));
  });
  afterEach(() => workspace.dispose());

  const more = (n: number, now = june2) =>
    workspace.at(now, (app) => askMore(app.cycle, axis, n, { publish: true }));
  const asked = (now = june2) => workspace.at(now, (app) => app.store.listItems({ axis, asked: true }));
  const status = (now: string) =>
    workspace.at(now, async (app) => {
      const report = await readStatus(app.cycle, { warnings: [], productionUsdPerMonth: null });
      return report.axes.find((one) => one.axis === axis);
    });

  it("draws the next verdicts of the order, blind, and tells the minutes", async () => {
    expect(await more(10)).toMatchObject({ kind: "drawn", period: "2026-05", items: 10, minutes: 15 });
    const items = await workspace.at(june2, (app) => app.store.listItems({ axis }));
    const first = await asked();
    expect(first.map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => "created"));
    expect((await more(5)).kind).toBe("drawn");
    const strata = [...items, ...(await asked())].filter(({ kind }) => kind === "pass" || kind === "fail");
    const keys = strata.map(({ verdictKey }) => verdictKey);
    expect(new Set(keys).size).toBe(keys.length);
    // The draws together are the beginning of the order: what a single draw of that size would have given.
    const cycle = await workspace.at(june2, async (app) => (await app.store.listCycles({ axis }))[0]);
    const order = await workspace.at(june2, (app) =>
      app.store.drawSample({
        axis,
        period: "2026-05",
        epoch: cycle?.epoch ?? "",
        word: "PASS",
        watermark: cycle?.watermark ?? 0,
        acceptRef: false,
        n: strata.filter(({ kind }) => kind === "pass").length,
        skip: 0,
      }),
    );
    expect(new Set(order.map(({ key }) => key))).toEqual(
      new Set(strata.filter(({ kind }) => kind === "pass").map(({ verdictKey }) => verdictKey)),
    );
  });

  it("is graded with the rest, and keeps out of the month's figures", async () => {
    await more(10);
    const row = async () => (await workspace.history(june3, axis))[0];
    const before = await row();
    expect(await workspace.grade(june3, agrees, axis)).toBe((before?.answered.items ?? 0) + 10);
    // A minute later: each call has a clock of its own from its instant on, and a grade of the future counts for nothing.
    const open = await status("2026-06-03T13:01:00Z");
    // Nothing is told of the month, which is open still, and the batch counts now that it is answered.
    expect(open?.gate?.graded).toEqual({
      pass: (await asked()).filter(({ kind }) => kind === "pass").length,
      fail: (await asked()).filter(({ kind }) => kind === "fail").length,
    });
    expect(open?.asked).toBeUndefined();
    await workspace.run("2026-06-04T13:00:00Z");
    const closed = await row();
    expect(closed?.state).toBe("closed");
    expect(closed?.sampled).toEqual(before?.sampled);
    expect(closed?.table).toMatchObject({ pf: 0, fp: 0 });
    const shown = closed?.state === "closed" ? closed.graded.pass + closed.graded.fail : 0;
    expect(shown).toBe((before?.sampled.pass ?? 0) + (before?.sampled.fail ?? 0));
  });

  it("draws from a month that is closed, and its items stay open", async () => {
    await workspace.grade(june3, agrees, axis);
    await workspace.run("2026-06-04T13:00:00Z");
    const before = (await workspace.history("2026-06-05T13:00:00Z", axis))[0];
    expect((await more(6, "2026-06-05T13:00:00Z")).kind).toBe("drawn");
    expect((await status("2026-06-05T14:00:00Z"))?.asked).toEqual([
      { period: "2026-05", items: 6, answered: 0 },
    ]);
    let left = 1;
    // All but one: nothing of it is told.
    await workspace.grade("2026-06-06T13:00:00Z", () => (left-- > 0 ? null : "FAIL"), axis);
    expect((await status("2026-06-06T14:00:00Z"))?.gate?.graded).toEqual(
      (await status("2026-06-05T14:00:00Z"))?.gate?.graded,
    );
    expect((await workspace.history("2026-06-06T14:00:00Z", axis))[0]).toEqual(before);
    await workspace.grade("2026-06-07T13:00:00Z", () => "FAIL", axis);
    const told = await status("2026-06-07T14:00:00Z");
    const known = await status("2026-06-05T14:00:00Z");
    const sum = (one: typeof told): number => (one?.gate?.graded.pass ?? 0) + (one?.gate?.graded.fail ?? 0);
    expect(sum(told)).toBe(sum(known) + 6);
    expect((await workspace.history("2026-06-07T14:00:00Z", axis))[0]).toEqual(before);
  });

  it("gives each number once: two that ask at the same moment do not get the same items", async () => {
    await more(2);
    const [batch] = await workspace.at(june2, (app) => app.store.listAskedBatches({ axis }));
    if (batch === undefined) throw new Error("no batch");
    const again = await workspace.at(june2, (app) => app.store.askBatch({ ...batch, items: [] }));
    expect(again).toBe("changed");
    expect(await workspace.at(june2, (app) => app.store.listAskedBatches())).toEqual([batch]);
  });

  it("gives what is left, then refuses", async () => {
    expect(await more(500)).toMatchObject({ kind: "drawn", left: 0 });
    expect(await more(1)).toEqual({ kind: "refused", because: "exhausted", period: "2026-05" });
  });

  it("refuses a graduated axis, and one whose rubric has no month yet", async () => {
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 1, fail: 0 }, { rubric: "sha256:new" }));
    await workspace.at(june3, (app) => app.cycle.ingest());
    expect(await more(3, june3)).toEqual({ kind: "refused", because: "no-month", period: null });
    workspace.writeAxis(axis);
    expect(await more(3, june3)).toEqual({ kind: "refused", because: "graduated", period: null });
  });
});
