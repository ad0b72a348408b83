import { jeffreysInterval } from "./intervals.ts";

/** A number that was estimated, with its interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A binomial rate: `count` of `n`. */
export interface Rate {
  readonly count: number;
  readonly n: number;
}

/** What becomes of a measure when one of its rates alone is moved to the end that lowers it, and to the end that raises it. */
export interface Moved {
  readonly down: number;
  readonly up: number;
}

/**
 * Between which values does a measure of several independent rates lie, when each rate has an interval of its own?
 * MOVER, the method of variance estimates recovery: the distances that each rate causes alone, added as squares.
 *
 *   low = f - sqrt(sum of (f - f with one rate moved down)^2),  high = f + sqrt(sum of (f with one rate moved up - f)^2)
 *
 * clipped to `range`. The measure is monotone in each rate.
 *
 * Source: Zou and Donner 2008, Statistics in Medicine 27:1693.
 * @example moverInterval(0.8, [{ down: 0.6, up: 0.9 }], [0, 1]) // { low: 0.6, high: 0.9 }
 */
export function moverInterval(
  estimate: number,
  moved: readonly Moved[],
  [smallest, largest]: readonly [number, number],
): Omit<Estimate, "value"> {
  const below = Math.hypot(...moved.map(({ down }) => estimate - down));
  const above = Math.hypot(...moved.map(({ up }) => up - estimate));
  const clipped = (value: number): number => Math.min(largest, Math.max(smallest, value));
  return { low: clipped(estimate - below), high: clipped(estimate + above) };
}

/**
 * A measure with one rate at the two ends of its Jeffreys interval. `effect` says whether a higher rate raises or lowers
 * the measure. Nothing where the rate has no data, since then the measure cannot depend on it.
 */
export function moveRate(
  rate: Rate,
  effect: "raises" | "lowers",
  level: number,
  at: (share: number) => number,
): readonly Moved[] {
  const interval = jeffreysInterval(rate.count, rate.n, level);
  if (interval.status !== "ok") return [];
  const [low, high] = [at(interval.low), at(interval.high)];
  return [effect === "raises" ? { down: low, up: high } : { down: high, up: low }];
}
