/** One line of a dialogue file. */
export interface DialogueLine {
  /** Without line end, byte order mark and trailing spaces. */
  readonly text: string;
  /** Whether blanks stood behind it. */
  readonly trailing: boolean;
  /** Where it begins and ends in the text as given, line end not included: UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Whether it stands in a fenced block, or is a fence itself: then it is quoted, whatever it says. */
  readonly fenced: boolean;
  /** What stands behind the fence that this line opens; null where it opens none. */
  readonly opens: string | null;
  readonly closes: boolean;
}

/** A file as lines, and what had to be overlooked for it. */
export interface DialogueLines {
  readonly lines: readonly DialogueLine[];
  readonly warnings: readonly ("bom" | "crlf" | "no-final-newline")[];
  /** Whether the last fence of the file is still open at its end. */
  readonly openFence: boolean;
}

interface Fence {
  readonly sign: string;
  readonly length: number;
  readonly info: string;
}

/**
 * Splits a dialogue file into lines and says of each whether it is quoted. Fences are those of CommonMark: three or more
 * backticks or tildes, indented by three spaces at most, closed by at least as many of the same; one that is never closed
 * goes to the end of the file. The file is read forwards only, so that what is appended changes nothing of what stood there.
 */
export function readLines(given: string): DialogueLines {
  const hasMark = given.startsWith("\uFEFF");
  let start = hasMark ? 1 : 0;
  let hasCrlf = false;
  let fence: Fence | null = null;
  const lines: DialogueLine[] = [];
  while (start < given.length) {
    const newline = given.indexOf("\n", start);
    const next = newline === -1 ? given.length : newline;
    const isCrlf = newline !== -1 && next > start && given[next - 1] === "\r";
    hasCrlf ||= isCrlf;
    const end = isCrlf ? next - 1 : next;
    const whole = given.slice(start, end);
    const text = withoutTrailing(whole);
    const after: Fence | null = fence === null ? openingFence(text) : isClosing(text, fence) ? null : fence;
    const fenced = fence !== null || after !== null;
    const opens = fence === null ? (after?.info ?? null) : null;
    const closes = fence !== null && after === null;
    lines.push({ text, trailing: text.length < whole.length, start, end, fenced, opens, closes });
    fence = after;
    start = next + 1;
  }
  return {
    lines,
    warnings: [
      ...(hasMark ? (["bom"] as const) : []),
      ...(hasCrlf ? (["crlf"] as const) : []),
      ...(lines.length > 0 && !given.endsWith("\n") ? (["no-final-newline"] as const) : []),
    ],
    openFence: fence !== null,
  };
}

/** Not by a pattern: one that ends in `\s+$` takes a square of the time on a long line of blanks. */
function withoutTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A space, a tab, or a lone carriage return. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d;
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/su;

function openingFence(text: string): Fence | null {
  const [, signs = "", info = ""] = fenceLine.exec(text) ?? [];
  const sign = signs.charAt(0);
  // Backticks behind backticks are code within a line, no fence.
  if (sign === "" || (sign === "`" && info.includes("`"))) return null;
  return { sign, length: signs.length, info: info.trim() };
}

function isClosing(text: string, fence: Fence): boolean {
  const [, signs = "", info = ""] = fenceLine.exec(text) ?? [];
  return signs.startsWith(fence.sign) && signs.length >= fence.length && info === "";
}
