import { median } from "simple-statistics";
import type { GradeObservation } from "./cycle.ts";

const minute = 60_000;
/** Faster than a person reads: grades that came from a file all at once. */
const shortestGap = minute / 20;
/** Longer than any item takes: the founder went away. */
const longestGap = 20 * minute;
/** Below this many gaps the expected minutes are a better guess than the measured ones. */
const enoughGaps = 10;

/**
 * How many minutes one item takes this founder: the median time between two grades given in a row.
 * Null until there are at least 10 such gaps; pauses above 20 minutes and bulk imports do not count.
 *
 * @example measuredMinutesPerItem(observationsTwoMinutesApart) // => 2
 */
export function measuredMinutesPerItem(observations: readonly GradeObservation[]): number | null {
  const instants = observations
    .flatMap(({ at, grade }) => (at === null || grade === null ? [] : [at]))
    .toSorted((a, b) => a - b);
  const gaps = instants
    .slice(1)
    .map((at, index) => at - (instants[index] ?? at))
    .filter((gap) => gap >= shortestGap && gap <= longestGap);
  return gaps.length < enoughGaps ? null : median(gaps) / minute;
}
