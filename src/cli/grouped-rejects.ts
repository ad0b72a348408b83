import type { RejectedRow } from "../core/intake.ts";
import { oneLine } from "../reports/terminal-text.ts";

const shownGroups = 20;

type Row = Pick<RejectedRow, "file" | "line" | "reason">;

/**
 * Refused rows for people, those of one file with the same reason as one line, in the order of their first rows: an export
 * that nobody graded is one fact and not one for each of its rows.
 *
 * @param plural Words for a reason where it holds for several lines, e.g. `without a grade`.
 * @example ["  items.jsonl: 39 lines without a grade: lines 1-39"]
 */
export function groupRejects(
  rows: readonly Row[],
  plural: Readonly<Record<string, string>> = {},
): readonly string[] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = JSON.stringify([row.file, row.reason]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const shown = [...groups.values()].slice(0, shownGroups).map((group) => groupLine(group, plural));
  const more = groups.size - shown.length;
  return more === 0 ? shown : [...shown, `  and ${more} more reasons`];
}

function groupLine(group: readonly [Row, ...Row[]], plural: Readonly<Record<string, string>>): string {
  const [{ file, line, reason }] = group;
  if (group.length === 1) return `  ${oneLine(file)}:${line}: ${oneLine(reason)}`;
  const why = plural[reason];
  const what = why === undefined ? `: ${oneLine(reason)}` : ` ${why}`;
  return `  ${oneLine(file)}: ${group.length} lines${what}: lines ${lineRanges(group.map((row) => row.line))}`;
}

/** Line numbers in short. @example lineRanges([1, 2, 3, 7]) // "1-3, 7" */
function lineRanges(lines: readonly number[]): string {
  const ranges: { readonly from: number; to: number }[] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last.to + 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  const shown = ranges
    .slice(0, shownGroups)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  return ranges.length > shown.length ? `${shown.join(", ")}, ...` : shown.join(", ");
}
