import type { Month } from "./cycle.ts";
import type { ShownRow } from "./open-row.ts";
import { monthsFrom } from "./month.ts";
import { type ReportAxis, reportAxis, type ReportedAxis, type Standing } from "./report-axis.ts";
import type { MonthCost } from "./report-month.ts";
import type { StatusReport } from "./status-report.ts";

/** Everything that the report shows: one value for the page, the pictures and the JSON. */
export interface ReportData {
  readonly workspace: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  /** The instant whose grades are known, ISO 8601, UTC; null is now. */
  readonly asOf: string | null;
  readonly timezone: string;
  /** Every month from the first to the last of any axis: the common scale of all pictures. */
  readonly months: readonly Month[];
  /** By risk, the most pressing first; alike ones by name. */
  readonly axes: readonly ReportAxis[];
  readonly aggregate: StatusReport["aggregate"];
  readonly pending: StatusReport["pending"];
}

/**
 * Puts the report together from the rows that `history` prints, so that their figures are the same.
 *
 * @param rows as they may be shown: of open months nothing that would tell the critic's word
 */
export function reportData(input: {
  readonly workspace: string;
  readonly madeAt: number;
  readonly asOf: number | null;
  readonly timezone: string;
  readonly rows: readonly ShownRow[];
  readonly axes: readonly ReportedAxis[];
  readonly costs: readonly MonthCost[];
  readonly status: Pick<StatusReport, "axes" | "aggregate" | "pending">;
  readonly monthOf: (instant: number) => Month;
}): ReportData {
  const axes = input.axes.map((axis) => reportAxis(axis, input)).toSorted(byStanding);
  return {
    workspace: input.workspace,
    madeAt: new Date(input.madeAt).toISOString(),
    asOf: input.asOf === null ? null : new Date(input.asOf).toISOString(),
    timezone: input.timezone,
    months: monthSpan(input.rows.map(({ period }) => period)),
    axes,
    aggregate: input.status.aggregate,
    pending: input.status.pending,
  };
}

const order: readonly Standing[] = ["at-risk", "in-doubt", "unmeasured", "assisted", "healthy"];

function byStanding(a: ReportAxis, b: ReportAxis): number {
  return (
    order.indexOf(a.standing) - order.indexOf(b.standing) ||
    probability(b) - probability(a) ||
    (a.axis < b.axis ? -1 : a.axis > b.axis ? 1 : 0)
  );
}

function probability({ last }: ReportAxis): number {
  return last?.pBelowThreshold ?? -1;
}

/** All months from the earliest to the latest of these, none left out. */
function monthSpan(periods: readonly Month[]): readonly Month[] {
  const sorted = periods.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first === undefined || last === undefined ? [] : monthsFrom(first, last);
}
