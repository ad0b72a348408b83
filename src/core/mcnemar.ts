/**
 * Exact McNemar test, two-sided: if an edit moved verdicts either way alike, how probable are flips at least this uneven?
 * Only items whose verdict changed say anything; each then goes either way like a coin.
 *
 *   p = min(1, 2 sum_{i <= min(b, c)} C(b + c, i) / 2^(b + c)),  b and c the flips of each kind
 *
 * Computed in whole numbers, since tables of the binomial distribution cut its tails off. Without a flip p is 1.
 *
 * @param passToFail items that the old rubric passed and the new one fails
 * @param failToPass items that the old rubric failed and the new one passes
 * @returns a probability in (0, 1]
 * @throws RangeError for anything but counts
 * @example mcnemarExact(1, 9) // 0.021484375 (scipy: binomtest(1, 10).pvalue)
 * Source: McNemar 1947, Psychometrika 12:153; the exact form is the sign test.
 */
export function mcnemarExact(passToFail: number, failToPass: number): number {
  for (const count of [passToFail, failToPass]) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a count: ${count}`);
  }
  const flips = passToFail + failToPass;
  const fewer = Math.min(passToFail, failToPass);
  if (2 * fewer === flips) return 1;
  let ways = 1n;
  let sum = 1n;
  for (let i = 1; i <= fewer; i += 1) {
    ways = (ways * BigInt(flips - i + 1)) / BigInt(i);
    sum += ways;
  }
  // A p that no double can hold is still not 0.
  return Math.min(1, Math.max(Number.MIN_VALUE, 2 * overPowerOfTwo(sum, flips)));
}

const mantissaBits = 64;

/** value / 2^power, where neither of the two need fit into a double. */
function overPowerOfTwo(value: bigint, power: number): number {
  const excess = Math.max(0, value.toString(2).length - mantissaBits);
  // In two steps: the power alone may lie below the smallest double where the product does not.
  const half = Math.trunc((excess - power) / 2);
  return Number(value >> BigInt(excess)) * 2 ** half * 2 ** (excess - power - half);
}
