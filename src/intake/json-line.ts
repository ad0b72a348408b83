import { isUtf8 } from "node:buffer";
import { guardJson, parseJson } from "./guarded-json.ts";
import { type Line, textOf } from "./line-reader.ts";

/** A row that is not taken, with its code and the words that say why. */
export interface RefusedRow {
  readonly kind: "reject";
  readonly reason: string;
}

/** The value of one line of a JSONL file: not too long, UTF-8, JSON, and nothing in it that could do harm; else why not. */
export function readJsonLine(line: Line): { readonly kind: "value"; readonly value: unknown } | RefusedRow {
  if (line.tooLong) return refuse("line-too-long", "a line may have 4 MiB");
  if (!isUtf8(line.bytes)) return refuse("bad-utf8", "the line is not UTF-8 text");
  const parsed = parseJson(textOf(line.bytes));
  if (parsed.kind === "reject") return parsed;
  const danger = guardJson(parsed.value);
  return danger === null ? { kind: "value", value: parsed.value } : { kind: "reject", reason: danger };
}

/** Refuses a row: `code: words`. */
export function refuse(code: string, words: string): RefusedRow {
  return { kind: "reject", reason: `${code}: ${words}` };
}
