import { oneLine, terminalText } from "./terminal-text.ts";

/**
 * What begins something in Markdown, Obsidian, Templater or Dataview. Each character is escaped on its own, so that
 * no pair of them (`[[`, `%%`, `==`, `<%`, a fence) is left in the file: programs that scan the raw text and know
 * nothing of escapes find nothing either. What does nothing where it stands (`a < b`, `x = 1`, `12%`, `N_verdicts`,
 * the interval `[0.63, 0.74]`) stays readable for those who read the raw file.
 */
const interval = String.raw`(?<![[!])\[-?[\d.]+, -?[\d.]+\](?![\](:[])`;
const markup = [
  String.raw`[\\\x60*[\]|#$]`,
  "(?<==)=|=(?==)",
  "(?<=[%<])%|%(?=[%>])|(?<=%)>",
  "(?<=~)~|~(?=~)",
  "&(?=#?\\w+;)",
  "(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])",
];
const intervalOrMarkup = new RegExp([interval, ...markup].join("|"), "gu");
/** What makes a block only at the start of a line: a quotation, a list, a rule, an underline, a numbered list. */
const blockStart = /^(?:[-+](?=\s|$|[-+])|[>=~_]|(\d{1,9})(?=[.)](?:\s|$)))/;
/** HTML begins with `<` and no space. An entity leaves nothing that looks like a tag in the raw text either. */
const tagStart = /<(?! |$)/g;
/** The log is searched for the block ids of its entries: nobody else's text may hold one. */
const blockId = /\^(?=[A-Za-z0-9-])/g;
/** `key:: value` is a field to Dataview. */
const fieldMark = /:(?=:)/g;

function inertLine(line: string): string {
  return line
    .replaceAll(intervalOrMarkup, (found) => (found.length > 1 ? found : `\\${found}`))
    .replaceAll(fieldMark, ":\\")
    .replaceAll(tagStart, "&lt;")
    .replaceAll(blockId, "&#94;")
    .replace(blockStart, (start: string, digits: string | undefined) =>
      // A digit cannot be escaped; the dot behind it can.
      digits === undefined ? `\\${start}` : `${digits}\\`,
    );
}

/**
 * Text that somebody else wrote as prose in a Markdown file: it reads as it was written and does nothing
 * (no heading, list, link, embed, tag, comment, formula, query, template, block id or HTML). Lines stay lines,
 * without their indentation.
 *
 * @example markdownText("[[Secret]] %%hidden%%") // "\\[\\[Secret\\]\\] \\%\\%hidden\\%\\%"
 */
export function markdownText(text: string): string {
  return terminalText(text)
    .split("\n")
    .map((line) => inertLine(line.replaceAll("\t", " ").trim()))
    .join("\n");
}

/** The same for a table cell: one line, and never empty, so that the row keeps its columns. */
export function markdownCell(text: string): string {
  const line = inertLine(oneLine(text));
  return line === "" ? " " : line;
}

/** A Markdown table. Cells are made inert here; headers and rows have the same number of columns. */
export function markdownTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return [tableLine(headers), `|${headers.map(() => " --- |").join("")}`, ...rows.map(tableLine)];
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(" | ")} |`;
}
