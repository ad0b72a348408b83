const ellipsis = "…";

/**
 * The text, cut to at most `limit` as `measure` counts it, with an ellipsis in the place of what was left out.
 * It is cut between what a person takes for one character: half an emoji or a letter without its accent would
 * arrive as another text.
 */
function clip(text: string, limit: number, measure: (text: string) => number): string {
  if (measure(text) <= limit) return text;
  const room = limit - measure(ellipsis);
  let used = 0;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    used += measure(segment);
    if (used > room) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}${ellipsis}`;
}

/**
 * Cuts a text to at most `limit` UTF-16 units, an ellipsis included.
 *
 * @example clipUnits("abc🛰️de", 5) // "abc…": the satellite takes three units
 */
export function clipUnits(text: string, limit: number): string {
  return clip(text, limit, (part) => part.length);
}

/**
 * Cuts a text to at most `limit` bytes of UTF-8, an ellipsis (3 bytes) included.
 *
 * @example clipBytes("äöü", 5) // "ä…"
 */
export function clipBytes(text: string, limit: number): string {
  return clip(text, limit, (part) => Buffer.byteLength(part, "utf8"));
}

const lineControls = new RegExp(String.raw`[\u0000-\u001f\u007f-\u009f]+`, "g");

/** A text for a header: control characters, line breaks among them, become one space. */
export function headerLine(text: string): string {
  return text.replaceAll(lineControls, " ").trim();
}
