import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import type { Count } from "./campaign.ts";

const docs = join(import.meta.dirname, "../../docs");
const pageFile = join(docs, "reliability.md");
/** What was counted by the last campaign and by the last hundred years: the page's tables are made from it. */
const recordFile = join(docs, "reliability.json");

/** When, where and by which command something was counted. */
export interface Circumstances {
  readonly date: string;
  readonly seed: number;
  readonly command: string;
  readonly machine: string;
  readonly seconds: number;
}

export interface FaultRecord extends Circumstances {
  readonly counts: readonly Count[];
  readonly failures: number;
}

export interface YearsRecord extends Circumstances {
  readonly rows: readonly (readonly [what: string, count: number | string])[];
}

interface Records {
  readonly faults?: FaultRecord;
  readonly years?: YearsRecord;
}

export function machineOf(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), ${memory} GB, ${process.platform} ${release()}, Node ${process.versions.node}`;
}

/** What was kept last. */
export function readRecords(): Records {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, "utf8")) : {};
}

/** Keeps what was counted and writes the tables of docs/reliability.md anew; the words around them stay. */
export function writeRecords(records: Records): void {
  const all = { ...readRecords(), ...records };
  writeFileSync(recordFile, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(pageFile, withTables(readFileSync(pageFile, "utf8"), all));
}

/** The page with the text between its marks replaced. */
export function withTables(page: string, { faults, years }: Records): string {
  let text = page;
  if (faults !== undefined) text = between(text, "faults", faultTable(faults));
  if (years !== undefined) text = between(text, "years", yearsTable(years));
  return text;
}

function between(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/reliability.md has no place for ${name}`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}

function circumstances({ command, seed, date, machine, seconds }: Circumstances): string {
  return `\`${command}\`, seed ${seed}, ${date.slice(0, 16).replace("T", " ")} UTC, ${Math.round(seconds / 60)} min, ${machine}.`;
}

const counted = [
  "trials",
  "struck",
  "lost",
  "doubled",
  "inconsistent",
  "repeatsTold",
  "withoutMemory",
] as const;

function faultTable(record: FaultRecord): string {
  const tried = record.counts.filter(({ skipped }) => skipped === null);
  const total = counted.map((name) => tried.reduce((sum, count) => sum + count[name], 0));
  const rows = record.counts.map((count) =>
    count.skipped === null
      ? row([`\`${count.fault}\``, ...counted.map((name) => count[name])])
      : row([`\`${count.fault}\``, `not tried: ${count.skipped}`, "", "", "", "", "", ""]),
  );
  return [
    circumstances(record),
    "",
    "| fault | trials | struck | lost | doubled | inconsistent | repeats told | sent again after the database was gone |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
    row(["all", ...total]),
    "",
    ...record.counts.map(({ fault, what }) => `- \`${fault}\`: ${what}.`),
  ].join("\n");
}

function yearsTable(record: YearsRecord): string {
  return [
    circumstances(record),
    "",
    "| what | count |",
    "| --- | ---: |",
    ...record.rows.map((cells) => row(cells)),
  ].join("\n");
}

function row(cells: readonly (string | number)[]): string {
  const shown = cells.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en-US") : cell));
  return `| ${shown.join(" | ")} |`;
}
