import type { Month } from "./cycle.ts";
import type { RateFigure } from "./gold-agreement.ts";
import type { HistoryKappa, HistoryRow } from "./history-row.ts";
import type { ShownRow } from "./open-row.ts";
import { jeffreysInterval } from "./intervals.ts";

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

/** A month as it is drawn, from its row as it may be shown. */
export function reportMonth(row: ShownRow, startsEpoch: boolean, cost: MonthCost | null): ReportMonth {
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
