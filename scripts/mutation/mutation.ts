/**
 * How many changes of `core/` its tests notice. Stryker changes one place at a time and runs the tests that reach it.
 *
 *   npm run mutation -- --minutes 60 --write          the deciding files, then others in an order drawn by the seed
 *   npm run mutation -- src/core/kappa.ts             some files
 *
 * Files already in docs/mutation.json are left out of the first form (`--again` starts anew), so that a run goes on where the last one ended;
 * `--write` keeps what was counted there and writes docs/mutation.md.
 */
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FileCount, type MutationRecord, readRecord, writeMutationPage } from "./mutation-page.ts";
import { deciding } from "./deciding-files.ts";

const root = join(import.meta.dirname, "../..");
/** Enough that the tests' first run, which each start repeats, is a small part of the time. */
const filesAtOnce = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "30" },
    seed: { type: "string", default: "20260601" },
    concurrency: { type: "string", default: "2" },
    write: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
  },
});

interface Report {
  readonly files: Record<
    string,
    {
      readonly source: string;
      readonly mutants: readonly {
        readonly mutatorName: string;
        readonly status: string;
        readonly replacement?: string;
        readonly location: {
          readonly start: { readonly line: number; readonly column: number };
          readonly end: { readonly line: number; readonly column: number };
        };
      }[];
    }
  >;
}

/** All files of core that decide nothing by themselves, in an order that only the seed and their names give. */
function othersInOrder(seed: string): readonly string[] {
  const key = (file: string): string => createHash("sha256").update(`${seed}/${file}`).digest("hex");
  return readdirSync(join(root, "src/core"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("simulation"))
    .map((name) => `src/core/${name}`)
    .filter((file) => !deciding.includes(file))
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function mutate(files: readonly string[]): Report {
  const report = join(root, "mutation.json");
  rmSync(report, { force: true });
  const args = ["stryker", "run", "scripts/mutation/stryker.json", "--concurrency", values.concurrency];
  const { status } = spawnSync("npx", [...args, "--mutate", files.join(",")], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`the mutation run ended with ${status}`);
  return JSON.parse(readFileSync(report, "utf8"));
}

function countsOf(report: Report): readonly FileCount[] {
  return Object.entries(report.files).map(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    const those = (...statuses: readonly string[]): FileCount["survivors"] =>
      mutants
        .filter(({ status }) => statuses.includes(status))
        .map(({ location: { start, end }, mutatorName, replacement }) => ({
          line: start.line,
          mutator: mutatorName,
          was: lines
            .slice(start.line - 1, end.line)
            .join("\n")
            .slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined),
          became: replacement ?? "",
        }));
    const number = (status: string): number => mutants.filter((mutant) => mutant.status === status).length;
    return {
      file,
      killed: number("Killed"),
      timedOut: number("Timeout"),
      static: number("Ignored"),
      survivors: those("Survived", "NoCoverage"),
    };
  });
}

const until = Date.now() + Number(values.minutes) * 60_000;
const known: MutationRecord = values.again ? { seed: values.seed, files: [] } : readRecord(values.seed);
const done = new Map(known.files.map((count) => [count.file, count]));
const asked =
  positionals.length > 0
    ? positionals
    : [...deciding, ...othersInOrder(values.seed)].filter((file) => !done.has(file));
for (let at = 0; at < asked.length && (at === 0 || Date.now() < until); at += filesAtOnce) {
  for (const count of countsOf(mutate(asked.slice(at, at + filesAtOnce)))) done.set(count.file, count);
  if (values.write) writeMutationPage({ seed: values.seed, files: [...done.values()] });
}
