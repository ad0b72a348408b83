import { z } from "zod";
import type { Grade, GradeObservation, GradeOutcome } from "../core/cycle.ts";
import type { RejectedRow } from "../core/intake.ts";
import { readJsonLine, refuse } from "./json-line.ts";
import { readInstant } from "./instant.ts";
import type { IntakeResult } from "./intake-result.ts";
import { IntakeTally } from "./intake-result.ts";
import type { Line } from "./line-reader.ts";
import { firstLine, isBlank, rawOf, splitLines } from "./line-reader.ts";
import { quote, isStorable, storableForm } from "./storable-text.ts";

const grades: Readonly<Record<string, Grade>> = { PASS: "PASS", FAIL: "FAIL", CANT_TELL: "CANT_TELL" };

/** A graded item as people hand it back: perhaps the exported line with a grade added, so further keys are passed over. */
const writtenGradeSchema = z.looseObject({
  ref: z.string({ error: "ref must be text" }).min(1, { error: "ref must not be empty" }),
  grade: z.string({ error: "grade must be PASS, FAIL or CANT_TELL" }).nullish(),
  reason: z.string({ error: "reason must be text" }).nullish(),
  at: z.string({ error: "at must be text" }).nullish(),
  by: z.string({ error: "by must be text" }).nullish(),
});

/** Why a line that was exported and never graded is refused. */
export const noGrade = "unknown-grade: the line has no grade";

interface GradedRow {
  readonly line: number;
  readonly raw: string;
  readonly observation: GradeObservation;
}

export interface GradedFileRequest {
  /** The file as it was named, or `stdin`. */
  readonly file: string;
  /** The instant of the observation. */
  readonly now: number;
  /** The zone of timestamps that name none; absent or null refuses such ones. */
  readonly zone?: string | null;
}

export interface GradedFile {
  readonly file: string;
  readonly rows: readonly GradedRow[];
  readonly rejects: readonly RejectedRow[];
}

/**
 * Reads a file of grades, one JSON object a line: `{"ref","grade","reason","at","by"}`. A row that cannot be used is a reject
 * with a reason; the rest goes in. Whether a ref is known is the store's to say: see `reportGrades`.
 */
export function parseGradedFile(content: string | Uint8Array, request: GradedFileRequest): GradedFile {
  const rows: GradedRow[] = [];
  const rejects: RejectedRow[] = [];
  for (const line of splitLines([typeof content === "string" ? Buffer.from(content) : content], firstLine)) {
    if (isBlank(line.bytes)) continue;
    const raw = rawOf(line.bytes);
    const outcome = readGrade(line, request);
    if (outcome.kind === "grade") rows.push({ line: line.number, raw, observation: outcome.observation });
    else rejects.push(rejectedRow(request.file, line.number, outcome.reason, raw, request.now));
  }
  return { file: request.file, rows, rejects };
}

/** The report of a file of grades: its own rejects, and what the store answered to its rows, in their order. */
export function reportGrades(graded: GradedFile, answers: readonly GradeOutcome[]): IntakeResult {
  const tally = new IntakeTally();
  for (const reject of graded.rejects) {
    tally.rowRead();
    tally.rowDone(reject);
  }
  for (const [index, row] of graded.rows.entries()) {
    tally.rowRead();
    const answer = answers[index];
    if (answer === undefined) continue;
    if (answer.outcome !== "rejected") tally.rowDone(answer.outcome);
    else {
      const { ref, observedAt } = row.observation;
      const reason = `${answer.because}: no item has the ref ${quote(ref)}`;
      tally.rowDone(rejectedRow(graded.file, row.line, reason, row.raw, observedAt));
    }
  }
  return tally.result();
}

type GradeReading =
  | { readonly kind: "grade"; readonly observation: GradeObservation }
  | { readonly kind: "reject"; readonly reason: string };

function readGrade(line: Line, request: GradedFileRequest): GradeReading {
  const parsed = readJsonLine(line);
  if (parsed.kind === "reject") return parsed;
  const written = writtenGradeSchema.safeParse(parsed.value);
  if (!written.success) {
    const [issue] = written.error.issues;
    const field = issue?.path[0];
    if (field === undefined) return refuse("not-an-object", "a grade is one JSON object");
    if (field === "ref" && issue?.code === "invalid_type" && !Object.hasOwn(Object(parsed.value), "ref"))
      return refuse("missing-ref", "the line names no ref");
    return refuse(field === "grade" ? "unknown-grade" : `bad-${String(field)}`, issue?.message ?? "unusable");
  }
  const { ref, grade: word, reason, at, by } = written.data;
  if (typeof word !== "string" || word.trim() === "") return { kind: "reject", reason: noGrade };
  // ASCII alone: upper-casing would turn a long s into an S, and make a grade of a word that is none.
  const key = /^[A-Za-z_]+$/.test(word) ? word.toUpperCase() : "";
  const grade = Object.hasOwn(grades, key) ? grades[key] : undefined;
  if (grade === undefined) return refuse("unknown-grade", `${quote(word)} is none of PASS, FAIL, CANT_TELL`);
  if (!isStorable(ref)) return refuse("bad-ref", "ref holds NUL or half a character");
  const instant = readInstant(at ?? null, request.zone ?? null, request.now);
  if (instant.kind === "reject") return instant;
  return {
    kind: "grade",
    observation: {
      ref,
      grade,
      reason: typeof reason === "string" ? storableForm(reason) : null,
      by: typeof by === "string" ? storableForm(by) : null,
      at: typeof at === "string" ? instant.at : null,
      observedAt: request.now,
      via: "import",
    },
  };
}

function rejectedRow(file: string, line: number, reason: string, raw: string, seenAt: number): RejectedRow {
  return { axis: null, file, line, reason, raw, seenAt };
}
