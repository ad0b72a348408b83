import type { GivenGrade, GradingSession } from "./grading-session.ts";

/** What a way of grading needs, whether on a full screen or by lines. */
export interface Sitting {
  readonly start: GradingSession;
  readonly minutesPerItem: number;
  /** Makes a grade durable; the next item is shown only after it. */
  readonly store: (given: GivenGrade) => Promise<void>;
}

/** How a sitting ended. */
export interface SittingResult {
  readonly last: GradingSession;
  readonly graded: number;
  readonly interrupted: boolean;
}
