import { createHash } from "node:crypto";

/**
 * What a rubric is known by: a hash that was given stays as it is; a text is put into NFC, its runs of white space become
 * one space, its ends are trimmed, and the SHA-256 of that is `sha256:<hex>`. So a re-indented rubric is the same one.
 */
export function rubricFingerprint(rubric: { readonly hash: string } | { readonly text: string }): string {
  if ("hash" in rubric) return rubric.hash;
  const words = rubric.text.normalize("NFC").replace(/\s+/gu, " ").trim();
  return `sha256:${sha256(words)}`;
}

/**
 * The epoch of a verdict, 64 hex digits: SHA-256 of (rubric fingerprint, model, settings) as JSON whose keys are sorted
 * at every depth. Numbers of different epochs are never pooled. Pass `none` for a rubric or model that is not known.
 */
export function epochOf(judge: {
  readonly rubric: string;
  readonly model: string;
  readonly settings: Readonly<Record<string, unknown>>;
}): string {
  return sha256(canonicalJson({ model: judge.model, rubric: judge.rubric, settings: judge.settings }));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** JSON that does not depend on the order in which keys were written. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value instanceof Date) return JSON.stringify(value);
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  // JSON has no word for NaN, Infinity and big integers, and would make two different settings equal.
  const plain = typeof value === "number" ? Number.isFinite(value) : typeof value !== "bigint";
  return JSON.stringify(plain ? (value ?? null) : String(value));
}
