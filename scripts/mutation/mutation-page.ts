import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deciding } from "./deciding-files.ts";
import { type Explained, readExplained, reasonOf } from "./explained.ts";

const root = join(import.meta.dirname, "../..");
const recordFile = join(root, "docs/mutation.json");
const pageFile = join(root, "docs/mutation.md");

/** A change that no test noticed: `was` is the text of that place, `became` what stood there instead. */
export interface Survivor {
  readonly line: number;
  readonly mutator: string;
  readonly was: string;
  readonly became: string;
}

/** What came of the changes of one file. `static` are those of code that runs once when the module is loaded: not asked. */
export interface FileCount {
  readonly file: string;
  readonly killed: number;
  readonly timedOut: number;
  readonly static: number;
  readonly survivors: readonly Survivor[];
  /**
   * How it was when the file was first asked: since then tests may have been written for what survived. `near`: asked of the tests
   * that import it alone.
   */
  readonly first?: { readonly changes: number; readonly noticed: number; readonly near?: true };
}

/** A count with what is known of the first one, which may be this. */
export function withFirst(count: FileCount, before: FileCount | undefined): FileCount {
  if (before !== undefined) return before.first === undefined ? count : { ...count, first: before.first };
  return { ...count, first: { changes: asked(count), noticed: count.killed + count.timedOut } };
}

export interface MutationRecord {
  readonly seed: string;
  readonly files: readonly FileCount[];
}

/** What an earlier run counted; nothing where there was none, or one with another order of files. */
export function readRecord(seed: string): MutationRecord {
  const none = { seed, files: [] };
  if (!existsSync(recordFile)) return none;
  const known: MutationRecord = JSON.parse(readFileSync(recordFile, "utf8"));
  return known.seed === seed ? known : none;
}

/** Keeps the counts in docs/mutation.json and makes docs/mutation.md from them and from what is explained. */
export function writeMutationPage(record: MutationRecord): void {
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
  const files = readdirSync(join(root, "src/core"), { recursive: true, encoding: "utf8" });
  const all = files.filter((name) => name.endsWith(".ts") && !name.startsWith("simulation")).length;
  writeFileSync(pageFile, mutationPage(record, readExplained(), all - deciding.length));
}

/** The page; `others` is the number of files of core beside the deciding ones. */
export function mutationPage(
  { seed, files }: MutationRecord,
  explained: readonly Explained[],
  others: number,
): string {
  const named = deciding.flatMap((name) => files.filter(({ file }) => file === name));
  const drawn = files.filter(({ file }) => !deciding.includes(file)).filter((count) => asked(count) > 0);
  const survivors = [...named, ...drawn].flatMap(({ file, survivors: ofFile }) =>
    ofFile.map((survivor) => ({ file, ...survivor, why: reasonOf(file, survivor, explained) })),
  );
  const open = survivors.filter(({ why }) => why === null).length;
  return [
    "# Do the tests break when the code is broken?",
    "",
    "    npm run mutation -- --minutes 60 --write",
    "",
    "Stryker changes one place of `src/core` at a time (another comparison, a condition always true, an empty body or text, a sum for a",
    "difference) and runs the tests of `test/core` that reach it. *Noticed* is a change that made a test fail, *timed out* one that",
    "ran without end, or reached its place a hundred times as often as the first run did. Each file is asked of the tests that import it",
    "(where none does, of those that import something that does), and what they let pass and nothing explains is asked again of all",
    "tests of core: what a few notice, all notice. What only the tests of other rooms would notice counts as survived, and so does a",
    "change behind an answer that an earlier test has left in memory, or that is reached only while tests are gathered. Changes of code",
    "that runs once, when a module is loaded, are left out: constants, tables and patterns (*at load*); so is `core/simulation`, whose",
    "tests simulate years.",
    "",
    `Asked were ${named.length} of the ${deciding.length} files that decide, and ${drawn.length} of the ${others} others, in an order that seed ${seed} draws.`,
    "",
    "| files | changes | noticed | timed out | survived | at load | score |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...named.map(fileRow),
    sumRow("**these of those that decide**", named),
    ...drawn.map(fileRow),
    sumRow("**those that were drawn**", drawn),
    "",
    estimate(drawn, others),
    "",
    "## Survivors",
    "",
    `${survivors.length} changes survived; ${survivors.length - open} are explained, ${open} are not.`,
    "",
    "| place | was | became | why no test of core notices it |",
    "| --- | --- | --- | --- |",
    ...survivors.map(
      ({ file, line, was, became, why }) =>
        `| \`${file.replace("src/core/", "")}:${line}\` | ${code(was)} | ${code(became)} | ${cell(why ?? "not explained")} |`,
    ),
    "",
  ].join("\n");
}

function asked({ killed, timedOut, survivors }: FileCount): number {
  return killed + timedOut + survivors.length;
}

function fileRow(count: FileCount): string {
  return sumRow(`\`${count.file.replace("src/core/", "")}\``, [count]);
}

function sumRow(name: string, counts: readonly FileCount[]): string {
  const sum = (of: (count: FileCount) => number): number =>
    counts.reduce((total, count) => total + of(count), 0);
  const all = sum(asked);
  const survived = sum(({ survivors }) => survivors.length);
  const score = all === 0 ? "none asked" : percent(1 - survived / all);
  const cells = [
    all,
    sum(({ killed }) => killed),
    sum(({ timedOut }) => timedOut),
    survived,
    sum((count) => count.static),
  ];
  return `| ${name} | ${cells.join(" | ")} | ${score} |`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/**
 * The score of all files that could have been drawn, of each as it was when it was first asked: the ratio estimator of a cluster sample, a file being a cluster, with
 * the correction for a finite number of files, and 1.96 standard errors either way (Cochran, Sampling Techniques, 6.3 and 9A.1).
 */
function estimate(drawn: readonly FileCount[], others: number): string {
  const firsts = drawn.flatMap(({ first }) => first ?? []);
  const n = firsts.length;
  const near = firsts.filter((first) => first.near === true).length;
  if (n < 2) return "Too few files were drawn to say something of the others.";
  const changes = firsts.reduce((sum, first) => sum + first.changes, 0);
  const score = firsts.reduce((sum, first) => sum + first.noticed, 0) / changes;
  const spread = firsts.reduce((sum, first) => sum + (first.noticed - score * first.changes) ** 2, 0);
  const error = Math.sqrt(((1 - n / others) * spread) / (n * (n - 1))) / (changes / n);
  const [low, high] = [Math.max(0, score - 1.96 * error), Math.min(1, score + 1.96 * error)];
  return (
    `Tests were written for what survived in drawn files, so the others are to be judged by how these were when they were first ` +
    `asked: about ${percent(score)} of their changes are noticed (95%: ${percent(low)} to ${percent(high)}; ` +
    `n = ${n} files with ${changes} changes, drawn from ${others}).` +
    (near === 0
      ? ""
      : ` ${near} of the ${n} were asked of the tests that import them alone: all of core may notice more.`)
  );
}

/** Source in a table's cell: one line, cut, nothing that ends the cell or the code. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line === "") return "nothing";
  const cut = cell(line.length > 70 ? `${line.slice(0, 67)}...` : line);
  const ticks = Math.max(0, ...(cut.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(ticks + 1);
  // A backtick beside the fence would be taken for a part of it.
  return ticks === 0 ? `${fence}${cut}${fence}` : `${fence} ${cut} ${fence}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
