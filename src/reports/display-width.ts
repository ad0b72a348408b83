import { graphemes } from "./graphemes.ts";

/** Marks and format characters that take no column of their own. */
const zeroWidth = /^[\p{Mark}\p{Cf}\p{Cc}]+$/u;
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}|\u20e3/u;
/** East Asian Wide and Fullwidth, by the blocks that hold them (Unicode Standard Annex 11). */
const eastAsianWide = new RegExp(
  String.raw`^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f` +
    String.raw`\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]`,
  "u",
);

/** Colours and weights, which the program itself puts into a line. */
const style = new RegExp(String.raw`\u001b\[[\d;]*m`, "g");

/**
 * How many columns a line takes on a terminal: two for emoji and East Asian wide characters, none for marks and colours.
 *
 * @example displayWidth("日本 ok") // 7
 */
export function displayWidth(line: string): number {
  // Most text by far, and much faster than sign by sign.
  if (/^[\u0020-\u007e]*$/.test(line)) return line.length;
  let width = 0;
  for (const segment of graphemes(line.replaceAll(style, ""))) {
    if (zeroWidth.test(segment)) continue;
    width += emoji.test(segment) || eastAsianWide.test(segment) ? 2 : 1;
  }
  return width;
}
