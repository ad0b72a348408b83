import type { DecisionStep, ModeOutcome, MonthEvidence, Pool, Reason } from "./decision.ts";
import type { StreakPoint } from "./overrides.ts";
import type { DecisionPolicy } from "./policy.ts";
import { strataOfPool } from "./pool.ts";
import { probabilityKappaBelow, probabilityRateAbove } from "./posterior.ts";
import { weightedKappa } from "./weighted-kappa.ts";

/** A P(kappa < threshold) of at most this is called healthy. A word for people; no rule reads it. */
const healthyProbability = 0.1;

interface Gathered {
  readonly point: StreakPoint<MonthEvidence>;
  readonly pool: Pool;
  readonly cusum: number;
}

/** The rules, on one month and what has been gathered up to it. */
export function judge({ point, pool, cusum }: Gathered, policy: DecisionPolicy): DecisionStep {
  const { month, streak } = point;
  const pBelowThreshold = probabilityKappaBelow(strataOfPool(pool), policy.kappaThreshold).value;
  const pOverrideAboveInStreak = overrideRateInStreak(point.badMonths, policy.overrideRate);
  const gateOpen = isOpen(pool, policy.kGate);
  const overwhelmingGateOpen = isOpen(pool, policy.overwhelmingGate);
  const cusumAlarm = cusum >= policy.cusum.alarm;
  const streakFull = streak >= policy.streakMonths;
  const rules = {
    kappa: gateOpen && reaches(pBelowThreshold, policy.kProbability),
    kappaOverwhelming: overwhelmingGateOpen && reaches(pBelowThreshold, policy.overwhelmingProbability),
    streak: streakFull && reaches(pOverrideAboveInStreak, policy.streakProbability),
    ...(policy.cusum.acts === "revert" ? { cusum: cusumAlarm } : {}),
  };
  const literal = {
    kappa: isMonthKappaBelow(month, policy.kappaThreshold),
    kappaOverwhelming: false,
    streak: streakFull,
  };
  const graded = month.pass.graded + month.fail.graded > 0;
  return {
    pool,
    pBelowThreshold,
    pOverrideAbove: overrideRateInPool(pool, policy.overrideRate),
    cusum,
    cusumAlarm,
    streak,
    pOverrideAboveInStreak,
    gateOpen,
    overwhelmingGateOpen,
    rules,
    literal: graded ? outcome(literal, cusumAlarm) : noOutcome,
    guarded: graded ? outcome(rules, cusumAlarm) : noOutcome,
    evidence: graded ? evidenceOf(gateOpen, pBelowThreshold) : null,
  };
}

/** Nothing that cannot be computed reaches a bar, however low the bar is. */
function reaches(probability: number | null, bar: number): boolean {
  return probability !== null && probability >= bar;
}

function overrideRateInPool({ overrides, passGraded }: Pool, overrideRate: number): number | null {
  return probabilityRateAbove(Math.min(overrides, passGraded), passGraded, overrideRate).value;
}

/** Rule S asks the streak's bad months alone, whatever their epoch, base and top-up grades, without a discount. */
function overrideRateInStreak(badMonths: readonly MonthEvidence[], overrideRate: number): number | null {
  const graded = badMonths.reduce((sum, { pass }) => sum + pass.graded, 0);
  const overrides = badMonths.reduce((sum, { pass }) => sum + pass.overrides, 0);
  return probabilityRateAbove(overrides, graded, overrideRate).value;
}

function isOpen(pool: Pool, [pass, fail]: readonly [number, number]): boolean {
  return pool.passGraded >= pass && pool.failGraded >= fail;
}

/** The literal rule reads the month alone; a kappa that its grades cannot identify is no kappa below anything. */
export function isMonthKappaBelow(month: MonthEvidence, threshold: number): boolean {
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

const noOutcome: ModeOutcome = { action: "none", reasons: [] };

/** Revert beats watch beats keep; the reasons name every rule that fired, in their fixed order. */
function outcome(rules: DecisionStep["rules"], cusumAlarm: boolean): ModeOutcome {
  const reverting: Reason[] = [];
  if (rules.kappa) reverting.push("kappa");
  if (rules.kappaOverwhelming) reverting.push("kappa-overwhelming");
  if (rules.streak) reverting.push("streak");
  const reasons: readonly Reason[] = cusumAlarm ? [...reverting, "cusum"] : reverting;
  if (reverting.length > 0 || rules.cusum === true) return { action: "revert", reasons };
  return { action: cusumAlarm ? "watch" : "keep", reasons };
}

function evidenceOf(gateOpen: boolean, p: number | null): "healthy" | "uncertain" | "insufficient" {
  if (!gateOpen || p === null) return "insufficient";
  return p <= healthyProbability ? "healthy" : "uncertain";
}
