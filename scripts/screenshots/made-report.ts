import type { Month } from "../../src/core/cycle.ts";
import type { StatusChange } from "../../src/core/decided.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import type { ShownRow } from "../../src/core/open-row.ts";
import { addMonths, monthOf, monthStart } from "../../src/core/month.ts";
import { type ReportData, reportData } from "../../src/core/report-data.ts";
import { shownHistory } from "../../src/core/shown-history.ts";
import type { AxisStatus } from "../../src/core/status-report.ts";
import { closeOf, madeAxis, zone } from "./made-axis.ts";
import { madeGold } from "./made-gold.ts";

/**
 * A report as the program would make it of so many axes and months, through the real history: a critic that drifts, one that was
 * reverted and came back, one with too few verdicts, one whose rubric was edited, new ones, and steady ones. The last month is open.
 */
export function madeReport(size: {
  readonly axes: number;
  readonly months: number;
  readonly last?: Month;
}): ReportData & { readonly rows: readonly ShownRow[] } {
  const last = size.last ?? "2026-05";
  const first = addMonths(last, 1 - size.months);
  const now = monthStart(addMonths(last, 1), zone) + 10.4 * 86_400_000;
  const made = Array.from({ length: size.axes }, (_, index) =>
    madeAxis(index, first, size.months, size.months > 1 ? last : addMonths(last, 1)),
  );
  const histories = made.map(({ changes, policy, record, status }) =>
    shownHistory(record, {
      workspace: "default",
      policy,
      asOf: now,
      minutesPerItem: 1.4,
      statusNow: status,
      errorsOf: () => [],
      goldOf: (period) => madeGold(record.axis, period, changes.length),
      idOf: (key) => `d-${1000 + (Number.parseInt(key.slice(-6), 36) % 9000)}`,
    }),
  );
  const rows = histories.flat();
  const reverted = histories.map((history) => {
    const latest = history.findLast(({ state }) => state === "closed");
    return latest?.decision.action === "revert" ? latest : null;
  });
  const data = reportData({
    workspace: "default",
    madeAt: now,
    asOf: null,
    timezone: zone,
    rows,
    axes: made.map(({ changes, policy, record }, index) => ({
      axis: record.axis,
      title: index % 4 === 0 ? "Replies to clients" : null,
      policy,
      changes: [...changes, ...revertOf(reverted[index] ?? null)],
    })),
    costs: made.flatMap(({ costs }) => costs),
    status: {
      axes: made.map(({ record, status }, index) =>
        statusOf(record, reverted[index] === null ? status : "assisted"),
      ),
      aggregate: {
        minutesPlanned: 58,
        minutesSpent: 22,
        axesAtRisk: 1,
        judgeCostUsd: 4.18,
        judgeCostShare: 0.062,
      },
      pending: [],
    },
    monthOf: (instant) => monthOf(instant, zone),
  });
  return { ...data, rows };
}

function revertOf(row: ShownRow | null): readonly StatusChange[] {
  if (row === null) return [];
  const { axis, period } = row;
  const at = closeOf(period);
  return [{ axis, at, from: "graduated", to: "assisted", by: "run", reason: "kappa", period }];
}

function statusOf(record: AxisRecord, status: string): AxisStatus {
  const open = record.cycles.filter(({ state }) => state === "open");
  return {
    axis: record.axis,
    status,
    atRisk: false,
    because: null,
    open: open.map(({ dueAt, period }) => {
      const items = record.items.filter((item) => item.period === period);
      const graded = items.filter(({ state }) => state === "answered").length;
      return {
        period,
        items: items.length,
        graded,
        pending: items.length - graded,
        overdue: false,
        due: new Date(dueAt ?? 0).toISOString(),
        minutes: (items.length - graded) * 1.4,
      };
    }),
  };
}
