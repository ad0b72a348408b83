import type { Month } from "./cycle.ts";
import type { MonthEvidence } from "./decision.ts";
import { monthDistance } from "./month-distance.ts";
import { defaultDecision } from "./policy.ts";

/** What a month does to the streak of overrides: adds one, ends it, or leaves it as it is. */
export type MonthStanding = "bad" | "clean" | "uncounted";

/** Fewest PASS or FAIL answers that a clean month needs. */
const fewestGraded = 3;

/**
 * Does a month count against the critic, for it, or not at all? Reads the base sample of critic-PASS items only.
 *
 * bad: one override, however few the grades, since no later grade can take it away.
 * clean: every sampled item answered, none overridden, and PASS or FAIL on at least 3 items and half of the answers.
 * uncounted: everything else; a founder who does not grade, or cannot tell, shall not heal the critic.
 */
export function monthStanding(base: MonthEvidence["base"]): MonthStanding {
  if (base.overrides >= 1) return "bad";
  const whole = base.sampled > 0 && base.answered >= base.sampled;
  const told = base.graded >= fewestGraded && 2 * base.graded >= base.answered;
  return whole && told ? "clean" : "uncounted";
}

/** The streak after one month, and the months that it consists of. */
export interface StreakPoint<M> {
  readonly month: M;
  readonly streak: number;
  readonly badMonths: readonly M[];
}

interface Run<M> {
  readonly badMonths: readonly M[];
  /** Uncounted months since the last bad one. */
  readonly uncounted: number;
}

const noRun: Run<never> = { badMonths: [], uncounted: 0 };

/** What the streak carries from one month to the next: the months it consists of, and the month it has come to. */
export interface StreakState<M> {
  readonly run: Run<M>;
  readonly period: Month | null;
}

/** The streak before the first month. */
export const noStreak: StreakState<never> = { run: noRun, period: null };

function afterUncounted<M>(run: Run<M>, months: number, gap: number): Run<M> {
  const uncounted = run.uncounted + Math.max(0, months);
  return uncounted > gap ? noRun : { badMonths: run.badMonths, uncounted };
}

function afterMonth<M>(run: Run<M>, standing: MonthStanding, month: M, gap: number): Run<M> {
  switch (standing) {
    case "bad":
      return { badMonths: [...run.badMonths, month], uncounted: 0 };
    case "clean":
      return noRun;
    case "uncounted":
      return afterUncounted(run, 1, gap);
  }
}

interface Restarts {
  /** Whether the axis restarted in the month `since`, or after it and before `month`. */
  readonly between: (since: Month, month: Month) => boolean;
  /** Whether a streak of this length restarts the axis. */
  readonly at: (streak: number) => boolean;
}

interface Step<M> {
  readonly month: M;
  readonly period: Month;
  readonly standing: MonthStanding;
}

/** The streak one month on; months missing from the calendar since the last are uncounted. */
function afterStep<M>(before: StreakState<M>, { month, period, standing }: Step<M>, gap: number): Run<M> {
  const missing = before.period === null ? 0 : monthDistance(before.period, period) - 1;
  return afterMonth(afterUncounted(before.run, missing, gap), standing, month, gap);
}

function walk<M>(steps: readonly Step<M>[], gap: number, restarts: Restarts): readonly StreakPoint<M>[] {
  let state: StreakState<M> = noStreak;
  return steps.map((step) => {
    const { month, period } = step;
    if (state.period !== null && restarts.between(state.period, period)) state = { ...state, run: noRun };
    const run = afterStep(state, step, gap);
    const { badMonths } = run;
    state = { run: restarts.at(badMonths.length) ? noRun : run, period };
    return { month, streak: badMonths.length, badMonths };
  });
}

/**
 * How many months in a row have seen an override, with one month more? Bad adds one, clean sets 0, uncounted
 * suspends, and more than `gap` uncounted months in a row set 0: old evidence is no evidence.
 * Months missing from the calendar are uncounted. A new epoch changes nothing: an edit is not evidence.
 *
 * @param before what the months of the axis since the latest restart left; {@link noStreak} at the first
 * @param month a later month than any that `before` has seen
 */
export function nextStreak<M extends Pick<MonthEvidence, "period" | "base">>(
  before: StreakState<M>,
  month: M,
  gap: number,
): { readonly point: StreakPoint<M>; readonly state: StreakState<M> } {
  const { period } = month;
  const run = afterStep(before, { month, period, standing: monthStanding(month.base) }, gap);
  const { badMonths } = run;
  return { point: { month, streak: badMonths.length, badMonths }, state: { run, period } };
}

/** The streak of each of these months: {@link nextStreak} over the months of one axis since the latest restart, ascending. */
export function streakByMonth<M extends Pick<MonthEvidence, "period" | "base">>(
  months: readonly M[],
  gap: number,
): readonly StreakPoint<M>[] {
  let state: StreakState<M> = noStreak;
  return months.map((month) => {
    const next = nextStreak(state, month, gap);
    state = next.state;
    return next.point;
  });
}

/** A month as a user of the library tells it: what became of the base sample of critic-PASS items. */
export interface OverrideMonth {
  readonly month: Month;
  /** `graded`, or why not: `below-threshold`, `not-run`, `expired`, ... A month that is not `graded` cannot be clean. */
  readonly status: string;
  readonly sampled: number;
  /** Items answered PASS or FAIL. */
  readonly graded: number;
  readonly overrides: number;
  /** Items answered at all, "can't tell" included; as many as `graded` if not given. */
  readonly answered?: number;
  readonly rubric?: string;
}

export interface OverrideStreakOptions {
  /** Months after which the count restarts, since the axis was reverted or graduated again. */
  readonly restarts?: readonly Month[];
  /** Length that reverts; 3 if not given. */
  readonly streakMonths?: number;
  /** Uncounted months in a row that the streak survives; 2 if not given. */
  readonly gap?: number;
}

export interface OverrideStreak {
  /** One number for each month given; a month that reverts shows the value before the restart. */
  readonly streakAfterEachMonth: readonly number[];
  /** The first month in which the streak reached its length; null if none. */
  readonly revertMonth: Month | null;
}

/**
 * The streak of overrides over a list of months, ascending. Without `restarts` the axis is taken to be reverted
 * whenever the streak reaches its length, as the literal rule would.
 *
 * @example three months with 1, 2 and 1 overrides of 5 // { streakAfterEachMonth: [1, 2, 3], revertMonth: the third }
 */
export function overrideStreak(
  months: readonly OverrideMonth[],
  options: OverrideStreakOptions = {},
): OverrideStreak {
  const { restarts, streakMonths = defaultDecision.streakMonths, gap = defaultDecision.streakGap } = options;
  const steps = months.map((month) => ({ month, period: month.month, standing: standingOf(month) }));
  const points = walk(steps, gap, {
    between: (since, month) => restarts?.some((restart) => restart >= since && restart < month) === true,
    at: (streak) => restarts === undefined && streak >= streakMonths,
  });
  return {
    streakAfterEachMonth: points.map(({ streak }) => streak),
    revertMonth: points.find(({ streak }) => streak >= streakMonths)?.month.month ?? null,
  };
}

function standingOf({ status, sampled, graded, overrides, answered = graded }: OverrideMonth): MonthStanding {
  const standing = monthStanding({ sampled, answered, graded, overrides });
  return standing === "clean" && status !== "graded" ? "uncounted" : standing;
}
