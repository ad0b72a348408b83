import { artifactHash } from "../../src/core/artifact-hash.ts";
import { splitOf } from "../../src/core/gold-set.ts";
import { testSaltHex } from "./salted-database.ts";
import type { LogLine } from "./workspace.ts";

/**
 * The same verdicts with texts of which every FAIL one is of the holdout when it becomes gold: which half an item belongs to
 * follows from the salt and its text, and with a few items by chance none might be.
 */
export function withHeldOutFails(axis: string, lines: readonly LogLine[]): readonly LogLine[] {
  return lines.map((line) =>
    line.verdict === "FAIL" ? { ...line, text: heldOut(axis, line.text ?? line.id) } : line,
  );
}

function heldOut(axis: string, text: string): string {
  for (let n = 0; ; n += 1) {
    const candidate = `${text} ${n}`;
    if (splitOf(testSaltHex, axis, artifactHash(candidate)) === "holdout") return candidate;
  }
}
