import type { Month, MonthCount } from "../cycle.ts";
import { addMonths, monthsFrom } from "../month.ts";
import type { Volumes } from "./family-share.ts";

/** Complete months that are looked at. */
const monthsLookedAt = 6;

/** The mean month of an axis, and the months that it is the mean of. */
export interface ObservedVolumes extends Volumes {
  readonly from: Month;
  readonly to: Month;
}

/**
 * How many verdicts that have something to show does an axis bring in a month? The mean of its last six complete months,
 * beginning with the first that has any verdict; a month without one in between counts as 0. Null without any.
 *
 * @param counts The rollup of one axis.
 * @param lastMonth The last complete month.
 */
export function observedVolumes(
  counts: readonly MonthCount[],
  lastMonth: Month,
  acceptRef: boolean,
): ObservedVolumes | null {
  const earliest = addMonths(lastMonth, 1 - monthsLookedAt);
  const shown = counts.filter(
    ({ period, artifact, word, count }) =>
      count > 0 &&
      word !== "ERROR" &&
      period >= earliest &&
      period <= lastMonth &&
      (artifact === "snapshot" || (artifact === "ref" && acceptRef)),
  );
  const from = shown.reduce<Month | null>(
    (first, { period }) => (first === null || period < first ? period : first),
    null,
  );
  if (from === null) return null;
  const months = monthsFrom(from, lastMonth).length;
  const mean = (wanted: "PASS" | "FAIL"): number =>
    Math.round(shown.reduce((sum, { word, count }) => (word === wanted ? sum + count : sum), 0) / months);
  return { pass: mean("PASS"), fail: mean("FAIL"), from, to: lastMonth };
}
