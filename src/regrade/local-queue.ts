import type { GradeObservation, GradeOutcome } from "../core/cycle.ts";
import type { BlindItem, CollectOutcome, PublishOutcome, RegradeQueue } from "./queue.ts";

/** Where grades end up: the part of the store that the local queue needs. */
export interface GradeShelf {
  appendGrades(observations: readonly GradeObservation[]): Promise<readonly GradeOutcome[]>;
}

/** The queue of a founder without accounts: items are graded in the terminal or through files. */
export interface LocalQueue extends RegradeQueue {
  readonly kind: "local";
  /** Takes grades that the founder gives here and now. */
  answer(observations: readonly GradeObservation[]): Promise<readonly GradeOutcome[]>;
}

/**
 * The local queue has no outside: an item is published by being planned, and a grade is on the shelf
 * the moment it is given. So publishing cannot fail and collecting finds nothing that is not there already.
 */
export function createLocalQueue(shelf: GradeShelf): LocalQueue {
  return {
    kind: "local",
    outside: false,
    publish: async (item: BlindItem): Promise<PublishOutcome> => ({
      ref: item.ref,
      state: "created",
      externalId: null,
      url: null,
    }),
    collect: async (): Promise<CollectOutcome> => ({ status: "ok", observations: [], withdrawn: [] }),
    answer: (observations) => shelf.appendGrades(observations),
  };
}
