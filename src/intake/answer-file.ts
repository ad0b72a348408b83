import { z } from "zod";
import type { RejectedRow } from "../core/intake.ts";
import type { RubricAnswer } from "../core/rubric-comparison.ts";
import { verdictKeyOfId, verdictWordOf } from "../core/verdict.ts";
import { readJsonLine, refuse } from "./json-line.ts";
import { firstLine, isBlank, type Line, rawOf, splitLines } from "./line-reader.ts";
import { isStorable, quote } from "./storable-text.ts";

/** A critic's answer as it is handed in: a line of a verdict log will do, so further keys are passed over. */
const writtenAnswerSchema = z.looseObject({
  id: z.string({ error: "id must be text" }).min(1, { error: "id must not be empty" }).nullish(),
  key: z
    .string({ error: "key must be text" })
    .regex(/^[0-9a-f]{64}$/i, { error: "key must be 64 hex digits" })
    .nullish(),
  source: z.string({ error: "source must be text" }).nullish(),
  axis: z.string({ error: "axis must be text" }).nullish(),
  verdict: z.union([z.string(), z.looseObject({ error: z.string() })], {
    error: 'verdict must be PASS, FAIL, ERROR or {"error":"..."}',
  }),
});

export interface AnswerFileRequest {
  /** The file as it was named, or `stdin`. */
  readonly file: string;
  readonly workspace: string;
  /** The axis whose rubrics are compared: an item of another axis is a reject. */
  readonly axis: string;
  readonly now: number;
}

export interface AnswerFile {
  /** In the order of the file, no item twice. */
  readonly answers: readonly RubricAnswer[];
  readonly rejects: readonly RejectedRow[];
  /** Rows that say once more what an earlier one says. */
  readonly duplicates: number;
}

/**
 * Reads the answers of a critic under one rubric, one JSON object a line: `{"id" or "key", "verdict"}`, with the `source`
 * that the verdict was recorded with, where it had one. A row that cannot be used is a reject with a reason; so is
 * an item that is answered a second time with another word, for then nobody knows which of the two was meant.
 */
export function parseAnswerFile(content: string | Uint8Array, request: AnswerFileRequest): AnswerFile {
  const answers = new Map<string, { readonly answer: RubricAnswer; readonly line: number }>();
  const rejects: RejectedRow[] = [];
  let duplicates = 0;
  for (const line of splitLines([typeof content === "string" ? Buffer.from(content) : content], firstLine)) {
    if (isBlank(line.bytes)) continue;
    const raw = rawOf(line.bytes);
    const rejectRow = (reason: string): void => {
      rejects.push({
        axis: request.axis,
        file: request.file,
        line: line.number,
        reason,
        raw,
        seenAt: request.now,
      });
    };
    const outcome = readAnswer(line, request);
    if (outcome.kind === "reject") {
      rejectRow(outcome.reason);
      continue;
    }
    const { answer } = outcome;
    const earlier = answers.get(answer.key);
    if (earlier === undefined) answers.set(answer.key, { answer, line: line.number });
    else if (earlier.answer.word === answer.word) duplicates += 1;
    else rejectRow(`conflict: line ${earlier.line} says ${earlier.answer.word} of the same item`);
  }
  return { answers: [...answers.values()].map(({ answer }) => answer), rejects, duplicates };
}

type AnswerReading =
  | { readonly kind: "answer"; readonly answer: RubricAnswer }
  | { readonly kind: "reject"; readonly reason: string };

function readAnswer(line: Line, request: AnswerFileRequest): AnswerReading {
  const parsed = readJsonLine(line);
  if (parsed.kind === "reject") return parsed;
  const written = writtenAnswerSchema.safeParse(parsed.value);
  if (!written.success) {
    const [issue] = written.error.issues;
    const field = issue?.path[0];
    if (field === undefined) return refuse("not-an-object", "an answer is one JSON object");
    return refuse(`bad-${String(field)}`, issue?.message ?? "unusable");
  }
  const { id, key, source, axis, verdict } = written.data;
  if (typeof axis === "string" && axis !== request.axis)
    return refuse("other-axis", `the item is one of ${quote(axis)}`);
  // Only a text can be an unknown word: the other way of writing is that of an error.
  const [word, raw] =
    typeof verdict === "string" ? [verdictWordOf(verdict), verdict] : (["ERROR", ""] as const);
  if (word === null) return refuse("unknown-verdict", `${quote(raw)} is none of PASS, FAIL, ERROR`);
  if (typeof key === "string") {
    return { kind: "answer", answer: { key: key.toLowerCase(), name: id ?? key.toLowerCase(), word } };
  }
  if (typeof id !== "string")
    return refuse("missing-id", "the line names neither the id nor the key of its item");
  if (!isStorable(id) || !isStorable(source ?? ""))
    return refuse("bad-text", "id or source holds NUL or half a character");
  const itemKey = verdictKeyOfId(request.workspace, { axis: request.axis, source: source ?? "", id });
  return { kind: "answer", answer: { key: itemKey, name: id, word } };
}
