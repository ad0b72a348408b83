/**
 * How many changes of `core/` its tests notice. Stryker changes one place at a time and runs the tests that reach it: first those
 * near the file; what they let pass and nothing explains is then asked of all tests of core, for many files at once, since their
 * first run takes minutes.
 *
 *   npm run mutation -- --minutes 60 --write          the deciding files, then others in an order drawn by the seed
 *   npm run mutation -- src/core/kappa.ts             some files
 *   npm run mutation -- --near src/core/kappa.ts      the tests near it alone: quick, while tests are being written
 *
 * Files already in docs/mutation.json are left out of the first form (`--again` asks everything anew), so that a run goes on where the
 * last one ended; `--write` keeps what was counted there and writes docs/mutation.md.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askStryker, countOf, forgetAnswers, type Report, survivingRanges } from "./ask-stryker.ts";
import {
  type FileCount,
  type MutationRecord,
  readRecord,
  type Survivor,
  withFirst,
  writeMutationPage,
} from "./mutation-page.ts";
import { deciding } from "./deciding-files.ts";
import { readExplained, reasonOf } from "./explained.ts";
import { nearTests } from "./near-tests.ts";

const root = join(import.meta.dirname, "../..");
const filesAtOnce = 16;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "30" },
    seed: { type: "string", default: "20260601" },
    concurrency: { type: "string", default: "2" },
    write: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    near: { type: "boolean", default: false },
  },
});

/** All files of core that decide nothing by themselves, in an order that only the seed and their names give. */
function othersInOrder(seed: string): readonly string[] {
  const key = (file: string): string => createHash("sha256").update(`${seed}/${file}`).digest("hex");
  return readdirSync(join(root, "src/core"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("simulation"))
    .map((name) => `src/core/${name}`)
    .filter((file) => !deciding.includes(file))
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Until the time is up, at most `filesAtOnce` files; what stands after the last of them is for the next call. */
function askSome(files: readonly string[], until: number): readonly FileCount[] {
  const asked: string[] = [];
  const open: string[] = [];
  const explained = readExplained();
  let report: Report = {};
  for (const file of files.slice(0, filesAtOnce)) {
    if (asked.length > 0 && Date.now() >= until) break;
    const tests = nearTests(file);
    if (tests.length > 0) report = askStryker([file], values.concurrency, tests);
    const isOpen = (survivor: Survivor): boolean => reasonOf(file, survivor, explained) === null;
    open.push(...(tests.length > 0 ? survivingRanges(report, file, isOpen) : [file]));
    asked.push(file);
  }
  if (open.length > 0 && !values.near) report = askStryker(open, values.concurrency);
  return asked.map((file) => countOf(report, file));
}

const until = Date.now() + Number(values.minutes) * 60_000;
if (values.again) forgetAnswers();
const anew = values.again && positionals.length === 0;
const known: MutationRecord = anew ? { seed: values.seed, files: [] } : readRecord(values.seed);
const done = new Map(known.files.map((count) => [count.file, count]));
const asked =
  positionals.length > 0
    ? positionals
    : [...deciding, ...othersInOrder(values.seed)].filter((file) => !done.has(file));
for (let at = 0; at < asked.length && (at === 0 || Date.now() < until); ) {
  const counts = askSome(asked.slice(at), until);
  for (const count of counts) {
    done.set(count.file, withFirst(count, done.get(count.file)));
    if (!values.write) console.log(JSON.stringify(count, null, 2));
  }
  at += counts.length;
  if (values.write && !values.near) writeMutationPage({ seed: values.seed, files: [...done.values()] });
}
