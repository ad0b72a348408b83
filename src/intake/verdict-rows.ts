import { maxDepth } from "./guarded-json.ts";
import { isDeeperThan } from "../core/json-depth.ts";

/**
 * The verdicts in a text that somebody hands over: one JSON object, an array of them, or one object a line.
 * Lines and single objects stay text, blank lines included, so that intake reads and counts them as in a log.
 *
 * @example verdictRowsOf('[{"axis":"a"}]') // [{ axis: "a" }]
 */
export function verdictRowsOf(text: string): readonly unknown[] {
  const written = text.replace(/^\ufeff/, "");
  // The array around the verdicts is one level more than a verdict may have.
  const whole = isDeeperThan(written, maxDepth + 1) ? undefined : parseJson(written);
  if (Array.isArray(whole)) return whole;
  // An object may be written over several lines.
  if (typeof whole === "object" && whole !== null) return [written.trim()];
  return written.replace(/\r?\n$/, "").split(/\r?\n/);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
