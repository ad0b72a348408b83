import { isUtf8 } from "node:buffer";
import { readGuardedJson } from "./guarded-json.ts";
import { type Line, textOf } from "./line-reader.ts";

/** A row that is not taken, with its code and the words that say why. */
export interface RefusedRow {
  readonly kind: "reject";
  readonly reason: string;
}

/** The value of one line of a JSONL file: not too long, UTF-8, JSON, and nothing in it that could do harm or be lost; else why not. */
export function readJsonLine(line: Line): { readonly kind: "value"; readonly value: unknown } | RefusedRow {
  if (line.tooLong) return refuse("line-too-long", "a line may have 4 MiB");
  if (!isUtf8(line.bytes)) return refuse("bad-utf8", "the line is not UTF-8 text");
  const parsed = readGuardedJson(textOf(line.bytes));
  return parsed.kind === "reject" ? parsed : { kind: "value", value: parsed.value };
}

/** Refuses a row: `code: words`. */
export function refuse(code: string, words: string): RefusedRow {
  return { kind: "reject", reason: `${code}: ${words}` };
}
