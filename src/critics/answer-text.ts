import { repeatedKeyAt } from "../core/repeated-key.ts";

/** What a text turned out to be. */
export type ReadJson =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "empty" }
  | { readonly kind: "refusal" }
  | { readonly kind: "not-json"; readonly because: string };

/**
 * Reads a text that must be one JSON value and nothing else. Prose around it, a second value after it, a fence: all of
 * these are no answer. To pick a verdict out of prose would be to pick it out of whatever the prose quotes, and an
 * artifact may well contain one. Nor is an object that gives a key twice: which of two verdicts was meant nobody knows.
 */
export function readOneJson(text: string): ReadJson {
  const bare = text.replace(/^\uFEFF/, "").trim();
  if (bare === "") return { kind: "empty" };
  try {
    const value: unknown = JSON.parse(bare);
    const place = repeatedKeyAt(bare);
    if (place === null) return { kind: "json", value };
    return { kind: "not-json", because: `a key stands twice: ${excerpt(bare.slice(0, place).slice(-80))}` };
  } catch {
    if (refusal.test(bare)) return { kind: "refusal" };
    return { kind: "not-json", because: `not one JSON value: ${excerpt(bare)}` };
  }
}

/** The way in which models decline when the form was not kept. */
const refusal =
  /^(?:i['’]?m (?:really |very )?sorry|sorry|i (?:can['’]?t|cannot|can not|won['’]?t|will not|am unable|['’]m unable))\b/i;

/** The values of a stream of JSON lines; null where a line is none, and for a single value over several lines. */
export function readJsonLines(text: string): readonly Readonly<Record<string, unknown>>[] | null {
  const values: Readonly<Record<string, unknown>>[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const read = readOneJson(line);
    const value = read.kind === "json" ? recordOf(read.value) : null;
    if (value === null) return null;
    values.push(value);
  }
  return values;
}

/** An object with its keys, or null for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;
}

/** A text with something in it, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** A number from 0 on, or null. */
export function amountOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** The beginning of a text on one line. */
export function excerpt(text: string, length = 160): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length)}...`;
}
