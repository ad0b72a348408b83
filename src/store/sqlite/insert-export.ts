import Database from "better-sqlite3";
import { type ExportEntry, type ExportHeader, faulty } from "./read-export.ts";
import { wholeDatabase } from "./salt.ts";
import { describeTables, quoted, type TableShape } from "./table-shapes.ts";

/** What an export said that it holds, once all of it is stored. */
export interface Stored {
  readonly rows: Readonly<Record<string, number>>;
  readonly lines: number;
  /** The hash of the last line, which stands for all of them. */
  readonly hash: string;
}

/** Stores every row of an export in one transaction, or none. Throws `input` with file and line where a row cannot stand. */
export function storeAll(
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
