import type { CycleBecause, CycleState, Month } from "./cycle.ts";
import type { Action, ModeOutcome, Pool, Reason } from "./decision.ts";

interface WordCounts {
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
}

/** Items by what they were drawn as. */
interface ItemCounts {
  readonly pass: number;
  readonly fail: number;
  readonly probe: number;
  readonly risk: number;
}

/**
 * The month's weighted kappa. `ok`: both strata have a graded item, `value` in -1 to 1 with its 95% interval.
 * `undefined`: nothing was graded, or 0/0. `unidentified`: one stratum is empty or ungraded, `bounds` say what is possible.
 */
export interface HistoryKappa {
  readonly status: "ok" | "undefined" | "unidentified";
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly because: string | null;
  readonly bounds: readonly [low: number, high: number] | null;
}

/**
 * Agreement in other words than kappa, all -1 to 1 or 0 to 1, null where not computable. `prevalenceWarning`: one word is so
 * common that kappa reads low by construction.
 */
interface HistoryAgreement {
  readonly pabak: number | null;
  readonly ac1: number | null;
  readonly onPass: number | null;
  readonly onFail: number | null;
  readonly prevalenceIndex: number | null;
  readonly biasIndex: number | null;
  readonly prevalenceWarning: boolean;
}

/** What was decided at the close, beside what each mode would do. An open or skipped row has action `none`. */
interface HistoryDecision {
  readonly mode: "literal" | "guarded";
  readonly action: Action;
  readonly reasons: readonly Reason[];
  readonly evidence: "healthy" | "uncertain" | "insufficient" | null;
  readonly literal: ModeOutcome;
  readonly guarded: ModeOutcome;
}

/**
 * One axis and one period, as `history --json` prints it. Counts are counts of records; null stands where there
 * is no number. The numbers follow what is known now; `decision` stays as it was decided.
 */
export interface HistoryRow {
  readonly workspace: string;
  readonly axis: string;
  readonly period: Month;
  /** The deciding epoch; null where the month had no PASS or FAIL verdict. */
  readonly epoch: string | null;
  readonly state: CycleState;
  readonly because: CycleBecause | null;
  /** The whole month, all epochs. */
  readonly verdicts: WordCounts;
  /** What the sample stands for; `noArtifact` and `late` are counted beside it. */
  readonly frame: {
    readonly pass: number;
    readonly fail: number;
    readonly noArtifact: number;
    readonly late: number;
  };
  readonly otherEpochs: readonly { readonly epoch: string; readonly verdicts: WordCounts }[];
  /** A stratum has fewer grades than `decision.provisional_below` of its items; it stops nothing. */
  readonly provisional: boolean;
  readonly sampled: ItemCounts;
  /** PASS and FAIL grades; a can't-tell is in `cantTell` only. */
  readonly graded: ItemCounts;
  readonly cantTell: number;
  /** Graded items of the two strata: critic's word, then founder's. `pf` are overrides, `fp` reverse overrides. */
  readonly table: {
    readonly pp: number;
    readonly pf: number;
    readonly fp: number;
    readonly ff: number;
  };
  readonly kappa: HistoryKappa;
  /** What the field reports beside kappa, on the weighted table; null unless kappa is `ok`. */
  readonly agreement: HistoryAgreement | null;
  readonly pool: Pool | null;
  /** P(kappa < threshold) on the pool. */
  readonly pBelowThreshold: number | null;
  /** The override rate, 0 to 1, that a kappa at the threshold stands for on this month's frame. */
  readonly overrideRateAtThreshold: number | null;
  readonly overrides: number;
  readonly reverseOverrides: number;
  readonly streak: number;
  readonly escape: {
    readonly escaped: number;
    readonly graded: number;
    readonly low: number | null;
    readonly high: number | null;
  };
  readonly minutes: { readonly planned: number; readonly spent: number };
  readonly topUp: { readonly batches: number; readonly graded: number };
  /** Every verdict of the month that was none, in order of their instants. */
  readonly errors: readonly { readonly id: string; readonly kind: string }[];
  readonly decision: HistoryDecision;
  /** The status word before and after the close. */
  readonly status: { readonly before: string; readonly after: string };
}
