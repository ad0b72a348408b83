import Database from "better-sqlite3";
import { describeTables, quoted, type TableShape } from "./table-shapes.ts";

/** Rows of one table that a database has and another one has not. */
export interface OnlyHere {
  readonly table: string;
  readonly rows: number;
  /** When the newest of them was stored, epoch milliseconds; null where the table does not say. */
  readonly newest: number | null;
}

/** When a row was stored, in the first of these columns that its table has. */
const timeColumns = [
  "stored_at",
  "observed_at",
  "decided_at",
  "changed_at",
  "called_at",
  "answered_at",
  "judged_at",
  "opened_at",
  "admitted_at",
  "made_at",
  "planned_at",
  "finished_at",
  "seen_at",
];

/**
 * What a database holds that another one does not: the rows that would be gone if the other took its place. A row is told from
 * others by its key; where that is only SQLite's number, by the columns of its first unique index, else by all its columns.
 * Rows that merely stand otherwise in the other are not counted. Tables that the other does not have count in full; columns that
 * it does not have are left out.
 */
export function findOnlyHere(file: string, otherFile: string): readonly OnlyHere[] {
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    connection.prepare("ATTACH DATABASE ? AS other").run(otherFile);
    const found = connection.transaction(() =>
      describeTables(connection).map((table) => countOnlyHere(connection, table)),
    )();
    return found.filter(({ rows }) => rows > 0);
  } finally {
    connection.close();
  }
}

function countOnlyHere(connection: Database.Database, table: TableShape): OnlyHere {
  const others = new Set(
    connection
      .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'other')")
      .pluck()
      .all(table.name),
  );
  const time = timeColumns.find((name) => table.columns.some((column) => column.name === name)) ?? null;
  const { unique, columns } = identityOf(connection, table);
  const identity = ["workspace", ...columns].filter((name) => others.has(name));
  const sql =
    others.size === 0
      ? `SELECT count(*) AS rows, ${newestOf(time)} AS newest FROM main.${quoted(table.name)}`
      : unique
        ? byIndex(table.name, identity, time)
        : byComparing(table.name, identity, time);
  const row = connection.prepare<[], { rows: number; newest: number | null }>(sql).get();
  return { table: table.name, rows: row?.rows ?? 0, newest: row?.newest ?? null };
}

function newestOf(time: string | null): string {
  return time === null ? "NULL" : `max(${quoted(time)})`;
}

function byIndex(table: string, identity: readonly string[], time: string | null): string {
  const same = identity.map((name) => `there.${quoted(name)} IS here.${quoted(name)}`).join(" AND ");
  return `SELECT count(*) AS rows, ${newestOf(time)} AS newest FROM main.${quoted(table)} AS here
    WHERE NOT EXISTS (SELECT 1 FROM other.${quoted(table)} AS there WHERE ${same})`;
}

/** Sorted against each other: without an index every row would be looked for among all. */
function byComparing(table: string, identity: readonly string[], time: string | null): string {
  const columns = identity.map(quoted).join(", ");
  const known = time !== null && identity.includes(time) ? time : null;
  return `SELECT count(*) AS rows, ${newestOf(known)} AS newest FROM (
    SELECT ${columns} FROM main.${quoted(table)} EXCEPT SELECT ${columns} FROM other.${quoted(table)})`;
}

interface Identity {
  readonly columns: readonly string[];
  /** An index leads to them. */
  readonly unique: boolean;
}

function identityOf(connection: Database.Database, table: TableShape): Identity {
  if (!table.isNumbered) return { columns: table.key, unique: true };
  const index = connection
    .prepare<[string], string>(
      `SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND partial = 0 ORDER BY name LIMIT 1`,
    )
    .pluck()
    .get(table.name);
  if (index === undefined) {
    const columns = table.columns.map(({ name }) => name).filter((name) => !table.key.includes(name));
    return { columns, unique: false };
  }
  const columns = connection
    .prepare<[string], string>("SELECT name FROM pragma_index_info(?) WHERE name <> 'workspace'")
    .pluck()
    .all(index);
  return { columns, unique: true };
}
