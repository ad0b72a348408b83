import { createHash } from "node:crypto";

/*
 * An export is NDJSON whose lines are chained: each ends with the SHA-256 of the hash before it and its own text. A line that
 * was changed, taken out, added, moved or doubled does not follow from the one before. The chain shows accidents and careless
 * edits; it is no signature, for whoever makes a whole new chain needs no secret.
 */

/** What stands before the first line. */
export const chainStart = "";

const tail = /,"hash":"([0-9a-f]{64})"\}$/;
const tailLength = ',"hash":""}'.length + 64;

/** One line of a chain: what it says (JSON of an object with at least one key), and its hash. */
export interface ChainLine {
  readonly json: string;
  readonly hash: string;
}

/**
 * Chains a line to the one before.
 *
 * @param previous The hash of the line before; `chainStart` for the first.
 * @param json JSON text of an object with at least one key, on one line.
 * @returns The hash, and the whole line: the object with `hash` as its last key.
 */
export function sealLine(previous: string, json: string): { readonly line: string; readonly hash: string } {
  const hash = hashOf(previous, json);
  return { line: `${json.slice(0, -1)},"hash":"${hash}"}`, hash };
}

/** Why a line does not follow: it has no hash at its end, is the line before once more, or anything else. */
export type ChainFault = "no-hash" | "doubled" | "broken";

/** What a line says, where it follows from the one before. */
export function openLine(
  previous: string,
  line: string,
):
  | { readonly kind: "line"; readonly line: ChainLine }
  | { readonly kind: "fault"; readonly fault: ChainFault } {
  const written = tail.exec(line)?.[1];
  if (written === undefined) return { kind: "fault", fault: "no-hash" };
  const json = `${line.slice(0, -tailLength)}}`;
  if (hashOf(previous, json) === written) return { kind: "line", line: { json, hash: written } };
  return { kind: "fault", fault: written === previous ? "doubled" : "broken" };
}

function hashOf(previous: string, json: string): string {
  return createHash("sha256").update(previous).update("\n").update(json).digest("hex");
}
