/** How a turn ends: who is to answer, or that it is over. */
export type TurnStatus = "AWAITING" | "PROPOSING_DONE" | "DONE" | "STUCK";

/**
 * Where a dialogue stands. INVALID: it has errors. OPEN_AT_MAX: both have spoken in the last round and neither ended it.
 * CONCLUDED_UNCONFIRMED: DONE without PROPOSING_DONE before it.
 */
export type DialogueOutcome =
  | "INVALID"
  | "OPEN"
  | "OPEN_AT_MAX"
  | "STUCK"
  | "CONCLUDED"
  | "CONCLUDED_UNCONFIRMED";

export interface Participant {
  readonly role: string;
  readonly kind: "directory" | "subagent" | "codex";
  /** The folder of a `directory`. */
  readonly at?: string;
}

/** Null where the line is missing or makes no sense. */
export interface DialogueHeader {
  readonly topic: string | null;
  /** `YYYY-MM-DD HH:MM`, local, without a zone. */
  readonly started: string | null;
  readonly maxRounds: number | null;
  readonly participants: readonly Participant[];
  /** Of older files. */
  readonly template?: string;
  /** Ours: the axis that the verdict counts for. */
  readonly axis?: string;
}

/** A turn, as far as programs need it. */
export interface DialogueTurn {
  /** From 1. */
  readonly n: number;
  readonly role: string;
  readonly round: number;
  /** `YYYY-MM-DD HH:MM`, local, without a zone. */
  readonly at: string;
  readonly status: TurnStatus | null;
  /** Only of AWAITING. */
  readonly awaiting?: string;
  /** Only where it says so in a line of its own. */
  readonly verdict?: "PASS" | "FAIL";
}
