import { betaQuantile } from "./beta.ts";
import { isCount } from "./kappa.ts";
import { keepAnswers } from "./keep-answers.ts";

/** An interval, or why there is none. */
export type Interval =
  | { readonly status: "ok"; readonly low: number; readonly high: number }
  | {
      readonly status: "undefined" | "unidentified";
      readonly because: string;
      readonly low: null;
      readonly high: null;
    };

/** What Jeffreys' prior adds to each count of a binomial: half an item. */
export const jeffreysPrior = 0.5;

/**
 * Jeffreys interval of a rate: between which rates does the true one lie, when x of n were seen?
 * Equal-tailed quantiles of Beta(x + 1/2, n - x + 1/2), with 0 below none and 1 above all.
 *
 * @param level probability that the interval carries, strictly between 0 and 1
 * @returns `undefined` with `no-data` for n = 0, `invalid-input` where x and n are no counts
 * @example jeffreysInterval(0, 5) // { status: "ok", low: 0, high: 0.379377142299039 }
 * Source: Brown, Cai and DasGupta 2001, Statistical Science 16:101.
 */
export function jeffreysInterval(successes: number, n: number, level = 0.95): Interval {
  if (!isCount(successes) || !isCount(n) || successes > n || !(level > 0 && level < 1)) {
    return { status: "undefined", because: "invalid-input", low: null, high: null };
  }
  if (n === 0) return { status: "undefined", because: "no-data", low: null, high: null };
  return knownIntervals(`${successes}/${n}/${level}`, () => findInterval(successes, n, level));
}

/** One month asks for the interval of the same counts for each of its measures, and a run for the same months again. */
const knownIntervals = keepAnswers<Interval>(1000);

function findInterval(successes: number, n: number, level: number): Interval {
  const a = successes + jeffreysPrior;
  const b = n - successes + jeffreysPrior;
  const tail = (1 - level) / 2;
  return {
    status: "ok",
    low: successes === 0 ? 0 : betaQuantile(tail, a, b),
    // The upper end is the mirrored lower end of the other word: swapping the words gives the mirrored interval.
    high: successes === n ? 1 : 1 - betaQuantile(tail, b, a),
  };
}
