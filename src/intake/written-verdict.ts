import { z } from "zod";
import { isAxisName } from "../core/axis.ts";
import { guardJson, parseJson } from "./guarded-json.ts";

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
 * `readWrittenVerdict` decides by hand, three times as fast, and asks this schema only how to word a refusal;
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

/** The keys that have a place of their own; every other key of a line is kept under `meta.extra`. */
export const knownKeys: ReadonlySet<string> = new Set([...Object.keys(writtenVerdictSchema.shape), "tokens"]);

export type WrittenOutcome =
  | { readonly kind: "written"; readonly written: WrittenVerdict }
  /** `axis` is the axis that the refused line names, where it names one. */
  | { readonly kind: "reject"; readonly axis: string | null; readonly reason: string };

/**
 * Reads one line as a written verdict: JSON, within the depth, without dangerous keys, every known key of the right shape.
 * What the values mean (words, instants, files) is decided later.
 */
export function readWrittenVerdict(line: string): WrittenOutcome {
  const parsed = parseJson(line);
  if (parsed.kind === "reject") return { kind: "reject", axis: null, reason: parsed.reason };
  const { value } = parsed;
  const danger = guardJson(value);
  if (danger !== null) return { kind: "reject", axis: null, reason: danger };
  if (!isObject(value))
    return { kind: "reject", axis: null, reason: "not-an-object: a verdict is one JSON object" };
  if (isWrittenVerdict(value)) return { kind: "written", written: value };
  const axis = typeof value.axis === "string" && isAxisName(value.axis) ? value.axis : null;
  return { kind: "reject", axis, reason: wordRefusal(value) };
}

/** Whether a JSON object has the shape of `writtenVerdictSchema`, decided without zod. */
export function isWrittenVerdict(value: Readonly<Record<string, unknown>>): value is WrittenVerdict {
  const { verdict } = value;
  return (
    (typeof verdict === "string" || (isObject(verdict) && isFilled(verdict.error))) &&
    isOptionalText(value.axis) &&
    isOptionalText(value.at) &&
    isOptionalText(value.reason) &&
    isOptionalText(value.source) &&
    isOptionalFilled(value.id) &&
    isOptionalFilled(value.model) &&
    isAbsent(value.artifact, isWrittenArtifact) &&
    isAbsent(value.rubric, isWrittenRubric) &&
    isAbsent(value.score, Number.isFinite) &&
    isAbsent(value.cost_usd, isAmount) &&
    isAbsent(value.latency_ms, isAmount) &&
    isAbsent(value.meta, isObject)
  );
}

function wordRefusal(value: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(value, "verdict")) return "missing-verdict: the line has no verdict";
  const issue = writtenVerdictSchema.safeParse(value).error?.issues[0];
  const field = String(issue?.path[0] ?? "line");
  const code = field === "verdict" ? "unknown-verdict" : `bad-${field.replaceAll("_", "-")}`;
  return `${code}: ${issue?.message ?? "the line is not a verdict"}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown, orElse: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || orElse(value);
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.length > 0;
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}

function isOptionalFilled(value: unknown): boolean {
  return value === undefined || value === null || isFilled(value);
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

function isWrittenArtifact(value: unknown): boolean {
  return (
    isObject(value) &&
    isOptionalText(value.text) &&
    isOptionalFilled(value.path) &&
    isOptionalFilled(value.ref) &&
    isOptionalFilled(value.sha256)
  );
}

function isWrittenRubric(value: unknown): boolean {
  return isFilled(value) || (isObject(value) && (isFilled(value.path) || isFilled(value.text)));
}
