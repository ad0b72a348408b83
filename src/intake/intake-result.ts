import type { IntakeReport, RejectedRow } from "../core/intake.ts";

/** Something worth telling that is no refused row. `kind` is stable, `message` is for people. */
export interface IntakeNote {
  readonly kind:
    | "log-missing"
    | "log-gone"
    | "log-not-a-file"
    | "log-unreadable"
    | "rubric-unreadable"
    | "rotated"
    | "rotated-not-found"
    | "truncated"
    | "rewritten"
    | "half-line"
    | "read-again"
    | "ahead-not-found"
    | "no-artifact";
  readonly file: string;
  readonly message: string;
}

/** A report, and what else should be told about the files. */
export interface IntakeResult extends IntakeReport {
  readonly notes: readonly IntakeNote[];
}

/** What a row came to. */
export type RowOutcome = "stored" | "duplicate" | RejectedRow;

/**
 * Counts rows at two places that know nothing of each other: `rowRead` where a row is read, `rowDone` where it ends.
 * So `read = stored + duplicate + rejected` is checked, not assumed.
 */
export class IntakeTally {
  #read = 0;
  #stored = 0;
  #duplicate = 0;
  readonly #rejects: RejectedRow[] = [];
  /** Files in the order in which their first reject came. */
  readonly #fileOrder = new Map<string, number>();
  readonly #notes: IntakeNote[] = [];

  rowRead(): void {
    this.#read += 1;
  }

  rowDone(outcome: RowOutcome): void {
    if (outcome === "stored") this.#stored += 1;
    else if (outcome === "duplicate") this.#duplicate += 1;
    else {
      this.#rejects.push(outcome);
      if (!this.#fileOrder.has(outcome.file)) this.#fileOrder.set(outcome.file, this.#fileOrder.size);
    }
  }

  note(note: IntakeNote): void {
    this.#notes.push(note);
  }

  /** The report of all rows. Throws a plain error, a bug, when a row was lost on the way. */
  result(): IntakeResult {
    const rejected = this.#rejects.length;
    if (this.#read !== this.#stored + this.#duplicate + rejected)
      throw new Error(
        `${this.#read} rows were read, but ${this.#stored} stored, ${this.#duplicate} duplicate and ${rejected} rejected`,
      );
    return {
      read: this.#read,
      stored: this.#stored,
      duplicate: this.#duplicate,
      rejected,
      // In the order of the file: conflicts are found later than other refusals.
      rejects: this.#rejects.toSorted(
        (a, b) => this.#rankOf(a.file) - this.#rankOf(b.file) || a.line - b.line,
      ),
      notes: this.#notes,
    };
  }

  #rankOf(file: string): number {
    return this.#fileOrder.get(file) ?? 0;
  }
}

/** One result for several logs or files, in their order. */
export function sumResults(results: readonly IntakeResult[]): IntakeResult {
  const sum = (count: (result: IntakeResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  return {
    read: sum((result) => result.read),
    stored: sum((result) => result.stored),
    duplicate: sum((result) => result.duplicate),
    rejected: sum((result) => result.rejected),
    rejects: results.flatMap((result) => result.rejects),
    notes: results.flatMap((result) => result.notes),
  };
}
