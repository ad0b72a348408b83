import { type Moved, moverInterval, moveRate, type Rate } from "./mover-interval.ts";

/**
 * By how much does the second of two independent rates exceed the first, -1 to 1, with its interval: MOVER on the Jeffreys
 * limits of the two. Null where one of them has no data or is no rate.
 *
 * Source: Newcombe 1998, Statistics in Medicine 17:873 (method 10, there with Wilson limits).
 * @example differenceInterval({ count: 0, n: 20 }, { count: 6, n: 20 }) // value 0.3, low 0.089…, high 0.514…
 */
export function differenceInterval(
  before: Rate,
  after: Rate,
  level = 0.95,
): { readonly value: number; readonly low: number; readonly high: number } | null {
  const [was, is] = [before.count / before.n, after.count / after.n];
  const moved: readonly Moved[] = [
    ...moveRate(before, "lowers", level, (share) => is - share),
    ...moveRate(after, "raises", level, (share) => share - was),
  ];
  if (moved.length < 2) return null;
  return { value: is - was, ...moverInterval(is - was, moved, [-1, 1]) };
}
