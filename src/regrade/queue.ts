import type { GradeObservation, Month } from "../core/cycle.ts";
import type { EffectOutcome, TaskNote } from "../core/effect.ts";

/** What the founder sees of an item. Nothing here tells the critic's word, the item's kind or its origin. */
export interface BlindItem {
  readonly ref: string;
  readonly axis: string;
  readonly period: Month;
  readonly title: string;
  readonly intent: string | null;
  readonly text: string;
  /** Date of the last day, `YYYY-MM-DD`. */
  readonly due: string;
}

export type PublishOutcome =
  | {
      readonly ref: string;
      readonly state: "created";
      readonly externalId: string | null;
      readonly url: string | null;
    }
  /** `everywhere`: the other items would fare no better in this pass. */
  | {
      readonly ref: string;
      readonly state: "waiting";
      readonly because: string;
      readonly hint?: string | null;
      readonly everywhere?: boolean;
    }
  /** The queue will never take this item, while it takes others: the month goes on without it. */
  | { readonly ref: string; readonly state: "refused"; readonly because: string };

/** Something that the founder has to say himself, since nobody may guess it. */
export interface Question {
  readonly ref: string;
  readonly because: string;
  readonly hint: string;
}

/** A queue that could not be asked, with what had been seen before it failed. */
export interface Unreachable {
  readonly status: "unreachable";
  readonly because: string;
  readonly hint: string;
  readonly observations?: readonly GradeObservation[];
}

export type CollectOutcome =
  | {
      readonly status: "ok";
      readonly observations: readonly GradeObservation[];
      readonly withdrawn: readonly { readonly ref: string; readonly because: string }[];
      readonly questions?: readonly Question[];
    }
  | Unreachable;

/** An item as the store knows it: what it is called inside and outside. */
export interface QueuedItem {
  readonly ref: string;
  readonly externalId: string | null;
}

/** What the founder has to do for one axis and month. The numbers tell nothing of the items' kinds. */
export interface GradingTask {
  readonly axis: string;
  readonly period: Month;
  /** Date of the last day, `YYYY-MM-DD`. */
  readonly due: string;
  readonly items: number;
  readonly minutes: number;
}

export type Readiness =
  | { readonly state: "ready" }
  | {
      readonly state: "waiting";
      readonly because: string;
      readonly hint: string | null;
      readonly everywhere: boolean;
    };

export type SweepOutcome =
  | {
      readonly status: "ok";
      /** Answers to items that were not asked about, such as those of a closed month. */
      readonly observations: readonly GradeObservation[];
      readonly questions: readonly Question[];
    }
  | Unreachable;

/**
 * Where the founder grades. Publishing the same item again is one item; collecting again is harmless.
 * A queue that cannot be reached says so: that is never the same as "no grades".
 */
export interface RegradeQueue {
  readonly kind: "local" | "notion";
  /** Whether items have to be brought somewhere. Where not, they are `created` in the transaction that plans them. */
  readonly outside: boolean;
  /** `attempt` above 1 says that an earlier call may have happened. */
  publish(item: BlindItem, attempt: number): Promise<PublishOutcome>;
  collect(items: readonly QueuedItem[], now: number): Promise<CollectOutcome>;

  // A queue that is inside the program has no need of the rest.

  /** Makes the axis task of a month, or finds it: before the first item of it is published. */
  prepare?(task: GradingTask): Promise<Readiness>;
  /**
   * Looks over everything that was made or changed in the queue since an instant: takes away what is there twice, and
   * finds what nobody asked about. `items` are those of the open months.
   */
  sweep?(items: readonly QueuedItem[], since: number, now: number): Promise<SweepOutcome>;
  /** Adds a note to the axis task of a month, once, however often it is asked. */
  addNote?(note: TaskNote): Promise<EffectOutcome>;
  /** Where the founder grades, as an address; null where that is not known yet. */
  address?(): Promise<string | null>;
}
