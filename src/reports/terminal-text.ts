import { graphemes } from "./graphemes.ts";

/**
 * Control sequences that a terminal obeys: strings (title, links, device control) up to their terminator,
 * then CSI sequences (colour, cursor), then the short escapes. Both the 7-bit and the 8-bit introducers.
 */
const controlString = new RegExp(
  String.raw`(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)`,
  "g",
);
const controlSequence = new RegExp(
  String.raw`(?:\u001b\[|\u009b)[\u0030-\u003f]*[\u0020-\u002f]*[\u0040-\u007e]`,
  "g",
);
const shortEscape = new RegExp(String.raw`\u001b[\u0020-\u002f]*[\u0030-\u007e]`, "g");
/** C0 without tab and newline, DEL, C1. */
const controlCharacter = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f]`, "g");
const loneSurrogate = /\p{Surrogate}/gu;
const lineBreak = new RegExp(String.raw`\r\n?|[\u0085\u2028\u2029]`, "g");
/** Marks, embeddings, overrides and isolates that make text read in another order than it is stored. */
const directionMark = new RegExp(String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`, "g");
/** Characters that nobody sees: tags, soft hyphen, zero-width space, word joiner, byte order mark. */
const unseenCharacter = new RegExp(
  String.raw`[\u00ad\u180e\u200b\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]`,
  "gu",
);

/**
 * Text that somebody else wrote, made safe to print: no escape sequence, no control character, nothing that
 * reverses or hides text. Newlines and tabs stay; carriage returns and Unicode line ends become newlines;
 * lone surrogates become U+FFFD.
 *
 * @example terminalText("\u001b[31mred\u001b[0m\u0007") // "red"
 */
export function terminalText(text: string): string {
  return text
    .replaceAll(loneSurrogate, "\ufffd")
    .replaceAll(lineBreak, "\n")
    .replaceAll(controlString, "")
    .replaceAll(controlSequence, "")
    .replaceAll(shortEscape, "")
    .replaceAll(controlCharacter, "")
    .replaceAll(directionMark, "")
    .replaceAll(unseenCharacter, "");
}

/**
 * The same on one line: every run of white space is one space, ends trimmed. With `limit`, at most that many
 * characters as a reader counts them, the last being an ellipsis where something was cut.
 *
 * @example oneLine("two\n  lines") // "two lines"
 */
export function oneLine(text: string, limit: number | null = null): string {
  const line = terminalText(text).replaceAll(/\s+/g, " ").trim();
  if (limit === null || line.length <= limit) return line;
  const characters = graphemes(line);
  if (characters.length <= limit) return line;
  return `${characters.slice(0, Math.max(0, limit - 1)).join("")}…`;
}
