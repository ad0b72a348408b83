import type { Estimate } from "./mover-interval.ts";
import type { TruePassRate } from "./true-pass-rate.ts";

/** Which word the founder gives more often, and how often. */
export interface MajorityBaseline extends Estimate {
  readonly word: "PASS" | "FAIL";
}

/**
 * How well would a critic agree with the founder that gives the founder's commoner word to everything?
 * max(m, 1-m) of the true PASS rate m, 0.5 to 1: an agreement below it is worse than no critic at all. PASS where both words
 * are equally common. The interval is the image of m's; null where m is not to be had.
 *
 * @example a true PASS rate of 0.8, 0.526 to 0.896 // { word: "PASS", value: 0.8, low: 0.526, high: 0.896 }
 */
export function majorityBaseline(passRate: TruePassRate): MajorityBaseline | null {
  if (passRate.status !== "ok") return null;
  const { value, low, high } = passRate;
  return {
    word: value >= 0.5 ? "PASS" : "FAIL",
    value: Math.max(value, 1 - value),
    low: low <= 0.5 && high >= 0.5 ? 0.5 : Math.min(Math.max(low, 1 - low), Math.max(high, 1 - high)),
    high: Math.max(low, 1 - low, high, 1 - high),
  };
}
