import { nextCusum } from "./cusum.ts";
import type { Month } from "./cycle.ts";
import { monthDistance } from "./month-distance.ts";
import { streakByMonth } from "./overrides.ts";
import type { StreakPoint } from "./overrides.ts";
import type { DecisionPolicy } from "./policy.ts";
import { addMonth, discountPool, emptyPool, strataOfPool } from "./pool.ts";
import { probabilityKappaBelow, probabilityRateAbove } from "./posterior.ts";
import { weightedKappa } from "./weighted-kappa.ts";

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
  /** Rules K, K! and S of the guarded mode. */
  readonly rules: { readonly kappa: boolean; readonly kappaOverwhelming: boolean; readonly streak: boolean };
  readonly literal: ModeOutcome;
  readonly guarded: ModeOutcome;
  readonly evidence: "healthy" | "uncertain" | "insufficient" | null;
}

export interface DecideInput {
  /** Months of one axis since the latest restart, ascending; the last is decided. Gaps in the calendar are uncounted months. */
  readonly months: readonly MonthEvidence[];
  readonly policy: DecisionPolicy;
}

/** A P(kappa < threshold) of at most this is called healthy. A word for people; no rule reads it. */
const healthyProbability = 0.1;

/** What one epoch has gathered up to the last month that it decided. */
interface EpochState {
  readonly period: Month;
  readonly pool: Pool;
  readonly cusum: number;
}

const nothingGathered: Omit<EpochState, "period"> = { pool: emptyPool, cusum: 0 };

/**
 * What did the rules see, and what would each mode have done, in each of these months?
 *
 * Pool and CUSUM belong to an epoch; one that comes back resumes its own, discounted by calendar months.
 * The streak runs through all epochs. A month without an epoch shows the pool of the last one that decided.
 * Each step depends on its own and earlier months only, so a longer list changes no earlier step.
 *
 * literal: revert if the month's own weighted kappa is identifiable and below the threshold, or the streak is full.
 * guarded: K, P(kappa < threshold) on the pool >= k_probability behind its gate; K!, the same against
 * overwhelming_probability; S, a full streak whose own months make an override rate above override_rate
 * more likely than streak_probability. Both: CUSUM at its alarm watches. Thresholds: `config/improve-cron.yaml`.
 *
 * Oracle: policy-cases.json, R 4.2.2 pbeta and integrate.
 */
export function decideEach(input: DecideInput): readonly DecisionStep[] {
  const { months, policy } = input;
  const streaks = streakByMonth(months, policy.streakGap);
  const epochs = new Map<string, EpochState>();
  let latest: string | null = null;
  return months.map((month, position) => {
    latest = month.epoch ?? latest;
    const before = latest === null ? undefined : epochs.get(latest);
    let { pool, cusum } = before ?? nothingGathered;
    if (before !== undefined) {
      pool = discountPool(pool, policy.poolDiscount, monthDistance(before.period, month.period));
    }
    if (month.epoch !== null) {
      pool = addMonth(pool, month);
      cusum = nextCusum(cusum, month.pass, policy.cusum);
      epochs.set(month.epoch, { period: month.period, pool, cusum });
    }
    const point = streaks[position] ?? { streak: 0, badMonths: [] };
    return judge(month, { pool, cusum, point, months }, policy);
  });
}

/** The last step of {@link decideEach}: what each mode would do in the month that is being closed. */
export function decide(input: DecideInput): DecisionStep {
  return decideEach(input).at(-1) ?? judge(noMonth, noHistory, input.policy);
}

const noMonth: MonthEvidence = {
  period: "",
  epoch: null,
  frame: { pass: 0, fail: 0 },
  base: { sampled: 0, answered: 0, graded: 0, overrides: 0 },
  pass: { graded: 0, overrides: 0 },
  fail: { graded: 0, founderPass: 0 },
};

interface Gathered {
  readonly pool: Pool;
  readonly cusum: number;
  readonly point: StreakPoint;
  readonly months: readonly MonthEvidence[];
}

const noHistory: Gathered = { ...nothingGathered, point: { streak: 0, badMonths: [] }, months: [] };

/** The rules, on what one month has gathered. */
function judge(month: MonthEvidence, gathered: Gathered, policy: DecisionPolicy): DecisionStep {
  const { pool, cusum, point } = gathered;
  const pBelowThreshold = probabilityKappaBelow(strataOfPool(pool), policy.kappaThreshold).value;
  const pInStreak = overrideRateInStreak(gathered, policy.overrideRate);
  const gateOpen = isOpen(pool, policy.kGate);
  const overwhelmingGateOpen = isOpen(pool, policy.overwhelmingGate);
  const cusumAlarm = cusum >= policy.cusum.alarm;
  const streakFull = point.streak >= policy.streakMonths;
  const p = pBelowThreshold ?? 0;
  const rules = {
    kappa: gateOpen && p >= policy.kProbability,
    kappaOverwhelming: overwhelmingGateOpen && p >= policy.overwhelmingProbability,
    streak: streakFull && (pInStreak ?? 0) >= policy.streakProbability,
  };
  const graded = month.pass.graded + month.fail.graded > 0;
  const none: ModeOutcome = { action: "none", reasons: [] };
  const literalKappa = isPointBelow(month, policy.kappaThreshold);
  return {
    pool,
    pBelowThreshold,
    pOverrideAbove: probabilityRateAbove(
      Math.min(pool.overrides, pool.passGraded),
      pool.passGraded,
      policy.overrideRate,
    ).value,
    cusum,
    cusumAlarm,
    streak: point.streak,
    pOverrideAboveInStreak: pInStreak,
    gateOpen,
    overwhelmingGateOpen,
    rules,
    literal: graded
      ? outcome({ kappa: literalKappa, kappaOverwhelming: false, streak: streakFull, cusum: cusumAlarm })
      : none,
    guarded: graded ? outcome({ ...rules, cusum: cusumAlarm }) : none,
    evidence: graded ? evidenceOf(gateOpen, pBelowThreshold) : null,
  };
}

/** Rule S asks the streak's bad months alone, whatever their epoch, base and top-up grades, without a discount. */
function overrideRateInStreak({ point, months }: Gathered, overrideRate: number): number | null {
  if (point.streak === 0) return null;
  let graded = 0;
  let overrides = 0;
  for (const position of point.badMonths) {
    graded += months[position]?.pass.graded ?? 0;
    overrides += months[position]?.pass.overrides ?? 0;
  }
  return probabilityRateAbove(overrides, graded, overrideRate).value;
}

function isOpen(pool: Pool, [pass, fail]: readonly [number, number]): boolean {
  return pool.passGraded >= pass && pool.failGraded >= fail;
}

/** The literal rule reads the month alone; a kappa that its grades cannot identify is no kappa below anything. */
function isPointBelow(month: MonthEvidence, threshold: number): boolean {
  const kappa = weightedKappa({
    pass: {
      size: month.frame.pass,
      graded: month.pass.graded,
      founderPass: month.pass.graded - month.pass.overrides,
    },
    fail: { size: month.frame.fail, graded: month.fail.graded, founderPass: month.fail.founderPass },
  });
  return kappa.status === "ok" && kappa.value < threshold;
}

/** Revert beats watch beats keep; the reasons name every rule that fired, in their fixed order. */
function outcome(fired: {
  readonly kappa: boolean;
  readonly kappaOverwhelming: boolean;
  readonly streak: boolean;
  readonly cusum: boolean;
}): ModeOutcome {
  const reasons: Reason[] = [];
  if (fired.kappa) reasons.push("kappa");
  if (fired.kappaOverwhelming) reasons.push("kappa-overwhelming");
  if (fired.streak) reasons.push("streak");
  const revert = reasons.length > 0;
  if (fired.cusum) reasons.push("cusum");
  if (revert) return { action: "revert", reasons };
  return { action: fired.cusum ? "watch" : "keep", reasons };
}

function evidenceOf(gateOpen: boolean, p: number | null): "healthy" | "uncertain" | "insufficient" {
  if (!gateOpen || p === null) return "insufficient";
  return p <= healthyProbability ? "healthy" : "uncertain";
}
