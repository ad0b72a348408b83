import { describe, expect, it } from "vitest";
import type { StatusChange } from "../../src/core/decided.ts";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { reportData } from "../../src/core/report-data.ts";
import type { ShownRow } from "../../src/core/open-row.ts";
import type { AxisStatus } from "../../src/core/status-report.ts";
import { sampleOpenRow, sampleRow } from "../reports/sample-row.ts";

const revert: StatusChange = {
  axis: "verify-dispatch",
  at: Date.UTC(2026, 5, 15, 13),
  from: "graduated",
  to: "assisted",
  by: "run",
  reason: "kappa",
  period: "2026-05",
};

function dataOf(
  rows: readonly ShownRow[],
  further: Partial<Parameters<typeof reportData>[0]> & { readonly statuses?: Record<string, string> } = {},
): ReturnType<typeof reportData> {
  const { statuses = {}, ...rest } = further;
  const names = [...new Set([...rows.map(({ axis }) => axis), ...Object.keys(statuses)])];
  const status = (axis: string): AxisStatus => ({
    axis,
    status: statuses[axis] ?? "graduated",
    atRisk: false,
    because: null,
    open: [],
  });
  return reportData({
    workspace: "default",
    madeAt: 0,
    asOf: null,
    timezone: "UTC",
    rows,
    axes: names.map((axis) => ({ axis, title: null, policy: defaultDecision, changes: [] })),
    costs: [],
    status: {
      axes: names.map(status),
      aggregate: {
        minutesPlanned: 0,
        minutesSpent: null,
        axesAtRisk: 0,
        judgeCostUsd: null,
        judgeCostShare: null,
      },
      pending: [],
    },
    monthOf: (instant) => new Date(instant).toISOString().slice(0, 7),
    ...rest,
  });
}

describe("reportData", () => {
  it("takes the figures of a closed month as the history has them", () => {
    const row = sampleRow({ escape: { escaped: 1, graded: 3, low: 0.04, high: 0.82 } });
    const month = dataOf([row]).axes[0]?.months[0];
    expect(month).toMatchObject({
      kappa: row.kappa,
      graded: { pass: 9, fail: 5 },
      overrides: { count: 4, n: 9, rate: 4 / 9 },
      overrideRateAtThreshold: 0.04,
      streak: 1,
      escape: { count: 1, n: 3, low: 0.04, high: 0.82 },
      verdicts: { total: 100, pass: 90, fail: 10, error: 2 },
      minutes: row.minutes,
      cost: null,
      action: "revert",
    });
    const { high, low } = jeffreysInterval(4, 9);
    expect(month?.overrides).toMatchObject({ low, high });
  });

  it("has null, and never 0, where there is no figure", () => {
    const month = dataOf([
      sampleRow({
        state: "below-threshold",
        kappa: { status: "undefined", value: null, low: null, high: null, because: "no-data", bounds: null },
      }),
    ]).axes[0]?.months[0];
    expect(month).toMatchObject({ overrides: null, streak: null, escape: null, gold: null, cost: null });
    expect(month?.kappa.value).toBeNull();
  });

  it("tells of an open month nothing by the critic's word", () => {
    const month = dataOf([sampleOpenRow()]).axes[0]?.months[0];
    expect(month).toMatchObject({
      state: "open",
      graded: { pass: null, fail: null },
      overrides: null,
      overrideRateAtThreshold: null,
      streak: null,
      escape: null,
      provisional: null,
      verdicts: { pass: null, fail: null },
      answered: { items: 2, answered: 1 },
    });
    expect(month?.kappa).toMatchObject({ value: null, because: "open" });
  });

  it("marks where an epoch begins, over months without one", () => {
    const rows = [
      sampleRow({ period: "2026-01", epoch: "a" }),
      sampleRow({ period: "2026-02", epoch: null }),
      sampleRow({ period: "2026-03", epoch: "a" }),
      sampleRow({ period: "2026-04", epoch: "b" }),
      sampleRow({ period: "2026-05", epoch: "b" }),
    ];
    expect(dataOf(rows).axes[0]?.months.map(({ startsEpoch }) => startsEpoch)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it("spans all months between the first and the last of any axis", () => {
    const rows = [sampleRow({ period: "2025-12" }), sampleRow({ axis: "rules-judge", period: "2026-02" })];
    expect(dataOf(rows).months).toEqual(["2025-12", "2026-01", "2026-02"]);
    expect(dataOf([]).months).toEqual([]);
  });

  it("sorts by risk: at risk, in doubt, unmeasured, assisted, healthy", () => {
    const keep = {
      ...sampleRow().decision,
      action: "keep",
      reasons: [],
      literal: { action: "keep", reasons: [] },
      guarded: { action: "keep", reasons: [] },
    } as const;
    const sound = { streak: 0, pBelowThreshold: 0.01, decision: { ...keep, evidence: "healthy" } } as const;
    const rows = [
      sampleRow({ axis: "healthy-one", ...sound }),
      sampleRow({
        axis: "doubt",
        ...sound,
        pBelowThreshold: 0.3,
        decision: { ...keep, evidence: "uncertain" },
      }),
      sampleRow({ axis: "taken-back" }),
      sampleRow({ axis: "risky" }),
      sampleOpenRow({ axis: "fresh" }),
    ];
    const { axes } = dataOf(rows, { statuses: { "taken-back": "assisted" } });
    expect(axes.map(({ axis, standing }) => [axis, standing])).toEqual([
      ["risky", "at-risk"],
      ["doubt", "in-doubt"],
      ["fresh", "unmeasured"],
      ["taken-back", "assisted"],
      ["healthy-one", "healthy"],
    ]);
  });

  it("places a revert in its month, a re-graduation in the month in which it was said, and none that came after `asOf`", () => {
    const back: StatusChange = {
      ...revert,
      at: Date.UTC(2026, 8, 2),
      from: "assisted",
      to: "graduated",
      by: "axis graduate",
      period: null,
    };
    const axes = [{ axis: "verify-dispatch", title: null, policy: defaultDecision, changes: [revert, back] }];
    const changes = (asOf: number | null): unknown =>
      dataOf([sampleRow()], { axes, asOf }).axes[0]?.changes.map(({ kind, period }) => [kind, period]);
    expect(changes(null)).toEqual([
      ["reverted", "2026-05"],
      ["graduated", "2026-09"],
    ]);
    expect(changes(Date.UTC(2026, 6, 1))).toEqual([["reverted", "2026-05"]]);
  });

  it("gives a cost only where one is known", () => {
    const cost = { axis: "verify-dispatch", period: "2026-05", usd: 0, priced: 0 };
    expect(dataOf([sampleRow()], { costs: [cost] }).axes[0]?.months[0]?.cost).toBeNull();
    expect(dataOf([sampleRow()], { costs: [{ ...cost, priced: 2 }] }).axes[0]?.months[0]?.cost).toEqual({
      usd: 0,
      priced: 2,
    });
  });
});
