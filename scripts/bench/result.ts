import { type Comparison, compare } from "./compare.ts";

/** The goals, in the order of the table. */
export const goalNames = ["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10"] as const;
export type Goal = (typeof goalNames)[number];

/** One line of the benchmark's table. */
export interface Result extends Comparison {
  readonly goal: Goal;
  readonly what: string;
  readonly against: string;
  /** The ratio at which the goal is reached; null where the line has none, or none at this number of rows. */
  readonly limit: number | null;
  /** Whether the ratio may be at most that large, or must be at least; at most where it does not say. */
  readonly sense?: "at-least";
  /** What the two medians are counted in; milliseconds where it does not say. */
  readonly unit?: string;
  /** The same ratio of the processors' time, which waits for no disk and no other program; null where it is not known. */
  readonly cpuRatio: number | null;
}

/** A line that could not be measured here, and why. */
export interface Missing {
  readonly goal: Goal;
  readonly what: string;
  readonly against: string;
  readonly because: string;
}

export type Row = Result | Missing;

/** Whether a line was measured. */
export function isMeasured(row: Row): row is Result {
  return "ratio" in row;
}

/** Whether a line reaches its goal; null where it has none. */
export function isReached({
  ratio,
  limit,
  sense,
}: Pick<Result, "ratio" | "limit" | "sense">): boolean | null {
  if (limit === null) return null;
  return sense === "at-least" ? ratio >= limit : ratio <= limit;
}

/** A line that compares two sides of the same rounds. */
export function resultOf(
  times: ReadonlyMap<string, readonly number[]>,
  line: Pick<Result, "goal" | "what" | "against" | "limit"> &
    Partial<Pick<Result, "cpuRatio" | "sense" | "unit">>,
): Result {
  return { cpuRatio: null, ...line, ...compare(times, line.what, line.against) };
}

/** A line that holds a figure against a fixed one: so many megabytes, so many lost. The goal is reached at the fixed one. */
export function against(
  line: Pick<Result, "goal" | "what" | "against"> & { readonly unit: string },
  values: readonly number[],
  bound: number,
): Result {
  const times = new Map([
    [line.what, values],
    // None may be lost: then the line tells how many were, and a ratio to nothing would tell less.
    [line.against, values.map(() => (bound === 0 ? 1 : bound))],
  ]);
  const compared = compare(times, line.what, line.against);
  return { ...line, cpuRatio: null, limit: bound === 0 ? 0 : 1, ...compared, baseMs: bound };
}
