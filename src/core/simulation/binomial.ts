import { logBeta } from "../beta.ts";
import type { Generator } from "./generator.ts";

/** Expected successes up to which one walk along the distribution is quick and its first term no zero. */
const longestWalk = 200;

/**
 * How many of n independent trials succeed, each with probability p: one draw, exact for every n and p.
 * One uniform number is walked along the distribution from 0; a long walk is split into two draws of half the trials.
 */
export function drawBinomial(n: number, p: number, random: Generator): number {
  if (n <= 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - drawBinomial(n, 1 - p, random);
  if (n * p > longestWalk) {
    const half = Math.floor(n / 2);
    return drawBinomial(half, p, random) + drawBinomial(n - half, p, random);
  }
  const odds = p / (1 - p);
  let probability = Math.exp(n * Math.log1p(-p));
  let left = random();
  let x = 0;
  while (left >= probability && x < n) {
    left -= probability;
    x += 1;
    probability *= (odds * (n - x + 1)) / x;
  }
  return x;
}

/**
 * The rate of one month, when the rate of months swings around `rate`: Beta with this mean, and `swing` the correlation
 * of two items of the same month, which makes the month's count beta-binomial. A swing of 0 is the rate itself.
 *
 * @param swing 0 or more, below 1.
 */
export function drawRate(rate: number, swing: number, random: Generator): number {
  if (swing <= 0 || rate <= 0 || rate >= 1) return rate;
  const { a, b } = swinging(rate, swing);
  const one = drawGamma(a, random);
  const other = drawGamma(b, random);
  // Two shapes far below 1 may both vanish in a double: such a month is all or nothing.
  return one + other > 0 ? one / (one + other) : Number(random() < rate);
}

/**
 * The probabilities of 0 to n successes: binomial, or beta-binomial where the rate swings between months.
 *
 * @example binomialProbabilities(2, 0.5, 0) // [0.25, 0.5, 0.25]
 */
export function binomialProbabilities(n: number, rate: number, swing: number): readonly number[] {
  const counts = Array.from({ length: n + 1 }, (_, x) => x);
  if (rate <= 0 || rate >= 1) return counts.map((x) => Number(x === (rate <= 0 ? 0 : n)));
  const logChoose = (x: number): number => -Math.log(n + 1) - logBeta(x + 1, n - x + 1);
  if (swing <= 0) {
    return counts.map((x) => Math.exp(logChoose(x) + x * Math.log(rate) + (n - x) * Math.log1p(-rate)));
  }
  const { a, b } = swinging(rate, swing);
  return counts.map((x) => Math.exp(logChoose(x) + logBeta(x + a, n - x + b) - logBeta(a, b)));
}

/** Beta with mean `rate`: its intra-class correlation is 1 / (a + b + 1). */
function swinging(rate: number, swing: number): { readonly a: number; readonly b: number } {
  const sum = (1 - swing) / swing;
  return { a: rate * sum, b: (1 - rate) * sum };
}

/** Gamma with this shape and scale 1. Source: Marsaglia and Tsang 2000; below shape 1 by the power of a uniform. */
function drawGamma(shape: number, random: Generator): number {
  if (shape < 1) return drawGamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Source: Box and Muller 1958. */
function drawNormal(random: Generator): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
