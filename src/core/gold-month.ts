import type { Month, MonthCount } from "./cycle.ts";
import {
  type GoldAgreement,
  goldAgreement,
  goldTruePassRate,
  judgedTwice,
  type RateFigure,
} from "./gold-agreement.ts";
import { type GoldDrift, goldDrift, judgeOf, type MeasuredRun } from "./gold-drift.ts";
import type { GoldAnswer, GoldItem, GoldRun } from "./gold-record.ts";
import { type GoldSize, goldSize } from "./gold-set.ts";
import { groupBy } from "./group-by.ts";
import type { JudgeIdentity } from "./judge-identity.ts";
import type { Rate } from "./mover-interval.ts";
import type { RoganGladen } from "./rogan-gladen.ts";

/** How the critic of an axis did on gold in a month. */
export interface GoldMonth {
  /** Why there are no figures, or fewer: `no-run`, or why the run stopped; null where the run is whole. */
  readonly because: string | null;
  /** As it is known now, whatever the month. */
  readonly size: GoldSize;
  /** The run that the month's figures are of; null where there was none. */
  readonly run: GoldRunFigures | null;
}

export interface GoldRunFigures extends GoldAgreement {
  readonly id: string;
  readonly state: GoldRun["state"];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly rubric: string;
  readonly planned: number;
  /** Verdicts, and calls that gave none; second answers are counted in both. */
  readonly answered: number;
  readonly noVerdict: number;
  /** Who answered; null where nobody did. */
  readonly judge: JudgeIdentity | null;
  /** Items judged twice in the run, and those with two words. */
  readonly judgedTwice: RateFigure;
  readonly drift: GoldDrift;
  /** The share of the month's verdicts that the founder would pass, as gold tells it. */
  readonly truePassRate: RoganGladen & { readonly goldItems: number };
}

/** Everything that is known of the gold of one axis. */
export interface GoldRecord {
  readonly items: readonly GoldItem[];
  /** Ascending by start. */
  readonly runs: readonly GoldRun[];
  readonly answers: readonly GoldAnswer[];
}

/**
 * The gold figures of a month, by what was known at `asOf`: those of its latest run that came to an end, else of its latest run.
 * Null where the axis had no gold and no run by then. Made once for many months: most of it is the same for all of them.
 */
export function goldMonths(
  record: GoldRecord,
  known: {
    readonly counts: readonly MonthCount[];
    /** Refs of the items that were drawn at random, of all months. */
    readonly drawn: ReadonlySet<string>;
    readonly asOf: number;
    readonly now: number;
    readonly monthOf: (instant: number) => Month;
  },
): (period: Month) => GoldMonth | null {
  const { asOf } = known;
  const items = itemsAsOf(record.items, asOf);
  const runs = record.runs.filter(({ startedAt }) => startedAt <= asOf);
  if (items.length === 0 && runs.length === 0) return () => null;
  const size = goldSize(items, Math.min(asOf, known.now), known.monthOf);
  const runsOf = groupBy(runs, ({ period }) => period);
  const countsOf = groupBy(known.counts, ({ period }) => period);
  const answersOf = groupBy(
    record.answers.filter(({ at }) => at <= asOf),
    ({ runId }) => runId,
  );
  const measured = (run: GoldRun): MeasuredRun => ({
    run,
    answers: answersOf.get(run.id) ?? [],
    production: passRateOf(countsOf.get(run.period) ?? []),
  });
  return (period) => {
    const own = runsOf.get(period) ?? [];
    const run = own.findLast(({ state }) => state === "done") ?? own.at(-1);
    if (run === undefined) return { because: "no-run", size, run: null };
    const earlier = runs.filter(({ startedAt }) => startedAt < run.startedAt);
    const before =
      earlier.findLast(({ state }) => state === "done") ??
      earlier.findLast(({ id }) => answersOf.get(id)?.some(({ word }) => word !== "ERROR"));
    const held = before === undefined ? null : measured(before);
    return { because: run.because, size, run: figuresOf(items, measured(run), held, known.drawn) };
  };
}

function figuresOf(
  items: readonly GoldItem[],
  now: MeasuredRun,
  before: MeasuredRun | null,
  drawn: ReadonlySet<string>,
): GoldRunFigures {
  const { answers, production, run } = now;
  const noVerdict = answers.filter(({ word }) => word === "ERROR").length;
  return {
    id: run.id,
    state: run.state,
    startedAt: new Date(run.startedAt).toISOString(),
    rubric: run.rubric,
    planned: run.planned,
    answered: answers.length - noVerdict,
    noVerdict,
    judge: judgeOf(answers),
    ...goldAgreement(items, answers),
    judgedTwice: judgedTwice(answers),
    drift: goldDrift(before, now),
    truePassRate: goldTruePassRate(production, items, answers, drawn),
  };
}

/** The items as they stood at an instant. */
function itemsAsOf(items: readonly GoldItem[], asOf: number): readonly GoldItem[] {
  return items
    .filter(({ admittedAt }) => admittedAt <= asOf)
    .map((item) => ({
      ...item,
      ...(item.exposedAt !== null && item.exposedAt > asOf ? { exposedAt: null, exposedBecause: null } : {}),
      ...(item.retiredAt !== null && item.retiredAt > asOf ? { retiredAt: null, retiredBecause: null } : {}),
    }));
}

function passRateOf(counts: readonly MonthCount[]): Rate {
  const sum = (word: MonthCount["word"]): number =>
    counts.filter((one) => one.word === word).reduce((total, { count }) => total + count, 0);
  const count = sum("PASS");
  return { count, n: count + sum("FAIL") };
}
