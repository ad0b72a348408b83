import { betaCdf, betaCdfOf, logBeta } from "./beta.ts";
import { gaussLegendre, type QuadratureNode } from "./gauss-legendre.ts";
import { jeffreysPrior } from "./intervals.ts";
import { isCount } from "./kappa.ts";
import { keepAnswers } from "./keep-answers.ts";
import type { Strata, Stratum } from "./weighted-kappa.ts";
import { kappaAt, weightedKappa } from "./weighted-kappa.ts";

/** A probability (or a value that one belongs to), or why there is none. */
export type Posterior =
  | { readonly status: "ok"; readonly value: number; readonly because: null }
  | { readonly status: "undefined" | "unidentified"; readonly value: null; readonly because: string };

let knownNodes: readonly QuadratureNode[] | null = null;

/** Computed with the first integral: whoever only imports this file does not pay for them. */
function nodes(): readonly QuadratureNode[] {
  knownNodes ??= gaussLegendre(64);
  return knownNodes;
}

/** Beta distribution of one stratum's founder-PASS share after its grades. */
interface Belief {
  readonly a: number;
  readonly b: number;
}

/**
 * How probable is it, after these grades, that the critic's kappa is at most `kappa`?
 *
 * Each stratum's founder-PASS share is Beta(x + prior, n - x + prior), Jeffreys 1/2 unless told otherwise;
 * kappa <= k says that qP <= g(qF) = (k w + c qF) / A, with
 *   A = w(2(1-w) - k(1-2w)),  c = (1-w)(2w + k(1-2w)),
 * so the probability is a one-dimensional integral of the PASS share's distribution over the FAIL share:
 * no draws, no seed. Counts may be fractional; the prior is never discounted.
 *
 * @returns as `weightedKappa`: `undefined` or `unidentified` unless both strata have verdicts and grades
 * @example 90 PASS (9 graded, none overridden), 10 FAIL (5 graded, all confirmed), 0.6 // value 0.176031093257478
 * Oracle: R integrate over pbeta and dbeta, all cases of weighted-cases.json.
 */
export function probabilityKappaBelow(
  strata: Strata,
  kappa: number,
  prior: number = jeffreysPrior,
): Posterior {
  const point = weightedKappa(strata);
  if (point.status !== "ok") return { status: point.status, value: null, because: point.because };
  if (Number.isNaN(kappa) || !(prior >= jeffreysPrior && Number.isFinite(prior))) {
    return { status: "undefined", value: null, because: "invalid-input" };
  }
  const counts = [strata.pass, strata.fail].flatMap((one) => [one.size, one.graded, one.founderPass]);
  return knownPosteriors([...counts, kappa, prior].join("/"), () => ({
    status: "ok",
    value: probabilityBelow(strata, kappa, prior),
    because: null,
  }));
}

/** Each reading of an axis asks for the pools of the same months again. */
const knownPosteriors = keepAnswers<Posterior>(1000);

/**
 * The kappa that the critic's lies below with probability p (0.5: the posterior median).
 * Bisection to 1e-12 on what {@link probabilityKappaBelow} answers.
 */
export function kappaQuantile(strata: Strata, p: number): Posterior {
  const point = weightedKappa(strata);
  if (point.status !== "ok") return { status: point.status, value: null, because: point.because };
  if (!(p >= 0 && p <= 1)) return { status: "undefined", value: null, because: "invalid-input" };
  let low = kappaAt(strata, 0, 1);
  let high = 1;
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (probabilityBelow(strata, middle) < p) low = middle;
    else high = middle;
  }
  return { status: "ok", value: (low + high) / 2, because: null };
}

/**
 * How probable is it that a rate lies above `rate`, when x of n were seen? Jeffreys Beta(x + 1/2, n - x + 1/2).
 *
 * @example probabilityRateAbove(3, 15, 0.1) // value 0.8951751498307847 (R: pbeta(.1, 3.5, 12.5, lower.tail = FALSE))
 */
export function probabilityRateAbove(x: number, n: number, rate: number): Posterior {
  if (!isCount(x) || !isCount(n) || x > n || Number.isNaN(rate)) {
    return { status: "undefined", value: null, because: "invalid-input" };
  }
  if (n === 0) return { status: "undefined", value: null, because: "no-data" };
  return { status: "ok", value: 1 - betaCdf(rate, x + jeffreysPrior, n - x + jeffreysPrior), because: null };
}

function belief({ graded, founderPass }: Stratum, prior: number): Belief {
  return { a: founderPass + prior, b: graded - founderPass + prior };
}

function probabilityBelow(strata: Strata, kappa: number, prior = jeffreysPrior): number {
  return clip(integral(strata, kappa, belief(strata.pass, prior), belief(strata.fail, prior)));
}

function integral(strata: Strata, kappa: number, pass: Belief, fail: Belief): number {
  if (kappa <= kappaAt(strata, 0, 1)) return 0;
  if (kappa >= 1) return 1;
  const w = strata.pass.size / (strata.pass.size + strata.fail.size);
  const v = strata.fail.size / (strata.pass.size + strata.fail.size);
  const a = w * (2 * v - kappa * (v - w));
  const c = v * (2 * w + kappa * (v - w));
  const passLimit = (q: number): number => clip((kappa * w + c * q) / a);
  const angleWherePassLimitIs = (share: number): number =>
    Math.asin(Math.sqrt(clip((a * share - kappa * w) / c)));

  // Shares are angles from here on, q = sin^2: the densities of Beta(1/2, .) lose their poles at 0 and 1.
  const passRange = carryingRange(pass);
  const failRange = carryingRange(fail);
  const start = Math.max(failRange.low, angleWherePassLimitIs(Math.sin(passRange.low) ** 2));
  const sureFrom = angleWherePassLimitIs(Math.sin(passRange.high) ** 2);
  const end = Math.min(failRange.high, sureFrom);
  // Where the FAIL share is so high that every PASS share will do: one minus its distribution, mirrored for its digits.
  const sure = betaCdf(Math.cos(sureFrom) ** 2, fail.b, fail.a);
  if (end <= start) return sure;

  const logScale = Math.LN2 - logBeta(fail.a, fail.b);
  const passCdf = betaCdfOf(pass.a, pass.b);
  let sum = 0;
  for (const { x, weight } of nodes()) {
    // A second sine: the limit's square-root corners at both ends would cost four digits at 128 nodes.
    const s = (Math.PI / 4) * (x + 1);
    const angle = start + (end - start) * Math.sin(s) ** 2;
    const density = Math.exp(
      logScale + powerLog(2 * fail.a - 1, Math.sin(angle)) + powerLog(2 * fail.b - 1, Math.cos(angle)),
    );
    sum += weight * Math.sin(2 * s) * density * passCdf(passLimit(Math.sin(angle) ** 2));
  }
  return sure + (Math.PI / 4) * (end - start) * sum;
}

/**
 * The angles that carry all of a belief but 1e-15. The log-density over the angle, (2a-1) ln sin + (2b-1) ln cos,
 * bends everywhere by at least (sqrt(2a-1) + sqrt(2b-1))^2, so 8 of those deviations around its peak are enough;
 * the nodes then lie where the probability is, also with thousands of grades.
 */
function carryingRange({ a, b }: Belief): { readonly low: number; readonly high: number } {
  const up = Math.sqrt(2 * a - 1);
  const down = Math.sqrt(2 * b - 1);
  const peak = Math.atan2(up, down);
  const reach = 8 / (up + down);
  return { low: Math.max(0, peak - reach), high: Math.min(Math.PI / 2, peak + reach) };
}

/** exponent x ln(base), with 0 x ln 0 = 0. */
function powerLog(exponent: number, base: number): number {
  return exponent === 0 ? 0 : exponent * Math.log(base);
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value));
}
