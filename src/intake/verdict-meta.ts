import { knownKeys } from "./verdict-shape.ts";
import type { WrittenVerdict } from "./written-verdict.ts";

/**
 * `meta` as given, and under `meta.extra` everything else that was said: every key of the line that has no place of its
 * own, and what the artifact, the rubric or the error object say beyond what was used of them.
 * `usedOfArtifact` names the keys of the artifact that were used.
 */
export function metaOf(
  written: WrittenVerdict,
  usedOfArtifact: readonly string[],
): Readonly<Record<string, unknown>> {
  const extra: Record<string, unknown> = {};
  for (const key of Object.keys(written)) {
    if (!knownKeys.has(key)) extra[key] = written[key];
  }
  if (tokensOf(written) === null) keepValue(extra, "tokens", written.tokens);
  keepRest(extra, "artifact", written.artifact, usedOfArtifact);
  keepRest(extra, "rubric", written.rubric, ["path", "text"]);
  keepRest(extra, "verdict", written.verdict, ["error"]);
  const meta = written.meta ?? {};
  if (Object.keys(extra).length === 0) return meta;
  const { extra: before } = meta;
  if (typeof before === "object" && before !== null && !Array.isArray(before))
    return { ...meta, extra: { ...before, ...extra } };
  keepValue(extra, "extra", before);
  return { ...meta, extra };
}

/** The token count of a line, where it is a whole number; anything else that stands there is kept in `meta.extra`. */
export function tokensOf(written: WrittenVerdict): number | null {
  const { tokens } = written;
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}

function keepValue(extra: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined && value !== null) extra[key] = value;
}

function keepRest(
  extra: Record<string, unknown>,
  field: string,
  written: unknown,
  used: readonly string[],
): void {
  if (typeof written !== "object" || written === null) return;
  if (Object.keys(written).every((key) => used.includes(key))) return;
  const rest = Object.entries(written).filter(([key, value]) => value !== null && !used.includes(key));
  if (rest.length > 0) extra[field] = Object.fromEntries(rest);
}
