import type { AxisProblem } from "../config/config.ts";
import { alignTable } from "../reports/table.ts";
import { oneLine } from "../reports/terminal-text.ts";

/** One axis as `axis list` shows it. */
export interface AxisRow {
  readonly axis: string;
  readonly status: string;
  readonly title: string | null;
  readonly file: string;
  readonly verdictLog: string | null;
}

/** The axes as a table, then the axis files that cannot be used. */
export function renderAxisTable(rows: readonly AxisRow[], problems: readonly AxisProblem[]): string {
  const cells = rows.map(({ axis, status, file }) => [axis, status, file]);
  const table = rows.length === 0 ? ["There is no axis yet."] : alignTable(["axis", "status", "file"], cells);
  const faults = problems.map(({ file, line, message, hint }) =>
    oneLine(`cannot be used: ${file}${line === null ? "" : `:${line}`}: ${message} ${hint}`),
  );
  return [...table, ...(faults.length === 0 ? [] : ["", ...faults])].join("\n");
}

/** One axis with every fact of its file, one a line; lists and maps as JSON. */
export function renderAxis(facts: Readonly<Record<string, unknown>>): string {
  const cells = Object.entries(facts)
    .filter(([, value]) => value !== null && !isEmpty(value))
    .map(([name, value]) => [wordsOf(name), typeof value === "string" ? value : JSON.stringify(value)]);
  const width = Math.max(...cells.map(([name = ""]) => name.length));
  return cells.map(([name = "", value = ""]) => `${name.padEnd(width)}  ${oneLine(value)}`).join("\n");
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** `kappaThreshold` as people read it: `kappa threshold`. */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

/** What became of `axis assist`. */
export function renderAssisted(
  axis: string,
  outcome: {
    readonly changed: boolean;
    readonly status: string;
    readonly pending: readonly { readonly kind: string; readonly because: string | null }[];
  },
): string {
  const first = outcome.changed
    ? `${axis} is assisted now: a person confirms what it approves.`
    : `${axis} is ${oneLine(outcome.status)} already; nothing was changed.`;
  const waiting = outcome.pending.map(({ kind, because }) => `still pending: ${kind}: ${oneLine(because ?? "")}`);
  return [first, ...waiting].join("\n");
}
