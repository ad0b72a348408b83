/** What kind of edit is asked for: something is wrong, something is to be kept as it is, something is to go. */
export type AdjustmentKind = "fault" | "reinforcement" | "deletion";

/** Where a proposal was made. `id` is the panel run, the dialogue's path and turn, or the item's ref. */
export interface AdjustmentSource {
  readonly kind: "panel" | "dialogue" | "override";
  readonly id: string;
}

/** An edit of an instruction file that somebody proposes. Every text of it was written by others. */
export interface ProposedAdjustment {
  /** From the root of the instructions, with `/`: never absolute, never `..`. */
  readonly file: string;
  readonly section: string;
  readonly problem: string;
  readonly suggestion: string;
  /** Who asks: a lens, the role of a dialogue, `founder`. */
  readonly asker: string;
  readonly source: AdjustmentSource;
}

/** A proposal as it is kept. The same (adjustment, source, asker) is one, however often it is read. */
export interface AdjustmentProposal extends ProposedAdjustment {
  /** `adjustmentId` of it: what asks for the same edit has the same. */
  readonly adjustmentId: string;
  readonly kind: AdjustmentKind;
  readonly axis: string | null;
  /** The rule of the rubric that it is about; null where nobody named one. */
  readonly clause: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What became of an adjustment. Only ever added: the last one tells the state. */
export interface AdjustmentEvent {
  readonly adjustmentId: string;
  readonly action: "applied" | "dismissed" | "reopened";
  /** Epoch milliseconds. */
  readonly at: number;
  /** The commit, in full, of `applied`; null for the others. */
  readonly commit: string | null;
  /** Why; null for `applied`. */
  readonly reason: string | null;
}

/** An adjustment with all that was said of it. */
export interface KeptAdjustment {
  readonly id: string;
  readonly file: string;
  readonly section: string;
  /** Ascending by instant, then source, then asker. */
  readonly proposals: readonly AdjustmentProposal[];
  /** In the order in which they were recorded. */
  readonly events: readonly AdjustmentEvent[];
}

/** How big an instruction file was. */
export interface InstructionSize {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
  readonly lines: number;
  /** Of the content, hex. */
  readonly sha256: string;
  /** The commit that HEAD stood at; null where there is no repository. */
  readonly commit: string | null;
}
