import type { CycleBecause, CycleState, Month } from "./cycle.ts";
import type { Action } from "./decision.ts";
import type { EffectPayload, EffectState } from "./effect.ts";
import type { PurposeCost } from "./judge-cost.ts";
import type { TopUpReason } from "./top-up.ts";

/** A step that could not be done now and will be tried again at the next run. */
export interface PendingStep {
  /** The effect's kind, or the step of the month: `ingest`, `publish`, `collect`, `close`. */
  readonly kind: EffectPayload["kind"] | "ingest" | "publish" | "collect" | "close";
  readonly period: Month | null;
  /** Null where the step concerns every axis. */
  readonly axis: string | null;
  readonly because: string;
  /** What the person can do about it; null where waiting is enough. */
  readonly hint: string | null;
}

/** Rows of one ingest, `read = stored + duplicate + rejected`. */
export interface IngestSummary {
  readonly read: number;
  readonly stored: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly rejects: readonly {
    readonly file: string;
    readonly line: number;
    readonly reason: string;
    readonly raw: string;
  }[];
}

/** A month of one axis that was decided in this run. */
export interface ClosedMonth {
  readonly period: Month;
  readonly axis: string;
  readonly action: Action;
}

/** A month of one axis that was opened in this run, or set aside for a reason. */
export interface OpenedMonth {
  readonly period: Month;
  readonly axis: string;
  readonly state: CycleState;
  /** Items that the founder is asked to grade. */
  readonly items: number;
  readonly because: CycleBecause | null;
}

/** A month of one axis whose grades left a question open, so that further items of it were drawn. */
export interface ToppedUpMonth {
  readonly period: Month;
  readonly axis: string;
  /** The number that the items carry: 2 or 3; the base sample is 1. */
  readonly batch: number;
  /** Further items that the founder is asked to grade. */
  readonly items: number;
  readonly because: TopUpReason;
}

/** What a run over the gold set of one axis came to. */
export interface GoldRunOutcome {
  readonly axis: string;
  /** The month that it belongs to. */
  readonly period: Month;
  /** `none`: there was nothing to run; see `because`. */
  readonly state: "done" | "stopped" | "none";
  /**
   * `no-critic`, `no-rubric`, `no-gold`; why it stopped: `budget`, `time`, `prompt`, or the kind of failure that every further call would
   * meet; `done-before` where the month has its run. Null where all went well.
   */
  readonly because: string | null;
  /** Items that became gold in this pass, that left the holdout since the rubric quotes them, and that are gold no more. */
  readonly admitted: number;
  readonly exposed: number;
  readonly retired: number;
  /** Answers that the run is after, and those that it has, of this pass and earlier ones. */
  readonly planned: number;
  readonly answered: number;
}

/** What one pass through the month did, as `run --json` prints it. */
export interface RunSummary {
  /** `pending`: a step waits and will be resumed (exit 1). */
  readonly status: "done" | "pending";
  /** The month that this run was about: the last complete one, or that of `--month`. */
  readonly period: Month;
  readonly ingest: IngestSummary;
  readonly closed: readonly ClosedMonth[];
  readonly opened: readonly OpenedMonth[];
  readonly toppedUp: readonly ToppedUpMonth[];
  /** `planned`: what a dry run would have done. */
  readonly effects: readonly {
    readonly kind: EffectPayload["kind"];
    readonly state: EffectState | "planned";
  }[];
  /** What was done about gold, where there was anything to do. */
  readonly gold: readonly GoldRunOutcome[];
  /** What critics were called for meanwhile, and what that cost; absent where none was. */
  readonly calls?: readonly PurposeCost[];
  readonly pending: readonly PendingStep[];
}
