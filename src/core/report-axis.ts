import type { Month } from "./cycle.ts";
import type { StatusChange } from "./decided.ts";
import type { Disagreement } from "./disagreements.ts";
import type { HistoryRow } from "./history-row.ts";
import type { ShownRow } from "./open-row.ts";
import type { DecisionPolicy } from "./policy.ts";
import { type MonthCost, type ReportMonth, reportMonth } from "./report-month.ts";
import { riskBandOf, riskOf } from "./risk.ts";
import type { AxisStatus, StatusReport } from "./status-report.ts";

/** A change of the status word, by the month in which it stands in the pictures. */
export interface ReportChange {
  readonly period: Month;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: "reverted" | "assisted" | "graduated" | "other";
  readonly from: string | null;
  readonly to: string;
}

/** How an axis stands, in the order in which it is looked at. */
export type Standing = "at-risk" | "in-doubt" | "unmeasured" | "assisted" | "healthy";

/** One axis as it is shown. */
export interface ReportAxis {
  readonly axis: string;
  readonly title: string | null;
  readonly status: string;
  readonly standing: Standing;
  /** Why it is at risk, as a sentence; null where it is not. */
  readonly because: string | null;
  readonly policy: DecisionPolicy;
  /** Ascending. */
  readonly months: readonly ReportMonth[];
  /** The last closed month whole; null where none was closed. */
  readonly last: HistoryRow | null;
  readonly changes: readonly ReportChange[];
  /** Of closed months, the latest month first. */
  readonly disagreements: readonly (Disagreement & { readonly period: Month })[];
  readonly open: AxisStatus["open"];
  readonly gate: AxisStatus["gate"] | null;
  readonly waits: AxisStatus["waits"] | null;
}

/** What is known of an axis beside its history. */
export interface ReportedAxis {
  readonly axis: string;
  readonly title: string | null;
  readonly policy: DecisionPolicy;
  readonly changes: readonly StatusChange[];
}

/** Puts one axis together from its rows, costs and status. */
export function reportAxis(
  { axis, title, policy, changes }: ReportedAxis,
  input: {
    readonly asOf: number | null;
    readonly rows: readonly ShownRow[];
    readonly costs: readonly MonthCost[];
    readonly status: Pick<StatusReport, "axes">;
    readonly monthOf: (instant: number) => Month;
  },
): ReportAxis {
  const rows = input.rows.filter((row) => row.axis === axis);
  const last = rows.findLast((row): row is HistoryRow => row.state === "closed") ?? null;
  const known = input.status.axes.find((one) => one.axis === axis);
  const status = known?.status ?? "no axis file";
  const costs = new Map(
    input.costs.filter((cost) => cost.axis === axis).map((cost) => [cost.period, cost] as const),
  );
  let epoch: string | null = null;
  return {
    axis,
    title,
    status,
    standing: standingOf(last, status, policy),
    because: riskOf(last, status, policy),
    policy,
    months: rows.map((row) => {
      const startsEpoch = epoch !== null && row.epoch !== null && row.epoch !== epoch;
      epoch = row.epoch ?? epoch;
      return reportMonth(row, startsEpoch, costs.get(row.period) ?? null);
    }),
    last,
    changes: changes
      .filter(({ at }) => input.asOf === null || at <= input.asOf)
      .map((change) => reportChange(change, input.monthOf)),
    disagreements: rows
      .toReversed()
      .flatMap(({ disagreements, period }) => disagreements.map((one) => ({ ...one, period }))),
    open: known?.open ?? [],
    gate: known?.gate ?? null,
    waits: known?.waits ?? null,
  };
}

function reportChange(change: StatusChange, monthOf: (instant: number) => Month): ReportChange {
  const { at, by, from, period, to } = change;
  return {
    period: period ?? monthOf(at),
    at: new Date(at).toISOString(),
    kind:
      by === "run" && to === "assisted"
        ? "reverted"
        : to === "assisted"
          ? "assisted"
          : to === "graduated"
            ? "graduated"
            : "other",
    from,
    to,
  };
}

function standingOf(last: HistoryRow | null, status: string, policy: DecisionPolicy): Standing {
  if (last === null) return "unmeasured";
  if (status !== "graduated") return "assisted";
  switch (riskBandOf(last, status, policy)) {
    case 2:
      return "at-risk";
    case 1:
      return "in-doubt";
    case 0:
      return "healthy";
  }
}
