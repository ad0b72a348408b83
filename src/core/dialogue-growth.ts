import { createHash, type Hash } from "node:crypto";
import type { ReadDialogue } from "./dialogue.ts";
import type { DialogueTurnRecord } from "./dialogue-record.ts";

/** What a file is against what was kept of it. */
export type DialogueGrowth =
  | { readonly kind: "grown"; readonly added: readonly DialogueTurnRecord[] }
  /** The first kept turn up to which the file is not what it was. */
  | { readonly kind: "changed"; readonly kept: DialogueTurnRecord };

/**
 * Which turns of a file are new? Those behind the kept ones, as far as nothing is wrong with them. Every kept turn must still
 * stand where it stood: each is held against the SHA-256 of the bytes up to its end. A turn that is whole is kept, whatever
 * comes behind it later; one that is wrong, or only half written, waits.
 */
export function growthOf(
  path: string,
  text: string,
  { dialogue, written }: ReadDialogue,
  kept: readonly DialogueTurnRecord[],
  now: number,
): DialogueGrowth {
  const bytes = new TextEncoder().encode(text);
  const hash = hashForwards(bytes);
  for (const turn of kept) {
    if (turn.prefixBytes > bytes.length || hash(turn.prefixBytes) !== turn.prefixSha256) {
      return { kind: "changed", kept: turn };
    }
  }
  const sound = soundTurns(dialogue.errors, written.length);
  const ends = byteOffsets(
    text,
    written.map(({ end }) => end),
  );
  const added = written.slice(kept.length, sound).map(({ start, end, turn }, index): DialogueTurnRecord => {
    const prefixBytes = ends[kept.length + index] ?? 0;
    return {
      path,
      n: turn.n,
      prefixBytes,
      prefixSha256: hash(prefixBytes),
      role: turn.role,
      round: turn.round,
      at: turn.at,
      status: turn.status,
      awaiting: turn.awaiting ?? null,
      verdict: turn.verdict ?? null,
      text: text.slice(start, end),
      addedAt: now,
    };
  });
  return { kind: "grown", added };
}

/** How many turns stand before the first one that is wrong; none where the header is. */
function soundTurns(errors: readonly string[], count: number): number {
  // One by one: a file may have more errors than a call may have arguments.
  return errors.reduce((least, code) => Math.min(least, Number(/@(\d+)$/u.exec(code)?.[1] ?? 1) - 1), count);
}

/** The SHA-256 (hex) of the first so many bytes, asked for in ascending order. */
function hashForwards(bytes: Uint8Array): (end: number) => string {
  const running: Hash = createHash("sha256");
  let done = 0;
  return (end) => {
    running.update(bytes.subarray(done, end));
    done = end;
    return running.copy().digest("hex");
  };
}

/** Places in UTF-8 of ascending places in UTF-16. */
function byteOffsets(text: string, places: readonly number[]): readonly number[] {
  const encoder = new TextEncoder();
  let done = 0;
  let sum = 0;
  return places.map((place) => {
    sum += encoder.encode(text.slice(done, place)).length;
    done = place;
    return sum;
  });
}
