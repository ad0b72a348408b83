import type { Grade, Month } from "./cycle.ts";

/** An open item without its text, as the grading page lists it. Nothing here tells the critic's word or the item's kind. */
export interface ItemToGrade {
  readonly ref: string;
  readonly axis: string;
  readonly period: Month;
  readonly title: string;
  readonly intent: string | null;
  /** Date of the last day, `YYYY-MM-DD`. */
  readonly due: string;
  /** What the founder has answered so far. */
  readonly grade: Grade | null;
  readonly reason: string | null;
}

/** Everything that waits for the founder in the local queue, in the order shown, and what waits in other places. */
export interface OpenGrading {
  /** Whose grading it is: the same for this workspace of this database, and for no other one. */
  readonly workspace: string;
  readonly items: readonly ItemToGrade[];
  /** What an item takes: measured, else as planned. */
  readonly minutesPerItem: number;
  /** Unanswered items of other queues, which are graded there. */
  readonly elsewhere: readonly { readonly queue: string; readonly items: number }[];
}

/** A grade given on the page; null takes back the one that stands. The same one again is a duplicate. */
export interface PageGrade {
  readonly ref: string;
  readonly grade: Grade | null;
  readonly reason: string | null;
  readonly at: number;
}

/** What became of a grade given on the page. */
export type PageGradeOutcome =
  | {
      readonly outcome: "stored" | "duplicate";
      /** The item's month was closed before this grade came in. */
      readonly late: boolean;
      /** What stood before this grade, and what counts now: an older word does not beat a newer one. */
      readonly before: Grade | null;
      readonly counts: Grade | null;
    }
  /** `elsewhere`: the item belongs to another queue and is graded there. */
  | { readonly outcome: "rejected"; readonly because: "unknown-ref" | "elsewhere" };
