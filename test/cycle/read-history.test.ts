import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HistoryRow } from "../../src/core/history-row.ts";
import type { ShownRow } from "../../src/core/open-row.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { readHistory } from "../../src/cycle/read-history.ts";
import { readStatus } from "../../src/cycle/read-status.ts";
import { renderHistoryCsv } from "../../src/reports/history-csv.ts";
import { renderHistoryTable } from "../../src/reports/history-table.ts";
import { renderStatus } from "../../src/reports/status-text.ts";
import { answerItems, refsOf } from "../support/late-grades.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const today = "2026-09-01T18:00:00Z";

describe("readHistory with late and changed grades", () => {
  const workspace = new Workspace({
    config: "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n",
  });
  let refs: readonly string[];
  // Once for all: history only reads.
  beforeAll(async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run("2026-06-01T13:00:00Z");
    refs = await refsOf(workspace, "2026-06-02T13:00:00Z", "2026-05", "pass");
    // 5 June: all but the first; 10 July, late: the first is an override; 20 July: so is the second, changed; 30 July: the
    // first is taken back.
    await answerItems(workspace, "2026-06-05T13:00:00Z", ({ ref, word }) =>
      ref === refs[0] ? undefined : word === "PASS" ? "PASS" : "FAIL",
    );
    await workspace.run("2026-07-01T14:00:00Z");
    await answerItems(workspace, "2026-07-10T13:00:00Z", ({ ref }) => (ref === refs[0] ? "FAIL" : undefined));
    await answerItems(workspace, "2026-07-20T13:00:00Z", ({ ref }) => (ref === refs[1] ? "FAIL" : undefined));
    await answerItems(workspace, "2026-07-30T13:00:00Z", ({ ref }) => (ref === refs[0] ? null : undefined));
  });
  afterAll(() => workspace.dispose());

  async function asOf(instant: string | null): Promise<ShownRow> {
    const at = instant === null ? null : Date.parse(instant);
    const rows = await workspace.at(today, (app) => readHistory(app.cycle, { axis, since: null, asOf: at }));
    const [row] = rows;
    if (row === undefined) throw new Error("no row");
    return row;
  }

  const known = async (instant: string | null) => {
    const { graded, overrides, streak, table } = await asOf(instant);
    return [graded.pass, graded.fail, overrides, streak, table.pp];
  };

  it("takes the grades that were known at the instant, late ones and changed ones alike", async () => {
    expect(await known("2026-06-04T13:00:00Z")).toEqual([0, 0, 0, 0, 0]);
    expect(await known("2026-07-02T13:00:00Z")).toEqual([8, 5, 0, 0, 8]);
    expect(await known("2026-07-15T13:00:00Z")).toEqual([9, 5, 1, 1, 8]);
    expect(await known("2026-07-25T13:00:00Z")).toEqual([9, 5, 2, 1, 7]);
    expect(await known("2026-08-01T13:00:00Z")).toEqual([8, 5, 1, 1, 7]);
    expect(await known(null)).toEqual([8, 5, 1, 1, 7]);
  });

  it("gives kappa, pool and probability by them, and the decision as it was made", async () => {
    const then = await asOf("2026-07-02T13:00:00Z");
    const later = await asOf("2026-07-25T13:00:00Z");
    expect(then.kappa.value).toBe(1);
    // 7 of 9 confirmed, w = 0.9: kappa = 2 w (1 - w) qP / (w + m - 2 w m), m = w qP.
    expect(later.kappa.value).toBeCloseTo((2 * 0.9 * 0.1 * (7 / 9)) / (0.9 + 0.7 - 2 * 0.9 * 0.7), 12);
    expect([then.pool?.overrides, later.pool?.overrides]).toEqual([0, 2]);
    expect(later.pBelowThreshold ?? 0).toBeGreaterThan(then.pBelowThreshold ?? 1);
    expect(later.decision).toEqual(then.decision);
    expect(then.decision).toMatchObject({ action: "keep", literal: { action: "keep" } });
    expect(later.status).toEqual({ before: "graduated", after: "graduated" });
  });

  it("as of the close is the row that the decision was made on", async () => {
    const [decision] = await workspace.at(today, (app) => app.store.listDecisions({ axis }));
    if (decision === undefined) throw new Error("no decision");
    const recorded: HistoryRow = JSON.parse(decision.record);
    const row = await asOf(new Date(decision.at).toISOString());
    for (const field of [
      "kappa",
      "table",
      "pool",
      "pBelowThreshold",
      "streak",
      "graded",
      "overrides",
      "decision",
    ] as const) {
      expect(row[field]).toEqual(recorded[field]);
    }
  });

  it("keeps the figures that the decision was made on beside those of now, and says what these would come to", async () => {
    const later = await asOf("2026-07-25T13:00:00Z");
    expect(later.decidedOn).toMatchObject({
      kappa: { value: 1 },
      table: { pp: 8, pf: 0, fp: 0, ff: 5 },
      streak: 0,
      policy: { kappaThreshold: 0.6 },
    });
    expect(later.byNow?.action).not.toBe("revert");
    const text = renderHistoryTable([later], () => defaultDecision).replaceAll(/\s+/g, " ");
    const reason = text.slice(text.indexOf("reason: "), text.indexOf("by the grades known now"));
    expect(reason).toContain("0 overrides of 8");
    expect(text.slice(text.indexOf("by the grades known now"))).toContain("2 overrides of 9");
    const status = await workspace.at(today, async (app) =>
      renderStatus(await readStatus(app.cycle, { warnings: [], productionUsdPerMonth: null }), "UTC"),
    );
    expect(status.replaceAll("\n  ", " ")).toContain("0 overrides of 8; by the grades known now: kappa");
  });

  it("does not show a month that was opened later", async () => {
    const rows = await workspace.at(today, (app) =>
      readHistory(app.cycle, { axis, since: null, asOf: Date.parse("2026-05-31T13:00:00Z") }),
    );
    expect(rows).toEqual([]);
  });

  it("is the same whatever has been asked before: nothing is written", async () => {
    const before = await asOf("2026-07-15T13:00:00Z");
    await asOf(null);
    expect(await asOf("2026-07-15T13:00:00Z")).toEqual(before);
  });
});

/** The founder fails one item of this kind, half a day after the opening; everything that can be read of it then. */
async function oneFailed(kind: "pass" | "fail"): Promise<readonly string[]> {
  const workspace = new Workspace({ config: "notify: [{ channel: stdout }]\n" });
  try {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run("2026-06-01T13:00:00Z");
    const [ref] = await refsOf(workspace, "2026-06-02T13:00:00Z", "2026-05", kind);
    await answerItems(workspace, "2026-06-02T13:00:00Z", (item) => (item.ref === ref ? "FAIL" : undefined));
    return await workspace.at("2026-06-03T13:00:00Z", async (app) => {
      const rows = await readHistory(app.cycle, { axis, since: null, asOf: null });
      expect(rows).toMatchObject([{ state: "open", answered: { items: 14, answered: 1 } }]);
      const status = await readStatus(app.cycle, { warnings: [], productionUsdPerMonth: null });
      return [
        JSON.stringify(rows),
        renderHistoryCsv(rows),
        renderHistoryTable(rows, () => defaultDecision),
        JSON.stringify({ ...status, now: null }),
        renderStatus({ ...status, now: "2026-06-03T13:00:00.000Z" }, "UTC"),
      ];
    });
  } finally {
    workspace.dispose();
  }
}

describe("readHistory of an open month", () => {
  it("says the same of an item that the critic passed and of one that it failed", async () => {
    expect(await oneFailed("pass")).toEqual(await oneFailed("fail"));
  });
});
