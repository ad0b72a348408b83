import type { Cycle, Month } from "./cycle.ts";
import { decideWindows } from "./decide-windows.ts";
import type { DecisionStep } from "./decision.ts";
import { type AxisRecord, monthEvidence, monthsSinceRestart, seeItems } from "./evidence.ts";
import { groupBy } from "./group-by.ts";
import type { HistoryOptions } from "./history-options.ts";
import type { HistoryRow } from "./history-row.ts";
import type { KnownMonth, SeenGrade } from "./known-month.ts";
import { historyRow } from "./row-of-month.ts";
import { type ReaskAnswer, reaskAnswers } from "./self-agreement.ts";

/**
 * What is known of one axis, month by month, ascending: numbers by the grades known at `asOf`,
 * the decision block as it was decided then.
 */
export function axisHistory(record: AxisRecord, options: HistoryOptions): readonly HistoryRow[] {
  return axisMonths(record, options).map(({ row }) => row);
}

/** The same with what the rules looked at; `step` is null where a month stands before the latest restart. */
export function axisMonths(
  record: AxisRecord,
  options: HistoryOptions,
): readonly { readonly row: HistoryRow; readonly step: DecisionStep | null }[] {
  const monthOf = monthReader(record, options);
  return record.cycles.map(monthOf);
}

/** One month of these, without the rows of the others; null where the axis has no cycle in it. */
export function axisMonth(
  record: AxisRecord,
  period: Month,
  options: HistoryOptions,
): { readonly row: HistoryRow; readonly step: DecisionStep | null } | null {
  const cycle = record.cycles.find((one) => one.period === period);
  return cycle === undefined ? null : monthReader(record, options)(cycle);
}

function monthReader(
  record: AxisRecord,
  options: HistoryOptions,
): (cycle: Cycle) => { readonly row: HistoryRow; readonly step: DecisionStep | null } {
  const graded = groupBy(
    seeItems(record.items, record.observations, options.asOf).map(
      (one): SeenGrade => ({ ...one, grade: one.seen?.grade ?? null }),
    ),
    ({ item }) => item.period,
  );
  const counts = groupBy(record.counts, ({ period }) => period);
  const decisions = groupBy(record.decisions, ({ period }) => period);
  const stepOf = stepOfMonths(record, graded, options);
  const reasked = closedAnswers(record, options.asOf);
  return (cycle) => {
    const { period } = cycle;
    const own = {
      graded: graded.get(period) ?? [],
      counts: counts.get(period) ?? [],
      decided: decisions.get(period)?.[0] ?? null,
    };
    const { step, window } = stepOf(cycle);
    return { row: historyRow(record, cycle, { ...own, step, window, reasked }, options), step };
  };
}

/** Re-asked items of closed months: while a month is open, what the founder said before is not held against him. */
function closedAnswers(record: AxisRecord, asOf: number): readonly ReaskAnswer[] {
  const closed = new Set(record.cycles.filter(({ state }) => state === "closed").map(({ period }) => period));
  return reaskAnswers(record, asOf).filter(({ period }) => closed.has(period));
}

/** The decision step of each month, and the months that it looked at. */
function stepOfMonths(
  record: AxisRecord,
  graded: ReadonlyMap<Month, readonly SeenGrade[]>,
  options: HistoryOptions,
): (cycle: Cycle) => Pick<KnownMonth, "step" | "window"> {
  const evidence = new Map(
    record.cycles.map((cycle) => [cycle.period, monthEvidence(cycle, graded.get(cycle.period) ?? [])]),
  );
  const stepOf = decideWindows(options.policy);
  return (cycle) => {
    const closedAt = cycle.closedAt ?? (cycle.state === "open" ? options.asOf : cycle.openedAt);
    const months = monthsSinceRestart(record, cycle.period, closedAt);
    const window = months.flatMap(({ period }) => evidence.get(period) ?? []);
    if (window.at(-1)?.period !== cycle.period) return { step: null, window: [] };
    return { step: stepOf(window), window };
  };
}
