import type Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import { applicationId } from "./connection.ts";
import type { Migration } from "./migrations.ts";

/** `pending`: migrations of this program that the database has not had. `newer`: it has had ones that we do not know. */
type SchemaState =
  | { readonly kind: "current" }
  | { readonly kind: "pending"; readonly pending: readonly Migration[] }
  | { readonly kind: "newer"; readonly unknown: readonly string[] };

/**
 * How a database stands to the migrations of this program, by the set of hashes: a number or a date cannot tell
 * an edited or a re-ordered migration from the one that was applied.
 */
export function schemaState(connection: Database.Database, known: readonly Migration[]): SchemaState {
  const applied = new Map(appliedMigrations(connection).map(({ hash, name }) => [hash, name]));
  const unknown = [...applied].filter(([hash]) => !known.some((migration) => migration.hash === hash));
  if (unknown.length > 0) return { kind: "newer", unknown: unknown.map(([, name]) => name) };
  const pending = known.filter((migration) => !applied.has(migration.hash));
  return pending.length === 0 ? { kind: "current" } : { kind: "pending", pending };
}

/** Refuses a database that a newer program, or one with other migrations, has written. Throws `store-newer`. */
export function refuseNewer(state: SchemaState, file: string): void {
  if (state.kind !== "newer") return;
  throw new ImproveCronError(
    "store-newer",
    `${file} was written by another version of this program (unknown migrations: ${state.unknown.join(", ")})`,
    "Install the version that wrote it, or a newer one. The database was not changed.",
  );
}

/**
 * Applies what is pending in one transaction: all of it or nothing. Foreign keys are off while tables may be rebuilt,
 * then checked; and no table that stays may have another number of rows than before. The caller holds the migrate lock.
 */
export function migrate(
  connection: Database.Database,
  now: number,
  known: readonly Migration[],
  step: (name: string) => void = () => {},
): void {
  const state = schemaState(connection, known);
  if (state.kind !== "pending") return;
  // Inside a transaction this pragma does nothing.
  connection.pragma("foreign_keys = OFF");
  try {
    connection.transaction(() => applyAll(connection, state.pending, now, step)).exclusive();
  } finally {
    connection.pragma("foreign_keys = ON");
  }
}

function applyAll(
  connection: Database.Database,
  pending: readonly Migration[],
  now: number,
  step: (name: string) => void,
): void {
  const before = countRows(connection);
  connection.pragma(`application_id = ${applicationId}`);
  // One database has one schema, whatever the workspaces in it: the only table without that column.
  connection.exec(
    "CREATE TABLE IF NOT EXISTS schema_migration (hash TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  const record = connection.prepare("INSERT INTO schema_migration (hash, name, applied_at) VALUES (?, ?, ?)");
  for (const migration of pending) {
    connection.exec(migration.sql);
    record.run(migration.hash, migration.name, now);
    step("migration: applied, not committed");
  }
  const orphans = connection.pragma("foreign_key_check");
  if (Array.isArray(orphans) && orphans.length > 0) {
    throw new Error(`the migration would leave ${orphans.length} rows without the row they refer to`);
  }
  const after = countRows(connection);
  for (const [table, count] of before) {
    if (table === "schema_migration") continue;
    const left = after.get(table) ?? 0;
    if (left !== count) throw new Error(`the migration would leave ${left} of ${count} rows in ${table}`);
  }
}

/** Whether a database holds anything worth a copy before it is migrated. */
export function holdsRows(connection: Database.Database): boolean {
  return [...countRows(connection)].some(([table, count]) => table !== "schema_migration" && count > 0);
}

/** Rows of each table; SQLite's own are left out. */
export function countRows(connection: Database.Database): ReadonlyMap<string, number> {
  const tables = tableNames(connection);
  return new Map(
    tables.map((table) => [
      table,
      connection.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0,
    ]),
  );
}

/** The tables of the database without SQLite's own. */
function tableNames(connection: Database.Database): readonly string[] {
  return connection
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all();
}

/** What the database has had, in no order. */
export function appliedMigrations(
  connection: Database.Database,
): readonly { readonly hash: string; readonly name: string }[] {
  if (!tableNames(connection).includes("schema_migration")) return [];
  return connection
    .prepare<[], { hash: string; name: string }>("SELECT hash, name FROM schema_migration")
    .all();
}
