import { maxDepth } from "./guarded-json.ts";
import { isDeeperThan } from "../core/json-depth.ts";
import { endOfString } from "../core/json-string.ts";
import { countKeys, repeatedKeyOf } from "../core/repeated-key.ts";

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
  if (Array.isArray(whole)) {
    return repeatedKeyOf(written, countKeys(whole)) === null ? whole : withTextsOfDoubled(written, whole);
  }
  // An object may be written over several lines.
  if (typeof whole === "object" && whole !== null) return [written.trim()];
  return written.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** The elements of an array; one that gives a key twice stays text, so that intake refuses it and takes the others. */
function withTextsOfDoubled(array: string, elements: readonly unknown[]): readonly unknown[] {
  const texts = elementTextsOf(array);
  return elements.map((element, index) => {
    const text = texts[index] ?? "";
    return repeatedKeyOf(text, countKeys(element)) === null ? element : text.trim();
  });
}

function elementTextsOf(array: string): readonly string[] {
  const texts: string[] = [];
  let start = array.indexOf("[") + 1;
  let depth = 0;
  for (let index = start - 1; index < array.length; index += 1) {
    const sign = array[index];
    if (sign === '"') index = endOfString(array, index) - 1;
    else if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    if (depth === 0 || (sign === "," && depth === 1)) {
      texts.push(array.slice(start, index));
      start = index + 1;
    }
    if (depth === 0) break;
  }
  return texts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
