import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { databaseOf } from "./crash-workspace.ts";

/*
 * What a workspace holds in the end, in words that are the same for every run that came to the same end: refs by the
 * place of their item, times by the hour (the clock of a rehearsal runs on), paths from the workspace.
 */

export interface FinalState {
  /** Every row of every table that says something of the month, by table. */
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  /** Every file outside the state folder and its text; every file in the state folder without its bytes. */
  readonly files: Readonly<Record<string, string | null>>;
}

type Row = Readonly<Record<string, unknown>>;

/** `run` says how often the program was started, and the months' table is the calendar. */
const leftOut = new Set(["run", "month_start", "schema_migration"]);
/** How often something was tried and what it found there may differ after a crash; the others hold the place of the workspace. */
const ownColumns = new Set(["attempts", "detail", "inode", "digest"]);
const hour = 3_600_000;

export function readFinalState(folder: string): FinalState {
  return withDatabase(databaseOf(folder), (connection) => {
    const rows: Record<string, readonly Row[]> = {};
    const tables = connection
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
      )
      .pluck()
      .all()
      .filter((table) => !leftOut.has(table));
    for (const table of tables) rows[table] = rowsOf(connection, table);
    const text = nameless(JSON.stringify({ rows, files: filesOf(folder) }), connection, folder);
    const state: FinalState = JSON.parse(text);
    // By content: refs are random, and items are kept in their order.
    const sorted = Object.fromEntries(
      Object.entries(state.rows).map(([table, list]) => [table, list.toSorted(byText)]),
    );
    return { ...state, rows: sorted };
  });
}

function byText(a: Row, b: Row): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function rowsOf(connection: Database.Database, table: string): readonly Row[] {
  return connection
    .prepare<[], Row>(`SELECT * FROM "${table}"`)
    .all()
    .map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !ownColumns.has(column))
          .map(([column, value]) => [column, shown(column, value)]),
      ),
    );
}

function shown(column: string, value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString("hex");
  if (column === "dedupe_key") return String(value).replace(/\/\d{13}$/, "/INSTANT");
  // A decision's record tells when each grade was given.
  if (column === "record") return String(value).replaceAll(/T(\d\d):\d\d:\d\d\.\d{3}Z/g, "T$1:00:00.000Z");
  // The page of a graduation tells when it was looked at.
  if (column === "evidence" && typeof value === "string") return value.replace(/"asOf":\d+/, '"asOf":0');
  return (column === "at" || column.endsWith("_at")) && typeof value === "number"
    ? new Date(Math.floor(value / hour) * hour).toISOString()
    : value;
}

/** Refs and paths by what they stand for. */
function nameless(text: string, connection: Database.Database, folder: string): string {
  const items = connection
    .prepare<[], { ref: string; place: string }>(
      "SELECT ref, period || ' ' || axis || ' ' || order_key AS place FROM item",
    )
    .all();
  return items
    .reduce((all, { ref, place }) => all.replaceAll(ref, `ref of ${place}`), text)
    .replaceAll(folder, "WORKSPACE");
}

/** What happened outside is compared by itself (messages); what a test brought along is its own affair (grades). */
const besideTheState = new Set(["messages.jsonl", "grades.jsonl", "board.jsonl"]);
/** SQLite's own journal of an empty lock file; it goes with the next one who takes the lock. */
const lockJournal = /\.lock-journal$/;

function filesOf(folder: string): Record<string, string | null> {
  const files: Record<string, string | null> = {};
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  for (const name of names) {
    // The home of the trial is its workspace: the compiled config there is a cache, and dates its files.
    if (name.startsWith(".cache/")) continue;
    if (!statSync(join(folder, name)).isFile() || besideTheState.has(name) || lockJournal.test(name))
      continue;
    files[name] = name.startsWith("state") ? null : readFileSync(join(folder, name), "utf8");
  }
  return files;
}

/** Reads in a database that is there. */
export function withDatabase<Result>(file: string, work: (connection: Database.Database) => Result): Result {
  const connection = new Database(file, { fileMustExist: true });
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

/** Where two ends differ, a line each: what a run that was stopped left otherwise than one that was not. */
export function findDifferences(end: FinalState, expected: FinalState): readonly string[] {
  const tables = [...new Set([...Object.keys(end.rows), ...Object.keys(expected.rows)])];
  const names = [...new Set([...Object.keys(end.files), ...Object.keys(expected.files)])];
  return [
    ...tables.flatMap((table) => rowDifferences(table, end.rows[table] ?? [], expected.rows[table] ?? [])),
    ...names
      .filter((name) => end.files[name] !== expected.files[name])
      .map((name) => `${name}: ${String(end.files[name])} and not ${String(expected.files[name])}`),
  ];
}

function rowDifferences(table: string, rows: readonly Row[], expected: readonly Row[]): readonly string[] {
  const left = rows.map((row) => JSON.stringify(row));
  const right = expected.map((row) => JSON.stringify(row));
  const missing = right.filter((row) => !left.includes(row)).map((row) => `${table} lacks ${row}`);
  const more = left.filter((row) => !right.includes(row)).map((row) => `${table} has ${row}`);
  const sameRows = missing.length + more.length === 0;
  return sameRows && left.length !== right.length
    ? [`${table} has ${left.length} and not ${right.length} rows`]
    : [...missing, ...more];
}
