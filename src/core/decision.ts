import { nextCusum } from "./cusum.ts";
import type { Month } from "./cycle.ts";
import { judge } from "./decision-rules.ts";
import { monthDistance } from "./month-distance.ts";
import { nextStreak, noStreak } from "./overrides.ts";
import type { StreakState } from "./overrides.ts";
import type { DecisionPolicy } from "./policy.ts";
import { addMonth, discountPool, emptyPool } from "./pool.ts";

export type Action = "revert" | "watch" | "keep" | "none";
export type Reason = "kappa" | "kappa-overwhelming" | "streak" | "cusum";

/** What one mode would do, and every rule that fired for it, in the order kappa, kappa-overwhelming, streak, cusum. */
export interface ModeOutcome {
  readonly action: Action;
  readonly reasons: readonly Reason[];
}

/** One month of one axis as the decision sees it: counts only, no records. */
export interface MonthEvidence {
  readonly period: Month;
  /** The deciding epoch; null where the month has none (it is then uncounted and one discount step). */
  readonly epoch: string | null;
  /** Critic-PASS and critic-FAIL verdicts of the frame. Zero for months that do not enter the pool. */
  readonly frame: { readonly pass: number; readonly fail: number };
  /** Base-sample PASS items. `answered` counts PASS, FAIL and CANT_TELL; `graded` PASS and FAIL. */
  readonly base: {
    readonly sampled: number;
    readonly answered: number;
    readonly graded: number;
    readonly overrides: number;
  };
  /** All graded critic-PASS items, base and top-up. */
  readonly pass: { readonly graded: number; readonly overrides: number };
  /** All graded critic-FAIL items, base and top-up. */
  readonly fail: { readonly graded: number; readonly founderPass: number };
}

/** Discounted sums over the months of one epoch since the last restart. */
export interface Pool {
  readonly passSize: number;
  readonly passGraded: number;
  readonly overrides: number;
  readonly failSize: number;
  readonly failGraded: number;
  readonly founderPassInFail: number;
}

/** Everything that the rules looked at in one month, and what each mode makes of it. */
export interface DecisionStep {
  readonly pool: Pool;
  /** P(kappa < threshold) on the pool; null unless both strata of the pool have a grade. */
  readonly pBelowThreshold: number | null;
  /** P(override rate > policy.overrideRate) on the pool's graded PASS items. */
  readonly pOverrideAbove: number | null;
  readonly cusum: number;
  readonly cusumAlarm: boolean;
  readonly streak: number;
  /** P(override rate > policy.overrideRate) over the streak's own bad months; null while the streak is 0. */
  readonly pOverrideAboveInStreak: number | null;
  readonly gateOpen: boolean;
  readonly overwhelmingGateOpen: boolean;
  /** Rules K, K! and S of the guarded mode, and the alarm where the policy lets it revert. */
  readonly rules: {
    readonly kappa: boolean;
    readonly kappaOverwhelming: boolean;
    readonly streak: boolean;
    readonly cusum?: boolean;
  };
  readonly literal: ModeOutcome;
  readonly guarded: ModeOutcome;
  readonly evidence: "healthy" | "uncertain" | "insufficient" | null;
}

export interface DecideInput {
  /** Months of one axis since the latest restart, ascending; the last is decided. Gaps in the calendar are uncounted months. */
  readonly months: readonly MonthEvidence[];
  readonly policy: DecisionPolicy;
}

/** What one epoch has gathered up to the last month that it decided. */
interface EpochState {
  readonly period: Month;
  readonly pool: Pool;
  readonly cusum: number;
}

const nothingGathered: Omit<EpochState, "period"> = { pool: emptyPool, cusum: 0 };

/** All that the months so far leave to the next one. */
export interface DecisionState {
  readonly epochs: ReadonlyMap<string, EpochState>;
  /** The epoch whose pool a month without one shows. */
  readonly latest: string | null;
  readonly streak: StreakState<MonthEvidence>;
}

/** Before the first month, and after a restart. */
export const nothingDecided: DecisionState = { epochs: new Map(), latest: null, streak: noStreak };

/**
 * What do the rules see, and what would each mode do, in the month that follows these?
 *
 * Pool and CUSUM belong to an epoch; one that comes back resumes its own, discounted by calendar months.
 * The streak runs through all epochs. A month without an epoch shows the pool of the last one that decided.
 *
 * literal: revert if the month's own weighted kappa is identifiable and below the threshold, or the streak is full.
 * guarded: K, P(kappa < threshold) on the pool >= k_probability behind its gate; K!, the same against
 * overwhelming_probability; S, a full streak whose own months make an override rate above override_rate
 * more likely than streak_probability. Both: CUSUM at its alarm watches; where the policy says so, the guarded mode reverts. Thresholds: `config/improve-cron.yaml`.
 *
 * @param before {@link nothingDecided}, or the `state` that the month before came to
 * @param month a later month than any that `before` has seen
 * Oracle: policy-cases.json, R 4.2.2 pbeta and integrate.
 */
export function decideNext(
  before: DecisionState,
  month: MonthEvidence,
  policy: DecisionPolicy,
): { readonly step: DecisionStep; readonly state: DecisionState } {
  const { point, state: streak } = nextStreak(before.streak, month, policy.streakGap);
  const latest = month.epoch ?? before.latest;
  const gathered = latest === null ? undefined : before.epochs.get(latest);
  let { pool, cusum } = gathered ?? nothingGathered;
  if (gathered !== undefined) {
    pool = discountPool(pool, policy.poolDiscount, monthDistance(gathered.period, month.period));
  }
  let { epochs } = before;
  if (month.epoch !== null) {
    pool = addMonth(pool, month);
    cusum = nextCusum(cusum, month.pass, policy.cusum);
    epochs = new Map(epochs).set(month.epoch, { period: month.period, pool, cusum });
  }
  return { step: judge({ point, pool, cusum }, policy), state: { epochs, latest, streak } };
}

/**
 * {@link decideNext} over a list of months: what did the rules see, and what would each mode have done, in each?
 * Each step depends on its own and earlier months only, so a longer list changes no earlier step.
 */
export function decideEach(input: DecideInput): readonly DecisionStep[] {
  let state = nothingDecided;
  return input.months.map((month) => {
    const next = decideNext(state, month, input.policy);
    state = next.state;
    return next.step;
  });
}

/**
 * The last step of {@link decideEach}: what each mode would do in the month that is being closed.
 * No months at all are a month without a grade.
 */
export function decide(input: DecideInput): DecisionStep {
  return (
    decideEach(input).at(-1) ??
    judge({ ...nothingGathered, point: { month: noMonth, streak: 0, badMonths: [] } }, input.policy)
  );
}

const noMonth: MonthEvidence = {
  period: "",
  epoch: null,
  frame: { pass: 0, fail: 0 },
  base: { sampled: 0, answered: 0, graded: 0, overrides: 0 },
  pass: { graded: 0, overrides: 0 },
  fail: { graded: 0, founderPass: 0 },
};
