import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import { checkCopy, expectWorkspace } from "./check-copy.ts";
import { compareWithExport } from "./compare-export.ts";
import { connect, expectOurs, incomingOf } from "./connection.ts";
import { storeAll, type Stored } from "./insert-export.ts";
import { countRows, migrate } from "./migrate.ts";
import { type Migration, migrations } from "./migrations.ts";
import { companionsOf, makePrivateFile } from "./place.ts";
import { type ExportHeader, faulty, readExport } from "./read-export.ts";
import { asideOf, putInPlace, takeAlone } from "./replace-database.ts";
import { damaged, storeError } from "./store-error.ts";
import { syncFile } from "./sync-file.ts";

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

export interface Imported extends Stored {
  readonly outcome: "imported" | "duplicate";
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

function proveEqual(connection: Database.Database, { workspace }: ExportHeader, source: string): void {
  const compared = connection.transaction(() => compareWithExport(connection, workspace, source))();
  if (compared.kind === "equal") return;
  throw faulty(source, compared.line, `the imported database would not write this line: ${compared.because}`);
}
