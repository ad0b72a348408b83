import type { Comparison } from "./compare.ts";

/** One line of the benchmark's table. */
export interface Result extends Comparison {
  readonly goal: "G1" | "G3" | "G7" | "G8";
  readonly what: string;
  readonly against: string;
  /** The largest ratio that reaches the goal; null where the line has none, or none at this number of rows. */
  readonly limit: number | null;
  /** The same ratio of the processors' time, which waits for no disk and no other program; null where it is not known. */
  readonly cpuRatio: number | null;
}

/** Whether a line reaches its goal; null where it has none. */
export function isReached({ ratio, limit }: Pick<Result, "ratio" | "limit">): boolean | null {
  return limit === null ? null : ratio <= limit;
}
