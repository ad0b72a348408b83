import { type Dialogue, parseDialogue, readDialogue } from "./dialogue.ts";

/** What is wrong with what was added to a dialogue: codes. None: one turn of the right author was added, and nothing else. */
export interface AppendCheck {
  readonly errors: readonly string[];
  readonly before: Dialogue;
  readonly after: Dialogue;
}

/**
 * Was exactly one turn added, by the one who was to speak, and nothing changed that stood there? `earlier-bytes-changed`: what
 * was read before is not the beginning of what is there now; `turn-delta-N`: another number of turns than one was added;
 * `wrong-author`: somebody else spoke. Only the text before tells: a file in which one agent wrote both sides reads well.
 *
 * @param by the role that was asked; who was to speak by the text before, if not given
 */
export function checkAppend(before: string, after: string, by?: string): AppendCheck {
  const { dialogue, written } = readDialogue(before);
  const now = parseDialogue(after);
  // A last line end may come and go; whatever stands before it may not.
  const isKept = after.startsWith(before.trimEnd());
  const added = now.turns.slice(written.length);
  const isFirst = dialogue.turns.length === 0;
  const expected = by ?? dialogue.nextActor ?? (isFirst ? (now.header.participants[0]?.role ?? null) : null);
  const first = added[0];
  const delta = now.turns.length - dialogue.turns.length;
  return {
    errors: [
      ...(isKept ? [] : ["earlier-bytes-changed"]),
      ...(delta === 1 || (delta === 0 && !isKept) ? [] : [`turn-delta-${delta}`]),
      ...(isKept && first !== undefined && expected !== null && first.role !== expected
        ? ["wrong-author"]
        : []),
    ],
    before: dialogue,
    after: now,
  };
}
