import { probabilityKappaBelow } from "./posterior.ts";
import type { Strata } from "./weighted-kappa.ts";

/** Further grades of each stratum. */
export interface StratumGrades {
  readonly pass: number;
  readonly fail: number;
}

/**
 * Fewer items than this tell by their number what the critic said of them: the rule that splits a batch makes one a PASS
 * where nothing speaks for the other, of two one of each stratum, of three two of one.
 */
export const leastAsked = 4;

export interface NeededGradesInput {
  /** What was graded so far, and the frame that sets the weights. */
  readonly strata: Strata;
  /** The threshold that kappa is held against. */
  readonly kappaThreshold: number;
  /** P(kappa < threshold) has to come down to this. */
  readonly bar: number;
}

/** Nobody grades more than this to graduate an axis: beyond it the answer is that grades will not do it. */
const mostGrades = 500;

/**
 * How many further grades would bring P(kappa < threshold) down to the bar, if every one of them agreed with the critic?
 * The smallest number there is, with the split over the two strata that reaches it; of equal ones the one with most PASS items,
 * since overrides show nowhere else. Never more than one grade of a single stratum: such a batch would tell what the critic said.
 *
 * @returns null where no number up to 500 does it: a stratum has no verdicts, or too much speaks against the critic
 * @example nothing graded, frame 90 PASS and 10 FAIL, threshold 0.6, bar 0.10 // { pass: 14, fail: 5 }
 */
export function neededGrades(input: NeededGradesInput): StratumGrades | null {
  const { strata } = input;
  if (strata.pass.size === 0 || strata.fail.size === 0) return null;
  const suffices = (pass: number, fail: number): boolean => isClean(input, { pass, fail });
  if (suffices(0, 0)) return { pass: 0, fail: 0 };
  // More agreement never makes a low kappa more probable, so for each further FAIL grade the PASS grades needed only fall.
  let pass = mostGrades;
  let best: StratumGrades | null = null;
  for (let fail = 0; fail <= mostGrades; fail += 1) {
    if (best !== null && fail > best.pass + best.fail) break;
    if (!suffices(pass, fail)) continue;
    // One grade alone may be all it takes; of more, one at least is of each stratum.
    const least = fail === 0 ? 0 : 1;
    pass = fewest(least, Math.max(least, pass), (count) => suffices(count, fail));
    if (fail === 0 && pass > 1) continue;
    if (best === null || pass + fail < best.pass + best.fail) best = { pass, fail };
  }
  return best;
}

/**
 * How a batch of this many grades is best split over what is left of the two strata: so that agreement would bring
 * P(kappa < threshold) down the furthest, with one item of each stratum at least where there is room for two. Of equal splits
 * the one with most PASS items.
 *
 * @example 20 items, frame 90 PASS and 10 FAIL, nothing graded // { pass: 15, fail: 5 }
 */
export function splitBatch(
  input: Omit<NeededGradesInput, "bar">,
  size: number,
  left: StratumGrades,
): StratumGrades {
  const total = Math.min(size, left.pass + left.fail);
  const least = total >= 2 ? Math.min(1, left.fail) : 0;
  const most = Math.min(left.fail, total - (total >= 2 ? Math.min(1, left.pass) : 0));
  let best: StratumGrades | null = null;
  let doubt = Number.POSITIVE_INFINITY;
  for (let fail = Math.max(least, total - left.pass); fail <= most; fail += 1) {
    const split = { pass: total - fail, fail };
    const after = doubtAfter(input, split);
    if (after < doubt) [best, doubt] = [split, after];
  }
  return best ?? { pass: 0, fail: 0 };
}

function withAgreeing({ pass, fail }: Strata, more: StratumGrades): Strata {
  // Only the share of the sizes matters; months to come bring as many verdicts as it takes to grade so many.
  const scale = mostGrades;
  return {
    pass: {
      size: pass.size * scale,
      graded: pass.graded + more.pass,
      founderPass: pass.founderPass + more.pass,
    },
    fail: { size: fail.size * scale, graded: fail.graded + more.fail, founderPass: fail.founderPass },
  };
}

/** P(kappa < threshold) after further grades that agree; 1 where it cannot be computed. */
function doubtAfter(input: Omit<NeededGradesInput, "bar">, more: StratumGrades): number {
  return probabilityKappaBelow(withAgreeing(input.strata, more), input.kappaThreshold).value ?? 1;
}

function isClean(input: NeededGradesInput, more: StratumGrades): boolean {
  const p = probabilityKappaBelow(withAgreeing(input.strata, more), input.kappaThreshold).value;
  return p !== null && p <= input.bar;
}

/** The smallest number in (low - 1, high] that holds, where `high` does and holding goes on once it has begun. */
function fewest(low: number, high: number, holds: (count: number) => boolean): number {
  let [tooFew, enough] = [low - 1, high];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (holds(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
