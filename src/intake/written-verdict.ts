import { z } from "zod";
import { readVerdictShape } from "./verdict-shape.ts";
import type { WrittenOutcome } from "./verdict-shape.ts";

const optionalText = (field: string) => z.string({ error: `${field} must be text` }).nullish();
const filledText = (field: string) =>
  z
    .string({ error: `${field} must be text` })
    .min(1, { error: `${field} must not be empty` })
    .nullish();
const amount = (field: string) =>
  z
    .number({ error: `${field} must be a finite number` })
    .min(0, { error: `${field} must not be negative` })
    .max(Number.MAX_SAFE_INTEGER, { error: `${field} is too large` })
    .nullish();

/**
 * A verdict as critics write it, one JSON object. Any further key is allowed and kept.
 * `null` says the same as leaving a key out, except for the verdict itself.
 * `isWrittenVerdict` decides by hand, and this schema is only asked how to word a refusal;
 * a test holds the two to the same answer.
 */
export const writtenVerdictSchema = z.looseObject({
  axis: optionalText("axis"),
  verdict: z.union([z.string(), z.looseObject({ error: z.string().min(1) })], {
    error: 'the verdict must be PASS, FAIL or {"error":"kind"}',
  }),
  at: optionalText("at"),
  id: filledText("id"),
  artifact: z
    .looseObject(
      {
        text: optionalText("artifact.text"),
        path: filledText("artifact.path"),
        ref: filledText("artifact.ref"),
        sha256: filledText("artifact.sha256"),
      },
      { error: 'artifact must be {"text":...}, {"path":...} or {"ref":...}' },
    )
    .nullish(),
  rubric: z
    .union(
      [
        z.string().min(1),
        z.looseObject({ path: z.string().min(1) }),
        z.looseObject({ text: z.string().min(1) }),
      ],
      { error: 'rubric must be "sha256:...", {"path":...} or {"text":...}' },
    )
    .nullish(),
  reason: optionalText("reason"),
  score: z.number({ error: "score must be a finite number" }).nullish(),
  cost_usd: amount("cost_usd"),
  latency_ms: amount("latency_ms"),
  model: filledText("model"),
  source: optionalText("source"),
  meta: z.record(z.string(), z.unknown(), { error: "meta must be an object" }).nullish(),
});

export type WrittenVerdict = z.infer<typeof writtenVerdictSchema>;

/** As `readVerdictShape`, with the words of the schema for what is wrong. */
export function readWrittenVerdict(line: string): WrittenOutcome {
  return readVerdictShape(line, wordRefusal);
}

function wordRefusal(value: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(value, "verdict")) return "missing-verdict: the line has no verdict";
  const issue = writtenVerdictSchema.safeParse(value).error?.issues[0];
  const field = String(issue?.path[0] ?? "line");
  const code = field === "verdict" ? "unknown-verdict" : `bad-${field.replaceAll("_", "-")}`;
  return `${code}: ${issue?.message ?? "the line is not a verdict"}`;
}
