import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FileCount, Survivor } from "./mutation-page.ts";

const root = join(import.meta.dirname, "../..");
const answersFile = join(root, "reports/mutation/answers.json");

interface Mutant {
  readonly mutatorName: string;
  readonly status: string;
  readonly replacement?: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

interface MutatedFile {
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

/** By file, all that Stryker knows: what it was asked now, and before that since {@link forgetAnswers}. */
export type Report = Readonly<Record<string, MutatedFile>>;

/**
 * Changes these files or ranges of files, one place at a time, and runs the tests that reach it: those of `tests`, or of all
 * core. A change that was asked before is asked again only where a test that noticed it has changed, or it survived and
 * there is another test.
 */
export function askStryker(
  mutate: readonly string[],
  concurrency: string,
  tests: readonly string[] = [],
): Report {
  const only = tests.length === 0 ? [] : ["--testFiles", tests.join(",")];
  const args = ["run", "scripts/mutation/stryker.json", "--concurrency", concurrency, ...only];
  const { status } = spawnSync("npx", ["stryker", ...args, "--mutate", mutate.join(",")], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`the mutation run ended with ${status}`);
  // Not there where nothing could be changed so far.
  return existsSync(answersFile) ? JSON.parse(readFileSync(answersFile, "utf8")).files : {};
}

export function forgetAnswers(): void {
  rmSync(answersFile, { force: true });
}

function survived({ status }: Mutant): boolean {
  return status === "Survived" || status === "NoCoverage";
}

/** Where those of a file's survivors are that `isOpen` says, in Stryker's words: they count columns from 0, its report from 1. */
export function survivingRanges(
  report: Report,
  file: string,
  isOpen: (survivor: Survivor) => boolean,
): readonly string[] {
  const { source, mutants } = fileOf(report, file);
  const lines = source.split("\n");
  const ranges = mutants
    .filter((mutant) => survived(mutant) && isOpen(survivorOf(mutant, lines)))
    .map(
      ({ location: { start, end } }) =>
        `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
    );
  return [...new Set(ranges)];
}

/** A file without a place that could be changed is in no report. */
function fileOf(report: Report, file: string): MutatedFile {
  return report[file] ?? { source: "", mutants: [] };
}

export function countOf(report: Report, file: string): FileCount {
  const { source, mutants } = fileOf(report, file);
  const lines = source.split("\n");
  const number = (status: string): number => mutants.filter((mutant) => mutant.status === status).length;
  return {
    file,
    killed: number("Killed"),
    timedOut: number("Timeout"),
    static: number("Ignored"),
    survivors: mutants.filter(survived).map((mutant) => survivorOf(mutant, lines)),
  };
}

function survivorOf(
  { location: { start, end }, mutatorName, replacement }: Mutant,
  lines: readonly string[],
): Survivor {
  return {
    line: start.line,
    mutator: mutatorName,
    was: lines
      .slice(start.line - 1, end.line)
      .join("\n")
      .slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined),
    became: replacement ?? "",
  };
}
