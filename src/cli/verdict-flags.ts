import { countKeys, repeatedKeyOf } from "../core/repeated-key.ts";
import { ImproveCronError } from "../errors.ts";

/** The flags of `record`, as commander names them. */
export interface VerdictFlags {
  readonly axis?: string;
  readonly verdict?: string;
  readonly id?: string;
  readonly at?: string;
  readonly artifact?: string;
  readonly text?: string;
  readonly rubric?: string;
  readonly reason?: string;
  readonly score?: number;
  readonly costUsd?: number;
  readonly latencyMs?: number;
  readonly model?: string;
  readonly source?: string;
  readonly meta?: string;
}

/**
 * The flags as the row that the same verdict would be in a log; flags that were not given are no keys.
 *
 * @example verdictRowOf({ axis: "a", verdict: "PASS", costUsd: 0.1 }) // { axis: "a", verdict: "PASS", cost_usd: 0.1 }
 */
export function verdictRowOf(flags: VerdictFlags): Readonly<Record<string, unknown>> {
  const { artifact, text, rubric, costUsd, latencyMs, meta, ...same } = flags;
  const row: Record<string, unknown> = { ...same };
  if (artifact !== undefined) row.artifact = { path: artifact };
  if (text !== undefined) row.artifact = { text };
  if (rubric !== undefined) row.rubric = isHash(rubric) ? rubric : { path: rubric };
  if (costUsd !== undefined) row.cost_usd = costUsd;
  if (latencyMs !== undefined) row.latency_ms = latencyMs;
  if (meta !== undefined) row.meta = metaOf(meta);
  return row;
}

/** A hash as tools print it: `sha256:...` or another algorithm's, or hex digits alone. Anything else names a file. */
function isHash(text: string): boolean {
  return /^([a-z0-9-]+:[\w.+/=-]+|[0-9a-f]{32,128})$/i.test(text);
}

function metaOf(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const repeated = repeatedKeyOf(text, countKeys(value));
    if (repeated === null) return { ...value };
    const key = JSON.stringify(repeated);
    throw new ImproveCronError("usage", `--meta gives ${key} twice in one object`, "Leave one of the two.");
  }
  throw new ImproveCronError("usage", "--meta is not a JSON object", `Write it like --meta '{"run":7}'.`);
}

/** Undefined where the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
