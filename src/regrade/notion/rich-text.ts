/** A piece of text as Notion takes it. */
export interface TextPiece {
  type: "text";
  text: { content: string; link?: { url: string } };
}

/** Notion counts UTF-16 units, as JavaScript does. */
const longestPiece = 2000;
const longestUrl = 2000;
/** How far back from the limit a better place to cut is looked for. */
const lookBack = 200;

/** Made when first needed: making one costs every start some ten milliseconds. */
let graphemes: Intl.Segmenter | null = null;

/** A text in pieces of at most 2,000 units, no character cut in two, with one link over all of it or none. */
export function richText(text: string, link: string | null = null): TextPiece[] {
  return splitText(text).map((content) => ({
    type: "text",
    text: { content, ...(link === null ? {} : { link: { url: link } }) },
  }));
}

/**
 * Cuts a text into parts of at most `longest` units: behind white space where there is some near the end, else between
 * two characters as people see them, so that no pair of surrogates, joined emoji or accent is torn apart.
 */
export function splitText(text: string, longest: number = longestPiece): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > longest) {
    const end = start + cutAt(text.slice(start, start + longest + lookBack), longest);
    parts.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}

function cutAt(window: string, longest: number): number {
  for (let end = longest; end > longest - lookBack; end -= 1) {
    if (/\s/.test(window[end - 1] ?? "")) return end;
  }
  // Segmented from a little before: the beginning of a window may itself lie inside a character.
  const from = longest - lookBack;
  let best = 0;
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { index } of graphemes.segment(window.slice(from))) {
    const end = from + index;
    if (index > 0 && end <= longest) best = end;
  }
  if (best > 0) return best;
  // One "character" of hundreds of units: at least no pair is torn.
  return isHighSurrogate(window.charCodeAt(longest - 1)) ? longest - 1 : longest;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/**
 * Text that Notion and JSON can carry and a person can read: lines end with one newline, control characters are shown
 * by their pictures (an escape sequence reads `␛[31m`), halves of a pair become the replacement character.
 */
export function printable(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\p{Cs}/gu, "\ufffd")
    .replaceAll(/[^\P{Cc}\n\t]/gu, pictureOf)
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd");
}

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd";
}

/** An address that Notion takes as a link; null for every other scheme, relative address or malformed one. */
export function linkOf(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { href } = new URL(address);
  return href.length > longestUrl ? null : href;
}
