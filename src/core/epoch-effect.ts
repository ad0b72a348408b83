import type { Month, MonthCount } from "./cycle.ts";
import { decideEach, type MonthEvidence, type Pool } from "./decision.ts";
import { monthDistance } from "./month-distance.ts";
import type { DecisionPolicy } from "./policy.ts";
import { discountPool, emptyPool, strataOfPool } from "./pool.ts";
import { probabilityKappaBelow } from "./posterior.ts";
import { decidingEpoch, type EpochOptions } from "./sampling.ts";

/**
 * The epoch of the latest PASS or FAIL verdict of an axis up to an instant; null where there is none. Of months that lie
 * across the instant the rollup knows only the first and the last verdict, so within such a month it may name
 * an epoch whose last verdict came shortly after.
 *
 * @param counts the rollup of one axis, all its months
 */
export function latestEpoch(counts: readonly MonthCount[], upTo: number): string | null {
  const lastAt = new Map<string, { readonly seen: number; readonly last: number }>();
  for (const row of counts) {
    if (row.word === "ERROR" || row.count === 0 || row.firstAt > upTo) continue;
    const known = lastAt.get(row.epoch);
    lastAt.set(row.epoch, {
      seen: Math.max(known?.seen ?? row.firstAt, Math.min(row.lastAt, upTo)),
      last: Math.max(known?.last ?? row.firstAt, row.lastAt),
    });
  }
  const [latest] = [...lastAt].sort(
    ([a, one], [b, other]) => other.seen - one.seen || other.last - one.last || (a < b ? -1 : 1),
  );
  return latest?.[0] ?? null;
}

/**
 * The epoch that had taken an epoch's place at an instant: rubric, model or settings were changed after its last verdict.
 * Null where it was the latest itself. A decision on a superseded epoch acts like any other; it has to say so.
 */
export function supersededBy(counts: readonly MonthCount[], epoch: string | null, at: number): string | null {
  const latest = epoch === null ? null : latestEpoch(counts, at);
  return latest === epoch ? null : latest;
}

/** What an epoch has gathered by a month; all 0 for one that never decided. */
export interface Gathered {
  readonly pool: Pool;
  readonly cusum: number;
}

/**
 * What would an epoch bring into a month that it decides next: its own pool, discounted by calendar months, and its CUSUM?
 *
 * @param months of one axis since the latest restart, ascending, up to before `month`
 */
export function gatheredBy(
  months: readonly MonthEvidence[],
  epoch: string,
  month: Month,
  policy: DecisionPolicy,
): Gathered {
  // Pool and CUSUM belong to the epoch, so its own months alone give them.
  const own = months.filter((one) => one.epoch === epoch);
  const last = own.at(-1);
  const step = decideEach({ months: own, policy }).at(-1);
  if (last === undefined || step === undefined) return { pool: emptyPool, cusum: 0 };
  const pool = discountPool(step.pool, policy.poolDiscount, monthDistance(last.period, month));
  return { pool, cusum: step.cusum };
}

/** What it takes until an epoch can be judged again, if every grade from now on agrees with the critic. */
export interface GateOutlook {
  /** Grades still missing before rule K may fire. */
  readonly pass: number;
  readonly fail: number;
  /** The same for rule K!, which stops a critic that is plainly wrong. */
  readonly overwhelmingPass: number;
  readonly overwhelmingFail: number;
  /** Grades of each stratum, all agreeing, after which P(kappa < threshold) is at most 0.10: `healthy`. Null beyond 500. */
  readonly cleanForHealthy: number | null;
  /** Months until the gate of rule K opens if each brings `monthly` grades, older ones discounted. Null where it never does. */
  readonly months: number | null;
}

const healthyProbability = 0.1;
const mostCleanGrades = 500;
const mostMonths = 120;

/**
 * How many clean grades does an epoch need, from what it has gathered?
 *
 * @param frame the verdicts of a typical month, which set the weights of the strata
 * @param monthly graded items of a typical month
 * @example from nothing, frame 90 + 10, threshold 0.6 // cleanForHealthy 12 (statistics reference, e)
 */
export function gateOutlook(
  pool: Pool,
  typical: {
    readonly frame: { readonly pass: number; readonly fail: number };
    readonly monthly: { readonly pass: number; readonly fail: number };
  },
  policy: DecisionPolicy,
): GateOutlook {
  const [pass, fail] = policy.kGate;
  const [overwhelmingPass, overwhelmingFail] = policy.overwhelmingGate;
  return {
    pass: missing(pass, pool.passGraded),
    fail: missing(fail, pool.failGraded),
    overwhelmingPass: missing(overwhelmingPass, pool.passGraded),
    overwhelmingFail: missing(overwhelmingFail, pool.failGraded),
    cleanForHealthy: cleanForHealthy(pool, typical.frame, policy),
    months: monthsToOpen(pool, typical.monthly, policy),
  };
}

function missing(needed: number, graded: number): number {
  return Math.max(0, Math.ceil(needed - graded));
}

function cleanForHealthy(
  pool: Pool,
  frame: { readonly pass: number; readonly fail: number },
  policy: DecisionPolicy,
): number | null {
  // Without a frame of either kind kappa is not identifiable, however many grades there are.
  if (pool.passSize + frame.pass === 0 || pool.failSize + frame.fail === 0) return null;
  const isHealthy = (clean: number): boolean => {
    const { pass, fail } = strataOfPool({
      ...pool,
      // Only their shares matter; months to come bring as many verdicts as it takes to grade so many.
      passSize: (pool.passSize + frame.pass) * mostCleanGrades,
      failSize: (pool.failSize + frame.fail) * mostCleanGrades,
      passGraded: pool.passGraded + clean,
      failGraded: pool.failGraded + clean,
    });
    const p = probabilityKappaBelow({ pass, fail }, policy.kappaThreshold).value;
    return p !== null && p <= healthyProbability;
  };
  if (!isHealthy(mostCleanGrades)) return null;
  // More agreement never makes a low kappa more probable, so the first count that suffices can be found by halving.
  let [tooFew, enough] = [-1, mostCleanGrades];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isHealthy(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

function monthsToOpen(
  pool: Pool,
  monthly: { readonly pass: number; readonly fail: number },
  policy: DecisionPolicy,
): number | null {
  const [passGate, failGate] = policy.kGate;
  let { passGraded, failGraded } = pool;
  for (let months = 0; months <= mostMonths; months += 1) {
    if (passGraded >= passGate && failGraded >= failGate) return months;
    // What has been gathered is discounted to the next month already.
    const discount = months === 0 ? 1 : policy.poolDiscount;
    passGraded = passGraded * discount + monthly.pass;
    failGraded = failGraded * discount + monthly.fail;
  }
  return null;
}

/** Which epoch decides a month that is not over, as it stands, and what the edited rubric lacks to decide it. */
export interface MonthOutlook {
  readonly period: Month;
  /** Which epoch would decide if the month ended now. `none`: too few PASS verdicts altogether. */
  readonly decides: "new" | "stored" | "other" | "none";
  /** PASS verdicts of the month's frame, by epoch. */
  readonly newPass: number;
  readonly storedPass: number;
  /** PASS verdicts with which the edited rubric decides, if it is the latest then; 0 where it has them. */
  readonly passNeeded: number;
}

/**
 * @param counts the rollup of one axis and this month
 */
export function monthOutlook(
  period: Month,
  counts: readonly MonthCount[],
  epochs: { readonly edited: string; readonly stored: string | null },
  options: EpochOptions,
): MonthOutlook {
  const passOf = (epoch: string | null): number =>
    decidingEpoch(
      counts.filter((one) => one.epoch === epoch),
      options,
    ).frame.pass;
  const chosen = decidingEpoch(counts, options);
  const newPass = passOf(epochs.edited);
  return {
    period,
    decides: chosen.kind === "deciding" ? nameOf(chosen.epoch, epochs) : "none",
    newPass,
    storedPass: passOf(epochs.stored),
    passNeeded: Math.max(0, options.belowThreshold - newPass),
  };
}

function nameOf(
  epoch: string,
  epochs: { readonly edited: string; readonly stored: string | null },
): "new" | "stored" | "other" {
  if (epoch === epochs.edited) return "new";
  return epoch === epochs.stored ? "stored" : "other";
}
