import type { BadInput } from "../bad-input.ts";

/** A line that no reader of JSON lines may take, whatever the rows mean. */
export type Line = string | Uint8Array;

/** A row of a file of JSON objects with these facts changed. */
export function rowWith(
  base: Readonly<Record<string, unknown>>,
  facts: Readonly<Record<string, unknown>>,
  expected: string,
  why: string,
): BadInput<Line> {
  const text = JSON.stringify(facts);
  const shown = text.length <= 90 ? text : `${text.slice(0, 90)}... (${text.length} characters)`;
  return { given: JSON.stringify({ ...base, ...facts }), expected, why, shown };
}

/** What every file of JSON lines has to refuse. */
export function brokenLines(key: string): readonly BadInput<Line>[] {
  const raw = (given: Line, expected: string, why: string, shown?: string): BadInput<Line> =>
    shown === undefined ? { given, expected, why } : { given, expected, why, shown };
  return [
    raw("{", "not-json", "half a line"),
    raw("null", "not-an-object", "no object"),
    raw("[]", "not-an-object", "a list"),
    raw("PASS", "not-json", "a word is no JSON"),
    raw(Buffer.from([0x7b, 0xff, 0x7d]), "bad-utf8", "bytes that are no UTF-8", "{ FF }"),
    raw(`{"${key}":"a","__proto__":{"b":1}}`, "dangerous-key", "would reach a prototype"),
    raw(`{"${key}":"a","x":[{"constructor":1}]}`, "dangerous-key", "at any depth"),
    raw("[".repeat(200_000), "too-deep", "refused before it is parsed", "200,000 brackets"),
    raw(`{"x":${'{"a":'.repeat(70)}1${"}".repeat(70)}}`, "too-deep", "71 levels", "71 levels of objects"),
    raw(
      `{"${key}":"${"a".repeat(4 * 1024 * 1024)}"}`,
      "line-too-long",
      "more than 4 MiB",
      "a line of more than 4 MiB",
    ),
    raw(`{"${key}":"a","${key}":"b"}`, "repeated-key", "which of the two was meant nobody knows"),
  ];
}
