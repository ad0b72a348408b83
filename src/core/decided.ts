import type { Month } from "./cycle.ts";
import type { Action, ModeOutcome, Reason } from "./decision.ts";

/** What was decided for one axis and month, as it stood at the close. Never rewritten. */
export interface Decision {
  readonly axis: string;
  readonly period: Month;
  readonly at: number;
  readonly mode: "literal" | "guarded";
  readonly action: Action;
  readonly reasons: readonly Reason[];
  readonly evidence: "healthy" | "uncertain" | "insufficient" | null;
  readonly literal: ModeOutcome;
  readonly guarded: ModeOutcome;
  readonly statusBefore: string;
  readonly statusAfter: string;
  /** Kappa and overrides as they stood at the close. */
  readonly kappa: number | null;
  readonly overrides: number;
  /** The whole row as it stood, JSON, so that any decision can be explained later. */
  readonly record: string;
}

/** A change of an axis' status word, by whom and why. */
export interface StatusChange {
  readonly axis: string;
  readonly at: number;
  readonly from: string | null;
  readonly to: string;
  /** `by hand` is a change that a person made in the file and the program noticed. */
  readonly by: "run" | "axis assist" | "axis graduate" | "by hand";
  readonly reason: string;
  readonly period: Month | null;
  /** Through which door autonomy was given back; only of such a change. */
  readonly door?: "evidence" | "repair" | "forced";
  /** What the founder had before him when he confirmed it, JSON; only beside a door. */
  readonly evidence?: string;
}
