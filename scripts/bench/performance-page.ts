import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { goalNames, type Row } from "./result.ts";
import { cellsOf } from "./table.ts";

/** One call of the benchmark: what it measured, when, where and how. */
export interface Measured {
  readonly date: string;
  readonly command: string;
  readonly rows: number;
  readonly machine: {
    readonly cpu: string;
    readonly cpus: number;
    readonly node: string;
    readonly sqlite: string;
    /** Load averages of a minute, before and after. */
    readonly load: readonly [number, number];
    /** Variables of the environment that make every Node process start slower. */
    readonly slowedBy: readonly string[];
  };
  readonly results: readonly Row[];
}

const begin = "<!-- measured: written by `npm run bench -- --write` -->";
const end = "<!-- end of measured -->";
const headers = [
  "Goal",
  "This",
  "Against",
  "Here",
  "There",
  "Ratio (quartiles)",
  "CPU",
  "Goal",
  "Reached",
  "Rounds",
];

/**
 * Writes the page's measured part anew and leaves what stands around it. The figures are kept beside it as JSON: goals measured
 * now take the place of the same goals at the same number of rows, all others stay.
 */
export function writePage(page: string, kept: string, now: Measured): void {
  const before: readonly Measured[] = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : [];
  const goals = new Set(now.results.map(({ goal }) => goal));
  const others = before
    .map((one) => ({
      ...one,
      results: one.results.filter(({ goal }) => one.rows !== now.rows || !goals.has(goal)),
    }))
    .filter(({ results }) => results.length > 0);
  const all = [...others, now].toSorted((a, b) => a.rows - b.rows || a.date.localeCompare(b.date));
  writeFileSync(kept, `${JSON.stringify(all, null, 2)}\n`);
  const text = readFileSync(page, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for what was measured`);
  writeFileSync(
    page,
    `${text.slice(0, from)}${begin}\n\n${all.map(sectionOf).join("\n")}\n${text.slice(to)}`,
  );
}

function sectionOf({ date, command, rows, machine, results }: Measured): string {
  const { cpu, cpus, node, sqlite, load, slowedBy } = machine;
  const cells = results
    .toSorted((a, b) => goalNames.indexOf(a.goal) - goalNames.indexOf(b.goal))
    .map((row) => cellsOf(row).map((cell) => cell.replaceAll("|", "\\|")));
  const lines = [headers, headers.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
  const environment =
    slowedBy.length === 0
      ? ""
      : ` In the shell's environment ${slowedBy.join(", ")} made every Node process start slower.`;
  return (
    `### ${rows.toLocaleString("en-US")} verdicts\n\n` +
    `${date}; ${cpu}, ${cpus} processors; Node ${node}, SQLite ${sqlite}; load ${load.map((one) => one.toFixed(1)).join(" to ")}.` +
    `${environment}\n\n    ${command}\n\n${lines.join("\n")}\n`
  );
}
