import type { AdjustmentText } from "./adjustments.ts";
import { readAdjustment } from "./adjustments.ts";
import type { ReadDialogue } from "./dialogue.ts";
import type { DialogueLine } from "./dialogue-lines.ts";

/** An edit that a dialogue ends with. */
interface DialogueAdjustment extends AdjustmentText {
  readonly role: string;
  readonly turn: number;
}

interface AdjustmentsRead {
  /** Those that both sides stand for. */
  readonly agreed: readonly DialogueAdjustment[];
  /** How many were written in turns that nobody agreed to. */
  readonly drafts: number;
  /** Blocks that hold no adjustment, with the turn. */
  readonly refused: readonly { readonly turn: number; readonly because: string }[];
}

/**
 * Which edits of instructions does a dialogue end with? Our convention, the protocol has none: a fenced block whose info word
 * is `adjustment`, with one JSON object `{"file","section","problem","suggestion"}` or a list of them. What stands in the
 * PROPOSING_DONE that ended a dialogue, and in the DONE that confirmed it, is agreed; anything before, or in a dialogue that did
 * not come to a confirmed end, is a draft.
 */
export function adjustmentsIn({ dialogue, written }: ReadDialogue): AdjustmentsRead {
  const isAgreed = (n: number): boolean => dialogue.outcome === "CONCLUDED" && n > dialogue.turns.length - 2;
  const all = written.flatMap(({ turn, body }) =>
    blocksIn(body).flatMap((block) => entriesIn(block).map((entry) => ({ turn, entry }))),
  );
  const read = all.map(({ turn, entry }) => ({ turn, read: readAdjustment(entry) }));
  const agreed = read.filter(({ turn }) => isAgreed(turn.n));
  return {
    agreed: agreed.flatMap((one) =>
      one.read.kind === "adjustment"
        ? [{ ...one.read.adjustment, role: one.turn.role, turn: one.turn.n }]
        : [],
    ),
    drafts: read.length - agreed.length,
    refused: read.flatMap((one) =>
      one.read.kind === "refused" ? [{ turn: one.turn.n, because: one.read.because }] : [],
    ),
  };
}

/** The contents of the blocks: whole ones only, since an open one may be half written. */
function blocksIn(body: readonly DialogueLine[]): readonly string[] {
  const blocks: string[] = [];
  let open: string[] | null = null;
  for (const { text, opens, closes } of body) {
    if (opens !== null) {
      open = opens === "adjustment" ? [] : null;
    } else if (closes) {
      if (open !== null) blocks.push(open.join("\n"));
      open = null;
    } else {
      open?.push(text);
    }
  }
  return blocks;
}

function entriesIn(block: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(block);
    return Array.isArray(value) ? value : [value];
  } catch {
    return [null];
  }
}
