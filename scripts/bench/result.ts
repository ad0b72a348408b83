import type { Comparison } from "./compare.ts";

/** One line of the benchmark's table. */
export interface Result extends Comparison {
  readonly goal: "G1" | "G3" | "G7" | "G8";
  readonly what: string;
  readonly against: string;
  /** The largest ratio that reaches the goal; null where the line has none, or none at this number of rows. */
  readonly limit: number | null;
}

/** Whether a line reaches its goal; null where it has none. */
export function isReached({ ratio, limit }: Pick<Result, "ratio" | "limit">): boolean | null {
  return limit === null ? null : ratio <= limit;
}
