import type { Month } from "./cycle.ts";
import type { JudgeStatus } from "./judge-status.ts";
import type { HistoryRow } from "./history-row.ts";
import type { PendingStep } from "./run-summary.ts";
import type { SlotCounters } from "./slot-counters.ts";

/** A cycle that waits for grades. */
export interface OpenCycle {
  readonly axis: string;
  readonly period: Month;
  /** Items that were drawn, withdrawn ones left out. */
  readonly items: number;
  readonly graded: number;
  readonly pending: number;
  /** The due instant has passed; the next run closes it. */
  readonly overdue: boolean;
  /** Epoch milliseconds in ISO form, UTC. */
  readonly due: string;
  /** Minutes that the pending items are expected to take. */
  readonly minutes: number;
}

/** How far an assisted axis is from `graduated`. It rests on closed months and answered batches alone. */
export interface AxisGate {
  /** The door that is open, evidence first; null where both are closed. Whichever it is, it takes the founder's word. */
  readonly door: "evidence" | "repair" | null;
  /** Further grades that would do if all of them agreed; null where no number is known to be enough. */
  readonly gradesNeeded: number | null;
  readonly passNeeded: number | null;
  readonly failNeeded: number | null;
  /** Further days without an override. */
  readonly daysNeeded: number;
  /** P(kappa < threshold) of the fresh grades, undiscounted; null where it is not computable. */
  readonly pBelowThreshold: number | null;
  readonly graded: { readonly pass: number; readonly fail: number };
  /** What keeps the door of evidence closed, and that of repair. */
  readonly missing: { readonly evidence: readonly string[]; readonly repair: readonly string[] };
}

/**
 * One axis as it stands: the last closed row of its history (without that row's `status` and `because`),
 * the status word now, and whether it is at risk. An axis without a closed month has only its own fields.
 */
export interface AxisStatus extends Partial<Omit<HistoryRow, "axis" | "status" | "because">> {
  readonly axis: string;
  /** The word in the axis file, or `no axis file`. */
  readonly status: string;
  readonly atRisk: boolean;
  /** Why it is at risk, as a sentence; null where it is not. */
  readonly because: string | null;
  /** What is still needed before an assisted axis may act alone again; of others it is left out. */
  readonly gate?: AxisGate;
  /** Batches that were asked for by hand and wait for answers. */
  readonly asked?: readonly { readonly period: Month; readonly items: number; readonly answered: number }[];
  /** Other axes have their turn: the month that it sat out, and the one in which it is asked at the latest. */
  readonly waits?: { readonly period: Month; readonly until: Month };
  readonly open: readonly Omit<OpenCycle, "axis">[];
}

/** One instant as programs and people read it. */
export interface SlotTime {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly local: string;
  readonly utc: string;
}

/** How the months came about so far. */
export interface PassCounters extends SlotCounters {
  /** Fires at a slot whose month had been opened already. */
  readonly doubledPrevented: number;
}

/** How things stand, as `status --json` prints it. */
export interface StatusReport {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly nextRun: { readonly local: string; readonly utc: string };
  readonly axes: readonly AxisStatus[];
  readonly open: readonly OpenCycle[];
  readonly aggregate: {
    readonly minutesPlanned: number;
    readonly minutesSpent: number | null;
    readonly axesAtRisk: number;
    readonly judgeCostUsd: number | null;
    /** Judge cost over production cost, 0 upwards; null where either is unknown. */
    readonly judgeCostShare: number | null;
  };
  /** What judging costs in detail, and which judges are not what they were. */
  readonly judge?: JudgeStatus;
  /** The next slots of the schedule, the nearest first. */
  readonly next: readonly SlotTime[];
  readonly pending: readonly PendingStep[];
  readonly counters: PassCounters;
  /** What is allowed but odd: an unwise setting, a clock that jumped, an axis file that cannot be read. */
  readonly warnings: readonly string[];
}
