import type { MonthCount } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import type { DecisionStep, MonthEvidence } from "./decision.ts";
import type { GradedItem, SeenItem } from "./evidence.ts";
import type { ReaskAnswer } from "./self-agreement.ts";

/** An item with the grade that is known of it. */
export interface SeenGrade extends SeenItem, GradedItem {}

/** What is known of one month, and of others for it. */
export interface KnownMonth {
  readonly graded: readonly SeenGrade[];
  readonly counts: readonly MonthCount[];
  readonly decided: Decision | null;
  readonly step: DecisionStep | null;
  /** The months that the step looked at. */
  readonly window: readonly MonthEvidence[];
  /** Of all months. */
  readonly reasked: readonly ReaskAnswer[];
}
