import { isUtf8 } from "node:buffer";
import { ImproveCronError } from "../errors.ts";

/**
 * The verdicts in what came through stdin: one JSON object, an array of them, or one object a line.
 * Lines and single objects stay text, blank lines included, so that intake reads and counts them as in a log.
 *
 * @throws ImproveCronError `input` where the bytes are not UTF-8: read anyway, artifacts would not be what the critic saw.
 * @example verdictRowsOf(Buffer.from('[{"axis":"a"}]')) // [{ axis: "a" }]
 */
export function verdictRowsOf(bytes: Uint8Array): readonly unknown[] {
  if (!isUtf8(bytes)) {
    throw new ImproveCronError("input", "stdin is not UTF-8 text", "Convert it, e.g. with iconv -t utf-8.");
  }
  const text = Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  const whole = parseJson(text);
  if (Array.isArray(whole)) return whole;
  // An object may be written over several lines.
  if (typeof whole === "object" && whole !== null) return [text.trim()];
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
