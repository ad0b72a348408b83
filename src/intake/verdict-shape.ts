import { isAxisName } from "../core/axis.ts";
import { readGuardedJson } from "./guarded-json.ts";
import type { WrittenVerdict } from "./written-verdict.ts";

/*
 * The shape of a written verdict, decided by hand: three times as fast as the schema in `written-verdict.ts`, which only
 * words refusals, and without loading zod, which alone would double the start of `record`.
 */

export type WrittenOutcome =
  | { readonly kind: "written"; readonly written: WrittenVerdict }
  /** `axis` is the axis that the refused line names, where it names one. */
  | { readonly kind: "reject"; readonly axis: string | null; readonly reason: string };

/** The keys that have a place of their own; every other key of a line is kept under `meta.extra`. */
export const knownKeys: ReadonlySet<string> = new Set([
  "axis",
  "verdict",
  "at",
  "id",
  "artifact",
  "rubric",
  "reason",
  "score",
  "cost_usd",
  "latency_ms",
  "model",
  "source",
  "meta",
  "tokens",
]);

/**
 * Reads one line as a written verdict: JSON, within the depth, without dangerous or doubled keys, every known key of the right shape.
 * What the values mean (words, instants, files) is decided later. `wordRefusal` says what is wrong with an object of
 * another shape.
 */
export function readVerdictShape(
  line: string,
  wordRefusal: (value: Readonly<Record<string, unknown>>) => string,
): WrittenOutcome {
  const parsed = readGuardedJson(line);
  if (parsed.kind === "reject") return { kind: "reject", axis: null, reason: parsed.reason };
  const { value } = parsed;
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
