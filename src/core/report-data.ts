import type { Month } from "./cycle.ts";
import type { StatusChange } from "./decided.ts";
import type { Disagreement } from "./disagreements.ts";
import type { RateFigure } from "./gold-agreement.ts";
import type { HistoryKappa, HistoryRow, ShownRow } from "./history-row.ts";
import { jeffreysInterval } from "./intervals.ts";
import { monthsFrom } from "./month.ts";
import type { DecisionPolicy } from "./policy.ts";
import { riskBandOf, riskOf } from "./risk.ts";
import type { AxisStatus, StatusReport } from "./status-report.ts";

/** What one month of one axis cost: verdicts that gave a cost, and the program's own calls, in US dollars. */
export interface MonthCost {
  readonly axis: string;
  readonly period: Month;
  readonly usd: number;
  /** Verdicts and calls whose cost is known. */
  readonly priced: number;
}

/** One month of one axis as it is drawn. Figures are those of its history row; null where there is none, and while it is open. */
export interface ReportMonth {
  readonly period: Month;
  readonly state: ShownRow["state"];
  /** Why nothing was sampled; null where nothing is to be explained. */
  readonly because: ShownRow["because"];
  /** The month is judged on another rubric, model or settings than the one before: their figures are not to be joined. */
  readonly startsEpoch: boolean;
  readonly provisional: boolean | null;
  readonly kappa: HistoryKappa;
  /** The grades that kappa rests on: of critic-PASS and of critic-FAIL. */
  readonly graded: { readonly pass: number | null; readonly fail: number | null };
  /** Overrides of graded PASS items, with a 95% Jeffreys interval; null while the month is open, and where nothing was sampled. */
  readonly overrides: RateFigure | null;
  /** The override rate that kappa at the threshold means on this month's frame, 0 to 1; null while it is open: it is the share of FAIL. */
  readonly overrideRateAtThreshold: number | null;
  readonly streak: number | null;
  /** Probes that the critic let through; null where none was graded. */
  readonly escape: RateFigure | null;
  readonly gold: { readonly agreement: RateFigure; readonly flipped: RateFigure | null } | null;
  /** Of an open month the sum alone: by word it would tell what the critic says. */
  readonly verdicts: {
    readonly total: number;
    readonly pass: number | null;
    readonly fail: number | null;
    readonly error: number;
  };
  readonly minutes: { readonly planned: number; readonly spent: number };
  /** Null where no cost is known. */
  readonly cost: { readonly usd: number; readonly priced: number } | null;
  readonly answered: ShownRow["answered"];
  readonly action: HistoryRow["decision"]["action"];
}

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

/** What is known of an axis beside its history. */
export interface ReportedAxis {
  readonly axis: string;
  readonly title: string | null;
  readonly policy: DecisionPolicy;
  readonly changes: readonly StatusChange[];
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

function reportAxis(
  { axis, title, policy, changes }: ReportedAxis,
  input: Parameters<typeof reportData>[0],
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

function reportMonth(row: ShownRow, startsEpoch: boolean, cost: MonthCost | null): ReportMonth {
  const isClosed = row.state === "closed";
  const { error, fail, pass } = row.verdicts;
  const isOpen = row.state === "open";
  return {
    period: row.period,
    state: row.state,
    because: row.because,
    startsEpoch,
    provisional: isClosed ? row.provisional : null,
    kappa: row.kappa,
    graded: { pass: row.graded.pass, fail: row.graded.fail },
    overrides:
      isClosed && row.overrides !== null && row.graded.pass !== null
        ? rateOf(row.overrides, row.graded.pass)
        : null,
    overrideRateAtThreshold: isOpen ? null : row.overrideRateAtThreshold,
    streak: isClosed ? row.streak : null,
    escape: escapeOf(row),
    gold: goldOf(row),
    verdicts: { total: pass + fail, pass: isOpen ? null : pass, fail: isOpen ? null : fail, error },
    minutes: row.minutes,
    cost: cost === null || cost.priced === 0 ? null : { usd: cost.usd, priced: cost.priced },
    answered: row.answered,
    action: row.decision.action,
  };
}

function rateOf(count: number, n: number): RateFigure {
  const { high, low } = jeffreysInterval(count, n);
  return { count, n, rate: n === 0 ? null : count / n, low, high };
}

function escapeOf({ escape }: ShownRow): RateFigure | null {
  if (escape.graded === null || escape.escaped === null || escape.graded === 0) return null;
  const { escaped: count, graded: n, high, low } = escape;
  return { count, n, rate: count / n, low, high };
}

function goldOf({ gold }: ShownRow): ReportMonth["gold"] {
  const run = gold?.run ?? null;
  if (run === null || run.holdout.agreement.n + run.exposed.agreement.n === 0) return null;
  const agreement = run.holdout.agreement.n > 0 ? run.holdout.agreement : run.exposed.agreement;
  return { agreement, flipped: run.drift.flips?.flipped ?? null };
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

const order: readonly Standing[] = ["at-risk", "in-doubt", "unmeasured", "assisted", "healthy"];

function byStanding(a: ReportAxis, b: ReportAxis): number {
  const probability = (one: ReportAxis): number => one.last?.pBelowThreshold ?? -1;
  return (
    order.indexOf(a.standing) - order.indexOf(b.standing) ||
    probability(b) - probability(a) ||
    (a.axis < b.axis ? -1 : a.axis > b.axis ? 1 : 0)
  );
}

/** All months from the earliest to the latest of these, none left out. */
function monthSpan(periods: readonly Month[]): readonly Month[] {
  const sorted = periods.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first === undefined || last === undefined ? [] : monthsFrom(first, last);
}
