import type { AdjustmentProposal } from "./adjustment-record.ts";
import type { FailureKind } from "./critic-failure.ts";
import type { Dialogue } from "./dialogue.ts";
import type { DialogueOutcome } from "./dialogue-parts.ts";
import type { DialogueQuarantine } from "./dialogue-record.ts";
import type { ReplyFault } from "./dialogue-reply.ts";

/** Why an answer was no turn: the kind of a failed call, a fault of the answer, or `no-terminal-status`. */
export type TurnProblem = FailureKind | ReplyFault | "no-terminal-status";

/** What went wrong in a turn and was got over, or ended the dialogue. */
export interface ProblemOnTheWay {
  readonly turn: number;
  readonly problem: TurnProblem;
}

/** What became of a file that was read in. */
export interface DialogueIngest extends Omit<Dialogue, "turns" | "upstreamHeaderCount"> {
  readonly path: string;
  readonly axis: string | null;
  readonly turns: { readonly inFile: number; readonly kept: number; readonly added: number };
  /** Null where the file is what it was, or more of it. */
  readonly quarantine: DialogueQuarantine | null;
  readonly recorded: {
    readonly outcome: "stored" | "duplicate" | "rejected";
    readonly because: string | null;
  } | null;
  readonly adjustments: {
    readonly agreed: number;
    readonly added: number;
    readonly drafts: number;
    readonly refused: readonly { readonly turn: number; readonly because: string }[];
  };
}

/** What came of it. No text of an artifact is in it. */
export interface DialogueOpened {
  /** `waiting`: it goes on when it is asked for again. `nothing-to-argue`: critic and founder differ on nothing that is left. */
  readonly status: "ended" | "waiting" | "planned" | "nothing-to-argue";
  readonly axis: string;
  readonly path: string | null;
  /** Whether it went on with one that was begun before. */
  readonly resumed: boolean;
  readonly clause: string | null;
  readonly cases: readonly string[];
  readonly rounds: number;
  readonly author: string;
  readonly partner: string;
  /** How many disputed verdicts were argued over already. */
  readonly argued: number;
  readonly outcome: DialogueOutcome | null;
  readonly because: string | null;
  readonly turns: number;
  readonly problems: readonly ProblemOnTheWay[];
  readonly adjustments: readonly Pick<
    AdjustmentProposal,
    "adjustmentId" | "kind" | "file" | "section" | "problem" | "suggestion"
  >[];
  /** Calls at most, and what they may cost, US dollars; of a plan only. */
  readonly most?: { readonly calls: number; readonly costUsd: number };
}
