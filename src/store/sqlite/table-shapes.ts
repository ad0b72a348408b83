import type Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import { countRows } from "./migrate.ts";

type ColumnType = "BLOB" | "INTEGER" | "REAL" | "TEXT";

/** A table as the database itself describes it. The workspace stands in none of the lists: every table has it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** Whether the key is SQLite's own row number. */
  readonly isNumbered: boolean;
}

/** The list of migrations: the same for all workspaces, and no row of theirs. */
const schemaTable = "schema_migration";
const types: ReadonlySet<string> = new Set<ColumnType>(["BLOB", "INTEGER", "REAL", "TEXT"]);

/**
 * Every table of the database but the list of its migrations, each after those that its rows refer to, else by name. Read from
 * the database, so that a table that a migration adds is in it without a word here. Throws where a table has no workspace, no
 * key or a column of no type: its rows could not be told apart.
 */
export function describeTables(connection: Database.Database): readonly TableShape[] {
  const names = [...countRows(connection).keys()].filter((name) => name !== schemaTable).toSorted();
  const parents = new Map(names.map((name) => [name, parentsOf(connection, name)]));
  const ordered: string[] = [];
  while (ordered.length < names.length) {
    const next = names.find(
      (name) =>
        !ordered.includes(name) &&
        [...(parents.get(name) ?? [])].every((parent) => parent === name || ordered.includes(parent)),
    );
    if (next === undefined) throw unfit("tables refer to each other in a circle");
    ordered.push(next);
  }
  return ordered.map((name) => describeTable(connection, name));
}

function parentsOf(connection: Database.Database, table: string): ReadonlySet<string> {
  return new Set(
    connection.prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)').pluck().all(table),
  );
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

function describeTable(connection: Database.Database, table: string): TableShape {
  const rows = connection
    .prepare<[string], ColumnRow>("SELECT name, upper(type) AS type, pk FROM pragma_table_info(?)")
    .all(table);
  if (!rows.some(({ name }) => name === "workspace")) throw unfit(`the table ${table} has no workspace`);
  const own = rows.filter(({ name }) => name !== "workspace");
  const key = own
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
  if (key.length === 0) throw unfit(`the table ${table} has no key`);
  const keyColumns = rows.filter(({ pk }) => pk > 0);
  return {
    name: table,
    columns: own.map(({ name, type }) => {
      if (!isColumnType(type)) throw unfit(`the column ${table}.${name} has the type ${type}`);
      return { name, type };
    }),
    key,
    isNumbered: keyColumns.length === 1 && keyColumns[0]?.type === "INTEGER",
  };
}

function isColumnType(type: string): type is ColumnType {
  return types.has(type);
}

function unfit(what: string): ImproveCronError {
  return new ImproveCronError(
    "store-damaged",
    `the schema of the database is not one of this program's: ${what}`,
    "Use the version of improve-cron that made it; `improve-cron doctor` says more.",
  );
}

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
