import type { Month } from "./cycle.ts";
import type { Action } from "./decision.ts";
import type { HistoryKappa } from "./history-row.ts";
import type { Regraduation } from "./regraduation.ts";

/** A month that led to the revert, as it was decided. */
export interface MonthBefore {
  readonly period: Month;
  readonly epoch: string | null;
  readonly action: Action;
  readonly kappa: HistoryKappa;
  readonly overrides: number;
  /** Graded PASS items. */
  readonly graded: number;
  readonly streak: number;
  readonly pBelowThreshold: number | null;
}

/** What an epoch is made of, as one of its verdicts tells; `none` where that is not known. */
export interface EpochParts {
  readonly epoch: string;
  /** Fingerprint. */
  readonly rubric: string;
  readonly model: string;
}

/** An edit that was asked for and made since the revert. */
export interface AppliedEdit {
  readonly id: string;
  readonly file: string;
  readonly section: string;
  readonly suggestion: string;
  readonly commit: string | null;
  readonly askers: readonly string[];
}

/** What the founder has before him when he is asked whether an axis may act alone again. */
export interface GraduationPage {
  readonly axis: string;
  readonly status: string;
  readonly gate: Regraduation;
  /** Ascending; the reverted month is the last. */
  readonly before: readonly MonthBefore[];
  readonly edit: {
    readonly before: EpochParts | null;
    readonly now: EpochParts | null;
    readonly changed: readonly ("rubric" | "model" | "settings")[];
    readonly applied: readonly AppliedEdit[];
    /** Edits that were asked for and are neither made nor dismissed. */
    readonly open: number;
  };
  /** What a person said of verdicts while the axis was assisted. He knew the critic's word, so it is in no kappa. */
  readonly confirmations: { readonly confirmed: number; readonly refused: number };
  /** Forced graduations of the axis, for ever. */
  readonly forcedBefore: readonly { readonly at: number; readonly reason: string }[];
}
