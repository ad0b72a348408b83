import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Survivor } from "./mutation-page.ts";

const root = join(import.meta.dirname, "../..");

/** Why a survivor is none of the tests' failings. Lines are no part of it: they move. */
export interface Explained {
  readonly file: string;
  readonly mutator: string;
  readonly was: string;
  readonly became: string;
  readonly why: string;
}

export function readExplained(): readonly Explained[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "explained.json"), "utf8"));
}

/** Why no test of core notices it; null where nobody has said. */
export function reasonOf(file: string, survivor: Survivor, explained: readonly Explained[]): string | null {
  const found = explained.find(
    (one) =>
      one.file === file &&
      one.mutator === survivor.mutator &&
      one.was === survivor.was &&
      one.became === survivor.became,
  );
  if (found !== undefined) return found.why;
  const source = join(root, file);
  const line = existsSync(source) ? (readFileSync(source, "utf8").split("\n")[survivor.line - 1] ?? "") : "";
  return isWordsOfAnError(survivor, line) ? "words of an error: tests ask for its kind" : null;
}

/** Tests ask for the kind of an error and where it points, never for its words: they may be worded better at any time. */
function isWordsOfAnError({ mutator, was, became }: Survivor, line: string): boolean {
  return mutator === "StringLiteral" && /Error\(/.test(line) && /^[`"]/.test(was) && /^(``|"")$/.test(became);
}
