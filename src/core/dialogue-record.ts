import type { DialogueHeader, DialogueOutcome, TurnStatus } from "./dialogue-parts.ts";

/** A dialogue file as it was read last. Everything of it was written by others. */
export interface DialogueFile {
  /** Absolute, links resolved: a file is known by it. */
  readonly path: string;
  /** The axis that its verdict counts for; null where nobody named one. */
  readonly axis: string | null;
  readonly header: DialogueHeader;
  readonly outcome: DialogueOutcome;
  /** Only from a `Verdict:` line of a confirmed DONE turn. */
  readonly verdict: "PASS" | "FAIL" | null;
  /** Codes of what was wrong with it, and of what a reader may want to know. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Size and SHA-256 (hex) of the whole file. */
  readonly bytes: number;
  readonly sha256: string;
  /** Epoch milliseconds. */
  readonly seenAt: number;
}

/** One turn of a dialogue file: known by (path, the prefix's SHA-256, n), and never changed once it is kept. */
export interface DialogueTurnRecord {
  readonly path: string;
  /** From 1. */
  readonly n: number;
  /** The file up to the end of this turn: its length in bytes and its SHA-256 (hex). */
  readonly prefixBytes: number;
  readonly prefixSha256: string;
  readonly role: string;
  readonly round: number;
  /** As written: `YYYY-MM-DD HH:MM`, local, without a zone. */
  readonly at: string;
  readonly status: TurnStatus | null;
  readonly awaiting: string | null;
  readonly verdict: "PASS" | "FAIL" | null;
  /** The turn as it stands in the file, from its heading to its last line. */
  readonly text: string;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

/** A file whose earlier bytes are not what they were: what was kept stays, and what was found is named. */
export interface DialogueQuarantine {
  readonly path: string;
  /** The first turn that differs; 0 is the header. */
  readonly n: number;
  readonly because: "earlier-bytes-changed";
  /** The prefix that was kept. */
  readonly keptBytes: number;
  readonly keptSha256: string;
  /** The whole file as it was found. */
  readonly foundBytes: number;
  readonly foundSha256: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What is kept of a dialogue file. */
export interface KeptDialogue {
  readonly file: DialogueFile;
  /** Ascending. */
  readonly turns: readonly DialogueTurnRecord[];
  readonly quarantines: readonly DialogueQuarantine[];
}

/** A dialogue that the program itself conducts. */
export interface DialogueRun {
  readonly id: string;
  readonly axis: string;
  /** Where its file is, or will be. Absolute. */
  readonly path: string;
  /** What it is about and between whom, as JSON: all that is needed to go on with it after a crash. */
  readonly plan: string;
  readonly state: "open" | "ended";
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** How it ended; null while it is open. */
  readonly outcome: DialogueOutcome | null;
  /** Why it ended early, in one word or code; null where it came to its own end. */
  readonly because: string | null;
}

/** Bytes that the program is about to append to a dialogue of its own: stored before it writes them. */
export interface DialogueAppend {
  readonly runId: string;
  /** The turn, from 1; 0 is the header. */
  readonly n: number;
  /** The file before it: length in bytes and SHA-256 (hex). */
  readonly beforeBytes: number;
  readonly beforeSha256: string;
  readonly text: string;
  readonly state: "planned" | "written";
  /** Epoch milliseconds. */
  readonly plannedAt: number;
}
