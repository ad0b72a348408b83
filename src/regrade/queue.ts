import type { GradeObservation, Month } from "../core/cycle.ts";

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
  | { readonly ref: string; readonly state: "waiting"; readonly because: string };

export type CollectOutcome =
  | {
      readonly status: "ok";
      readonly observations: readonly GradeObservation[];
      readonly withdrawn: readonly { readonly ref: string; readonly because: string }[];
    }
  | { readonly status: "unreachable"; readonly because: string; readonly hint: string };

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
  collect(
    items: readonly { readonly ref: string; readonly externalId: string | null }[],
    now: number,
  ): Promise<CollectOutcome>;
}
