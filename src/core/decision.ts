import type { Month } from "./cycle.ts";
import type { DecisionPolicy } from "./policy.ts";

export type Action = "revert" | "watch" | "keep" | "none";
export type Reason = "kappa" | "kappa-overwhelming" | "streak" | "cusum";

/** What one mode would do, and every rule that fired for it, in the order kappa, kappa-overwhelming, streak, cusum. */
export interface ModeOutcome {
  readonly action: Action;
  readonly reasons: readonly Reason[];
}

/** One month of one axis as the decision sees it: counts only, no records. */
export interface MonthEvidence {
  readonly period: Month;
  /** The deciding epoch; null where the month has none (it is then uncounted and one discount step). */
  readonly epoch: string | null;
  /** Critic-PASS and critic-FAIL verdicts of the frame. Zero for months that do not enter the pool. */
  readonly frame: { readonly pass: number; readonly fail: number };
  /** Base-sample PASS items. `answered` counts PASS, FAIL and CANT_TELL; `graded` PASS and FAIL. */
  readonly base: {
    readonly sampled: number;
    readonly answered: number;
    readonly graded: number;
    readonly overrides: number;
  };
  /** All graded critic-PASS items, base and top-up. */
  readonly pass: { readonly graded: number; readonly overrides: number };
  /** All graded critic-FAIL items, base and top-up. */
  readonly fail: { readonly graded: number; readonly founderPass: number };
}

/** Discounted sums over the months of one epoch since the last restart. */
export interface Pool {
  readonly passSize: number;
  readonly passGraded: number;
  readonly overrides: number;
  readonly failSize: number;
  readonly failGraded: number;
  readonly founderPassInFail: number;
}

/** Everything that the rules looked at in one month, and what each mode makes of it. */
export interface DecisionStep {
  readonly pool: Pool;
  /** P(kappa < threshold) on the pool; null unless both strata of the pool have a grade. */
  readonly pBelowThreshold: number | null;
  /** P(override rate > policy.overrideRate) on the pool's graded PASS items. */
  readonly pOverrideAbove: number | null;
  readonly cusum: number;
  readonly cusumAlarm: boolean;
  readonly streak: number;
  /** P(override rate > policy.overrideRate) over the streak's own bad months; null while the streak is 0. */
  readonly pOverrideAboveInStreak: number | null;
  readonly gateOpen: boolean;
  readonly overwhelmingGateOpen: boolean;
  /** Rules K, K! and S of the guarded mode. */
  readonly rules: { readonly kappa: boolean; readonly kappaOverwhelming: boolean; readonly streak: boolean };
  readonly literal: ModeOutcome;
  readonly guarded: ModeOutcome;
  readonly evidence: "healthy" | "uncertain" | "insufficient" | null;
}

export interface DecideInput {
  /** Months of one axis since the latest restart, ascending; the last is decided. Gaps in the calendar are uncounted months. */
  readonly months: readonly MonthEvidence[];
  readonly policy: DecisionPolicy;
}
