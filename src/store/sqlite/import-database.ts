import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import { checkCopy, expectWorkspace } from "./check-copy.ts";
import { compareWithExport } from "./compare-export.ts";
import { connect, expectOurs, incomingOf } from "./connection.ts";
import { countRows, migrate } from "./migrate.ts";
import { type Migration, migrations } from "./migrations.ts";
import { companionsOf, makePrivateFile } from "./place.ts";
import { type ExportEntry, type ExportHeader, faulty, readExport } from "./read-export.ts";
import { asideOf, putInPlace, takeAlone } from "./replace-database.ts";
import { wholeDatabase } from "./salt.ts";
import { damaged, storeError } from "./store-error.ts";
import { syncFile } from "./sync-file.ts";
import { describeTables, quoted, type TableShape } from "./table-shapes.ts";

export interface ImportOptions {
  /** The database to be made; where it exists it must hold nothing, or just what the export says. */
  readonly file: string;
  readonly source: string;
  readonly workspace: string;
  readonly timezone: string;
  readonly now: number;
  readonly processId: number;
  readonly dryRun: boolean;
  readonly step?: (name: string) => void;
}

export interface Imported {
  readonly outcome: "imported" | "duplicate";
  readonly rows: Readonly<Record<string, number>>;
  readonly lines: number;
  /** The hash of the last line, which stands for all of them. */
  readonly hash: string;
  /** Migrations that the export has not had, by name. */
  readonly migrated: readonly string[];
  /** Where the empty database that was there is now; null where there was none, or nothing was done. */
  readonly aside: string | null;
}

/**
 * Makes the database that an export says: in a file of its own, at the schema of the export, in one transaction, each line
 * checked against the one before; then proves that the new database would write the same export, migrates it, and only then puts
 * it in place. Nothing is stored where anything is wrong.
 *
 * Throws `input` (with file and line), `store-newer`, `config` where the export is of another workspace or zone, `conflict`
 * where the present database holds something else, `store-busy` where somebody uses it.
 */
export function importDatabase(options: ImportOptions): Imported {
  const { file, now, processId, dryRun, step = () => {} } = options;
  try {
    const known = isThere(options);
    if (known !== null) return known;
    if (dryRun) {
      const folder = mkdtempSync(join(tmpdir(), "improve-cron-import-"));
      try {
        return { ...build(options, join(folder, "improve-cron.db")), aside: null };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    const alone = takeAlone(file, processId);
    const incoming = incomingOf(file);
    try {
      const built = build(options, incoming);
      step("replace: checked");
      // Somebody may have stored something while this was waiting for nobody.
      if (existsSync(file) && holdsAnything(file)) throw notEmpty(file, "it holds rows");
      const aside = existsSync(file) ? asideOf(file, "import", now) : null;
      putInPlace(file, { aside: aside ?? asideOf(file, "import", now), readable: true, step });
      return { ...built, aside };
    } finally {
      for (const path of [...companionsOf(incoming), incoming]) rmSync(path, { force: true });
      alone.release();
    }
  } catch (error) {
    throw storeError(error, file);
  }
}

/** What is to be answered without doing anything: the present database is what the export says. Null where it is empty. */
function isThere({ file, source, workspace }: ImportOptions): Imported | null {
  if (!existsSync(file) || !holdsAnything(file)) return null;
  const connection = new Database(file, { readonly: true, timeout: 5000 });
  try {
    const compared = connection.transaction(() => compareWithExport(connection, workspace, source))();
    if (compared.kind === "differs") throw notEmpty(file, `${source}:${compared.line}: ${compared.because}`);
    const { lines, hash } = compared;
    const rows = Object.fromEntries(countRows(connection));
    return { outcome: "duplicate", rows, lines, hash, migrated: [], aside: null };
  } finally {
    connection.close();
  }
}

/** The calendar and facts of the program do not count: opening a database stores them. */
const notCounted: ReadonlySet<string> = new Set(["month_start", "schema_migration", "setting"]);

function holdsAnything(file: string): boolean {
  const connection = new Database(file, { readonly: true, timeout: 5000 });
  try {
    expectOurs(connection, file);
    return [...countRows(connection)].some(([table, count]) => count > 0 && !notCounted.has(table));
  } finally {
    connection.close();
  }
}

function notEmpty(file: string, why: string): ImproveCronError {
  return new ImproveCronError(
    "conflict",
    `${file} is not empty and not what the export says: ${why}`,
    "Nothing was stored. Import into a new state folder (`state:` in the config, or IMPROVE_CRON_HOME).",
  );
}

function build(options: ImportOptions, file: string): Imported {
  const { source, now } = options;
  makePrivateFile(file);
  const connection = connect(file);
  let stored: Stored;
  let pending: readonly Migration[];
  try {
    const entries = readExport(source);
    const first = entries.next();
    if (first.done === true || first.value.kind !== "header") throw faulty(source, 1, "there is no header");
    const { header } = first.value;
    expectWorkspace(source, new Map([[header.workspace, header.timezone]]), options);
    pending = migrationsAfter(header, source);
    migrate(
      connection,
      now,
      migrations.filter((migration) => !pending.includes(migration)),
    );
    stored = storeAll(connection, header, entries, source);
    proveEqual(connection, header, source);
    migrate(connection, now, migrations);
    connection.pragma("journal_mode = DELETE");
  } finally {
    connection.close();
  }
  syncFile(file);
  const facts = checkCopy(file);
  for (const [table, count] of Object.entries(stored.rows)) {
    const lost = facts.rows[table] ?? 0;
    // The facts of the whole database stand in the header, and not among the rows.
    if (lost < count) throw damaged(file, `its migration left ${lost} of ${count} rows in ${table}`);
  }
  return { outcome: "imported", ...stored, migrated: pending.map(({ name }) => name), aside: null };
}

/** What of this program's migrations the exported database had not had. Throws `store-newer` where it had others. */
function migrationsAfter({ schema, program }: ExportHeader, source: string): readonly Migration[] {
  const had = new Set(schema.map(({ hash }) => hash));
  const unknown = schema.filter(({ hash }) => !migrations.some((migration) => migration.hash === hash));
  const pending = migrations.filter(({ hash }) => !had.has(hash));
  const isPrefix = migrations.slice(0, had.size).every(({ hash }) => had.has(hash));
  if (unknown.length === 0 && isPrefix) return pending;
  throw new ImproveCronError(
    "store-newer",
    `${source}:1: the export was written by another version of this program (${program}, migrations ${schema.map(({ name }) => name).join(", ")})`,
    "Install the version that wrote it, or a newer one. Nothing was stored.",
  );
}

type Stored = Pick<Imported, "rows" | "lines" | "hash">;

function storeAll(
  connection: Database.Database,
  header: ExportHeader,
  entries: Iterable<ExportEntry>,
  source: string,
): Stored {
  const work = connection.transaction((): Stored => {
    // Rows may come before rows of the same table that they refer to: all are looked at when everything is in.
    connection.pragma("defer_foreign_keys = ON");
    const setting = connection.prepare("INSERT INTO setting (workspace, name, value) VALUES (?, ?, ?)");
    for (const [name, value] of Object.entries(header.database)) setting.run(wholeDatabase, name, value);
    const writers = new Map(
      describeTables(connection).map((table) => [
        table.name,
        { write: rowWriter(connection, table, header.workspace, source), count: 0 },
      ]),
    );
    let end: Stored | null = null;
    for (const entry of entries) {
      if (entry.kind === "row") {
        const writer = writers.get(entry.table);
        if (writer === undefined) throw faulty(source, entry.n, `there is no table ${entry.table}`);
        writer.write(entry.n, entry.row);
        writer.count += 1;
      }
      if (entry.kind === "end") end = { rows: entry.rows, lines: entry.n, hash: entry.hash };
    }
    if (end === null) throw faulty(source, 2, "the export has no end");
    for (const [table, { count }] of writers) {
      const said = end.rows[table] ?? 0;
      if (said !== count)
        throw faulty(source, end.lines, `it says ${said} rows of ${table}, there are ${count}`);
    }
    return end;
  });
  try {
    return work.immediate();
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === "SQLITE_CONSTRAINT_FOREIGNKEY") {
      throw faulty(source, 1, "rows of the export refer to rows that are not in it", error);
    }
    throw error;
  }
}

type Row = Readonly<Record<string, unknown>>;

function rowWriter(
  connection: Database.Database,
  { name: table, columns }: TableShape,
  workspace: string,
  source: string,
): (n: number, row: Row) => void {
  const names = ["workspace", ...columns.map(({ name }) => name)];
  const insert = connection.prepare(
    `INSERT INTO ${quoted(table)} (${names.map(quoted).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
  );
  return (n, row) => {
    const unknown = Object.keys(row).find((name) => !columns.some((column) => column.name === name));
    if (unknown !== undefined) throw faulty(source, n, `there is no column ${table}.${unknown}`);
    const values = columns.map(({ name, type }) => {
      if (!Object.hasOwn(row, name)) throw faulty(source, n, `the column ${table}.${name} is missing`);
      const value = decode(row[name], type);
      if (value === undefined) throw faulty(source, n, `${table}.${name} is not of the type ${type}`);
      return value;
    });
    try {
      insert.run(workspace, ...values);
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !error.code.startsWith("SQLITE_CONSTRAINT"))
        throw error;
      throw faulty(source, n, `the row of ${table} cannot stand: ${error.message}`, error);
    }
  };
}

function decode(
  value: unknown,
  type: TableShape["columns"][number]["type"],
): Buffer | number | string | null | undefined {
  if (value === null) return null;
  switch (type) {
    case "TEXT":
      return typeof value === "string" ? value : undefined;
    case "INTEGER":
      return Number.isSafeInteger(value) ? Number(value) : undefined;
    case "REAL":
      if (value === "Infinity" || value === "-Infinity") return Number(value);
      return typeof value === "number" ? value : undefined;
    case "BLOB":
      return typeof value === "string" ? Buffer.from(value, "base64") : undefined;
  }
}

function proveEqual(connection: Database.Database, { workspace }: ExportHeader, source: string): void {
  const compared = connection.transaction(() => compareWithExport(connection, workspace, source))();
  if (compared.kind === "equal") return;
  throw faulty(source, compared.line, `the imported database would not write this line: ${compared.because}`);
}
