import { terminalText } from "./terminal-text.ts";

/** A spreadsheet takes such a text for a formula, also behind white space and in its fullwidth forms. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const needsQuotes = /[",;\t]|^\s|\s$/;

/**
 * One CSV cell. Numbers are written as they are; null is empty. A text that a spreadsheet would run as a formula
 * gets an apostrophe before it and quotes around it; line ends become spaces, so that a row is one line.
 *
 * @example csvCell("=HYPERLINK(1)") // "\"'=HYPERLINK(1)\""
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (typeof value === "boolean") return String(value);
  const isFormula = formulaStart.test(value) || formulaStart.test(terminalText(value));
  const text = terminalText(value).replaceAll(/\n+/g, " ");
  if (isFormula) return quoted(`'${text}`);
  return needsQuotes.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** One CSV line without its line end. */
export function csvRow(values: readonly (string | number | boolean | null)[]): string {
  return values.map(csvCell).join(",");
}
