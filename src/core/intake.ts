import type { Verdict } from "./verdict.ts";

/** What intake hands to the store: verdicts, their artifacts, the place read up to, and what was refused, as one transaction. */
export interface VerdictBatch {
  readonly verdicts: readonly Verdict[];
  /** Content of the snapshots that the verdicts name, by SHA-256 (hex). Those already stored may be left out. */
  readonly artifacts: ReadonlyMap<string, Uint8Array>;
  readonly storedAt: number;
  readonly logPosition?: LogPosition;
  readonly rejects?: readonly RejectedRow[];
}

/** A verdict with the content of its snapshot, where it has one that may not be stored yet. */
export interface ReadVerdict {
  readonly verdict: Verdict;
  readonly content: Uint8Array | null;
}

/** What a reading of verdicts ends with: the place read up to, and what was refused on the way. */
export interface ReadingEnd {
  readonly logPosition?: LogPosition;
  readonly rejects: readonly RejectedRow[];
}

/** Verdicts as they are read, one at a time: each is answered with its outcome before the next is read. */
export type VerdictReading = Generator<ReadVerdict, ReadingEnd, RecordOutcome>;

/** `conflict`: the key is known with another verdict, instant or artifact; the first stays. */
export type RecordOutcome =
  | { readonly outcome: "stored" | "duplicate"; readonly key: string }
  | { readonly outcome: "rejected"; readonly key: string; readonly because: "conflict" };

/** How much of a file has been read and stored; `bytesTotal` is null where nobody knows how much will come (a pipe). */
export interface ReadProgress {
  readonly file: string;
  readonly bytesRead: number;
  readonly bytesTotal: number | null;
}

/** How far a log has been read, and how to know that it is still the same file. */
export interface LogPosition {
  readonly axis: string;
  readonly path: string;
  /** Device and inode, `dev:ino`. */
  readonly inode: string;
  /** Bytes read, up to the end of a whole line. */
  readonly offset: number;
  /** Lines read. */
  readonly line: number;
  /** SHA-256 (hex) of the bytes just before `offset` (at most 1 KiB), to notice a file that was rewritten in place. */
  readonly tail: string;
}

/** A row that could not be stored. Nothing of it is lost: it can be mended and ingested again. */
export interface RejectedRow {
  readonly axis: string | null;
  /** The file as named, `stdin`, or `record` for flags. */
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** The line as read, at most 4 KiB of it. */
  readonly raw: string;
  readonly seenAt: number;
}

/** `read = stored + duplicate + rejected`, always. */
export interface IntakeReport {
  readonly read: number;
  readonly stored: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly rejects: readonly RejectedRow[];
}

/** The part of the store that keeps small facts, e.g. which rows of a log wait for their time. */
export interface FactMemory {
  readSetting(name: string): Promise<string | null>;
  writeSetting(name: string, value: string): Promise<string>;
}

/** The part of the store that intake needs. */
export interface VerdictSink {
  recordVerdicts(batch: VerdictBatch): Promise<readonly RecordOutcome[]>;
  /**
   * The same for verdicts that are read while they are stored: one transaction, from the first that is read to the end of the
   * reading, which must therefore not wait for anybody. Nothing is stored where the reading throws.
   */
  recordReading(reading: VerdictReading, storedAt: number): Promise<void>;
  readLogPosition(axis: string, path: string): Promise<LogPosition | null>;
}
