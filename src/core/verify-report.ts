import type { Month } from "./cycle.ts";
import type { Recomputation } from "./recompute.ts";

/** Something that was checked, and what is wrong with it; `fix` says what to do. */
export interface VerifyFinding {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  readonly fix: string | null;
}

/** One closed month as it was decided, and decided again. */
export interface VerifiedMonth extends Recomputation {
  readonly axis: string;
  readonly period: Month;
  /** ISO 8601, UTC. */
  readonly closedAt: string;
  readonly mode: "literal" | "guarded";
  /** The stored decision equals its recomputation from what was known at the close. */
  readonly ok: boolean;
}

/** Whether every decision follows from the records, as `verify --json` prints it. */
export interface VerifyReport {
  /** Every stored decision equals its recomputation, and every check passed. What reads otherwise now, or has other figures, is no failure. */
  readonly ok: boolean;
  readonly checked: {
    readonly axes: number;
    readonly decisions: number;
    readonly items: number;
    readonly artifacts: number;
  };
  /** Ascending by axis and month. */
  readonly months: readonly VerifiedMonth[];
  /** What was found besides: damage, samples that are not the ones the order gives. */
  readonly findings: readonly VerifyFinding[];
}
