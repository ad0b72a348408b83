import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { EffectPayload } from "../../src/core/effect.ts";
import { verifyMonths } from "../../src/cycle/verify-months.ts";
import { sideLog } from "../../src/effects/vault-log.ts";
import { findDamage } from "../../test/support/crash-damage.ts";
import { readMessages, type SentMessage } from "../../test/support/crash-messages.ts";
import { withApp } from "../../test/support/crash-passes.ts";
import { databaseOf } from "../../test/support/crash-workspace.ts";
import { givenGrades } from "./jobs.ts";
import { readOutcome } from "./outcome.ts";
import type { Trial } from "./trial.ts";

export interface Findings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly inconsistent: readonly string[];
  /** Messages sent again that said so. */
  readonly repeated: number;
  /** Messages sent again since the memory of the first one was taken away with the database. */
  readonly withoutMemory: number;
}

/** What must hold in a workspace after any fault, once the job was done in peace. */
export async function findBreaches(trial: Trial, options: { readonly sameEnd: boolean }): Promise<Findings> {
  const found = { lost: [] as string[], doubled: [] as string[], inconsistent: [] as string[] };
  for (const problem of trial.problems) sort(problem, found);
  found.inconsistent.push(...findDamage(trial.home));
  const counted = withDatabase(trial.home, (connection) => {
    checkVerdicts(connection, trial, found);
    checkGrades(connection, trial, found);
    const effects = doneEffects(connection, found);
    checkLog(trial, effects, found);
    checkAxisFiles(trial, effects, found);
    return checkMessages(trial, effects, found);
  });
  compareEnds(trial, options.sameEnd, found);
  await checkDecisions(trial, found);
  return { ...found, ...counted };
}

interface Found {
  readonly lost: string[];
  readonly doubled: string[];
  readonly inconsistent: string[];
}

function sort(problem: string, found: Found): void {
  const [, kind = "inconsistent", what = problem] =
    /^(lost|doubled|inconsistent): (.*)$/s.exec(problem) ?? [];
  if (kind === "lost" || kind === "doubled" || kind === "inconsistent") found[kind].push(what);
}

function withDatabase<Result>(home: string, work: (connection: Database.Database) => Result): Result {
  const connection = new Database(databaseOf(home), { fileMustExist: true });
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

/** Every verdict that was acknowledged or stands in a log is stored once, and the counts by month say the same. */
function checkVerdicts(connection: Database.Database, trial: Trial, found: Found): void {
  const rows = connection
    .prepare<[], { axis: string; id: string }>("SELECT axis, external_id AS id FROM verdict")
    .all();
  const stored = new Map<string, number>();
  for (const { axis, id } of rows) stored.set(`${axis} ${id}`, (stored.get(`${axis} ${id}`) ?? 0) + 1);
  for (const [name, times] of stored) if (times > 1) found.doubled.push(`verdict ${name}: ${times} rows`);
  const wanted = [...trial.acknowledged.map((id) => `told ${id}`), ...verdictsOfLogs(trial.home)];
  for (const name of new Set(wanted)) if (!stored.has(name)) found.lost.push(`verdict ${name}`);
  const count = (sql: string): string => JSON.stringify(connection.prepare(sql).raw().all());
  const kept = count("SELECT axis, period, word, count(*) FROM verdict GROUP BY 1, 2, 3 ORDER BY 1, 2, 3");
  const summed = count(
    "SELECT axis, period, word, sum(count) FROM month_count GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
  );
  if (kept !== summed) found.inconsistent.push(`months counted as ${summed}, stored as ${kept}`);
}

function verdictsOfLogs(home: string): readonly string[] {
  return readdirSync(join(home, "logs")).flatMap((name) =>
    readFileSync(join(home, "logs", name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => {
        const { axis, id }: { axis: string; id?: string } = JSON.parse(line);
        return id === undefined ? [] : [`${axis} ${id}`];
      }),
  );
}

/** Every grade that the founder gave, once the import of them has ended with 0: there, once, and as he gave it. */
function checkGrades(connection: Database.Database, trial: Trial, found: Found): void {
  if (!existsSync(join(trial.home, "grades.jsonl"))) return;
  const observed = connection
    .prepare<[], { ref: string; grade: string }>("SELECT ref, grade FROM grade_observation")
    .all();
  for (const { ref, grade } of givenGrades(trial.home)) {
    const own = observed.filter((one) => one.ref === ref);
    if (!own.some((one) => one.grade === grade)) found.lost.push(`grade ${grade} of ${ref}`);
    if (own.length > 1) found.doubled.push(`grade of ${ref}: ${own.length} observations`);
  }
}

interface DoneEffect {
  readonly key: string;
  readonly payload: EffectPayload;
}

/** Every effect is done in the end, and none stands there twice. */
function doneEffects(connection: Database.Database, found: Found): readonly DoneEffect[] {
  const rows = connection
    .prepare<[], { key: string; state: string; payload: string; lastError: string | null }>(
      "SELECT dedupe_key AS key, state, payload, last_error AS lastError FROM effect",
    )
    .all();
  for (const { key, state, lastError } of rows) {
    if (state !== "done") found.lost.push(`effect ${key} is ${state}: ${lastError}`);
  }
  if (new Set(rows.map(({ key }) => key)).size !== rows.length) found.doubled.push("an effect planned twice");
  return rows
    .filter(({ state }) => state === "done")
    .map(({ key, payload }) => ({ key, payload: JSON.parse(payload) }));
}

/** One entry for each marker, and no other. */
function checkLog(trial: Trial, effects: readonly DoneEffect[], found: Found): void {
  const log = trial.slot.vaultLog;
  const text = [log, sideLog(log), `${log}.conflict`]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const written = [...text.matchAll(/(\^ic-[0-9A-Za-z-]+)[ \t]*\r?$/gm)].map(([, marker]) => marker);
  const wanted = effects.flatMap(({ payload }) => (payload.kind === "vault-log" ? [payload.marker] : []));
  for (const marker of wanted) if (!written.includes(marker)) found.lost.push(`log entry ${marker}`);
  for (const marker of new Set(written)) {
    const times = written.filter((one) => one === marker).length;
    if (times > 1) found.doubled.push(`log entry ${marker}: ${times} times`);
    if (marker !== undefined && !wanted.includes(marker))
      found.inconsistent.push(`log entry ${marker} that nobody planned`);
  }
}

const ownedLine = /^(status|last_calibration|last_kappa|founder_override_count):/;

export function withoutOwnedLines(text: string): string {
  return text
    .split("\n")
    .filter((line) => !ownedLine.test(line))
    .join("\n");
}

/** What the founder wrote is there byte for byte; the program's lines say what was decided. */
function checkAxisFiles(trial: Trial, effects: readonly DoneEffect[], found: Found): void {
  const before = join(trial.stage.folder, "w/axes");
  for (const name of readdirSync(before).filter((one) => one.endsWith(".yaml") && !one.startsWith("."))) {
    const file = join(trial.home, "axes", name);
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    const wanted = trial.edited.get(name) ?? withoutOwnedLines(readFileSync(join(before, name), "utf8"));
    if (withoutOwnedLines(text) !== wanted) {
      found.lost.push(
        `lines of the founder in ${name}: ${JSON.stringify(text)} and not ${JSON.stringify(wanted)}`,
      );
    }
    const owned = text.split("\n").filter((line) => ownedLine.test(line));
    if (new Set(owned.map((line) => line.split(":")[0])).size !== owned.length)
      found.doubled.push(`a line of the program in ${name}`);
    if (trial.edited.has(name)) continue;
    for (const { payload } of effects) {
      if (payload.kind !== "axis-file" || payload.file !== file || payload.edit.status === null) continue;
      if (!new RegExp(`^status: +${payload.edit.status.to}\\b`, "m").test(text))
        found.lost.push(`${name} does not say ${payload.edit.status.to}`);
    }
  }
}

const mark = "(may repeat) ";

/** Every message once; one that came again says so. */
function checkMessages(
  trial: Trial,
  effects: readonly DoneEffect[],
  found: Found,
): { readonly repeated: number; readonly withoutMemory: number } {
  const sent = readMessages(trial.home).map((message) => {
    const text = wholeText(message);
    return { text: text.replace(mark, ""), plain: !text.includes(mark) };
  });
  const wanted = effects.flatMap(({ payload }) =>
    payload.kind === "message" ? [wholeText(payload.message)] : [],
  );
  let repeated = 0;
  let withoutMemory = 0;
  for (const text of new Set(wanted)) {
    const own = sent.filter((one) => one.text === text);
    const title = text.split("\n")[0];
    if (own.length === 0) found.lost.push(`message ${title}`);
    const plain = own.filter((one) => one.plain).length;
    repeated += Math.max(0, own.length - Math.max(1, plain));
    if (plain > 1 && trial.memoryGone) withoutMemory += plain - 1;
    else if (plain > 1) found.doubled.push(`message ${title}: ${plain} times without a word`);
  }
  if (!trial.memoryGone) {
    const strangers = sent.filter(({ text }) => !wanted.includes(text));
    for (const { text } of strangers) found.inconsistent.push(`a message that nobody planned: ${text}`);
  }
  return { repeated, withoutMemory };
}

function wholeText({ subject, text }: SentMessage): string {
  return subject === undefined ? text : `${subject}\n${text}`;
}

/** The end is that of a workspace that nobody disturbed, down to the names of its files. */
function compareEnds(trial: Trial, sameEnd: boolean, found: Found): void {
  const end = readOutcome(trial.slot.place, trial.home);
  const { outcome } = trial.stage;
  const compared = sameEnd
    ? ([
        ["", end.lines, outcome.lines],
        ["file ", end.files, outcome.files],
      ] as const)
    : ([["", end.samples.filter((line) => outcome.samples.includes(line)), outcome.samples]] as const);
  for (const [what, lines, wanted] of compared) {
    const missing = wanted.filter((line) => !lines.includes(line));
    const more = lines.filter((line) => !wanted.includes(line));
    found.inconsistent.push(
      ...missing.map((line) => `lacks ${what}${line}`),
      ...more.map((line) => `has ${what}${line}`),
    );
  }
  if (!sameEnd) {
    const temporary = end.files.filter((name) => /\.tmp$|\.db\.new/.test(name));
    found.inconsistent.push(...temporary.map((name) => `has ${name}`));
  }
}

/** `verify`: every decision follows from the records, every sample from the order of sampling. */
async function checkDecisions(trial: Trial, found: Found): Promise<void> {
  const report = await withApp(
    trial.home,
    Date.parse(trial.job.now),
    () => {},
    (app) => verifyMonths(app.cycle),
  );
  if (report.ok) return;
  const broken = report.findings.filter(({ ok }) => !ok).map(({ message }) => message);
  const wrong = report.months.filter(({ ok }) => !ok).map(({ axis, period }) => `${axis} ${period}`);
  found.inconsistent.push(`verify: ${[...broken, ...wrong].join("; ")}`);
}
