import { displayWidth } from "./display-width.ts";
import { oneLine } from "./terminal-text.ts";

export interface TableOptions {
  /** One per column; columns without one are left-aligned. */
  readonly align?: readonly ("left" | "right")[];
  /** Bold headers, for a terminal that shows them. */
  readonly colour?: boolean;
  /** Columns that the program has drawn itself, by their number: their spaces are part of the picture. */
  readonly drawn?: readonly number[];
}

const gap = "  ";

/**
 * A table for a terminal: columns as wide as their widest cell, two spaces between, a rule under the headers.
 * Cells are one line each and free of control sequences; a row that is too short is filled with empty cells.
 * Lines carry no trailing space.
 */
export function alignTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): readonly string[] {
  const table = [headers, ...rows].map((row) =>
    headers.map((_, column) => cellOf(row[column] ?? "", column, options)),
  );
  const widths = headers.map((_, column) => Math.max(...table.map((row) => displayWidth(row[column] ?? ""))));
  const lines = table.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, options.align?.[column] ?? "left"))
      .join(gap)
      .trimEnd(),
  );
  const [head = "", ...body] = lines;
  const rule = widths.map((width) => "-".repeat(width)).join(gap);
  return [options.colour === true ? `\u001b[1m${head}\u001b[0m` : head, rule, ...body];
}

function cellOf(cell: string, column: number, { drawn = [] }: TableOptions): string {
  return drawn.includes(column) ? cell : oneLine(cell);
}

function pad(cell: string, width: number, align: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(cell)));
  return align === "right" ? space + cell : cell + space;
}
