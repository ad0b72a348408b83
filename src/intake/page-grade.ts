import { z } from "zod";
import type { PageGrade } from "../core/open-grading.ts";
import { readGuardedJson } from "./guarded-json.ts";
import { readInstant } from "./instant.ts";
import { refuse } from "./json-line.ts";
import { isStorable, storableForm } from "./storable-text.ts";

/** Longer ones are no reasons. */
const longestReason = 20_000;

const writtenSchema = z.strictObject({
  ref: z.string().min(1).max(100).refine(isStorable),
  grade: z.enum(["PASS", "FAIL", "CANT_TELL"]).nullable(),
  reason: z.string().max(longestReason).nullable(),
  at: z.string().max(40),
});

/** A grade as the grading page sends it, or why it is not taken. An instant is needed: it tells a repetition from a second word. */
export function readPageGrade(
  text: string,
  now: number,
):
  | { readonly kind: "grade"; readonly grade: PageGrade }
  | { readonly kind: "reject"; readonly reason: string } {
  const parsed = readGuardedJson(text);
  if (parsed.kind === "reject") return parsed;
  const written = writtenSchema.safeParse(parsed.value);
  if (!written.success) {
    const field = written.error.issues[0]?.path[0];
    return refuse(
      field === undefined ? "not-a-grade" : `bad-${String(field)}`,
      `a grade is ref, grade (PASS, FAIL, CANT_TELL or null), reason (at most ${longestReason} characters or null) and at`,
    );
  }
  const { ref, grade, reason, at } = written.data;
  const instant = readInstant(at, null, now);
  if (instant.kind === "reject") return { kind: "reject", reason: instant.reason };
  const trimmed = reason === null ? "" : storableForm(reason.trim());
  return { kind: "grade", grade: { ref, grade, reason: trimmed === "" ? null : trimmed, at: instant.at } };
}
