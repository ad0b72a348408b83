import type Database from "better-sqlite3";
import { chainStart, type ChainLine, sealLine } from "../../core/export-chain.ts";
import { ImproveCronError } from "../../errors.ts";
import { appliedMigrations } from "./migrate.ts";
import { wholeDatabase } from "./salt.ts";
import { describeTables, quoted, type TableShape } from "./table-shapes.ts";
import { readTimezone } from "./timezone.ts";

/** The name of the format, in the first line of each export. */
export const exportFormat = "improve-cron-export-1";

export interface ExportedLine extends ChainLine {
  /** The whole line, without its newline. */
  readonly line: string;
}

/**
 * A workspace as the lines of an export: a header (schema, workspace, zone, and the facts of the whole database, such as its
 * salt), every row of every table, and the counts. Tables come after those that their rows refer to, rows in the order of their
 * keys (texts by their UTF-8 bytes), and nothing in them tells when or where this was asked: equal databases give equal lines.
 *
 * The caller holds a read transaction and uses the connection for nothing else meanwhile. One row is in memory at a time.
 *
 * @param program The program's version, for the header. Whoever compares with a file gives the one that stands there.
 */
export function* exportLines(
  connection: Database.Database,
  { workspace, program }: { readonly workspace: string; readonly program: string },
): Generator<ExportedLine, void> {
  let previous = chainStart;
  const seal = (value: object): ExportedLine => {
    const json = JSON.stringify(value);
    const { line, hash } = sealLine(previous, json);
    previous = hash;
    return { line, json, hash };
  };
  const timezone = readTimezone(connection, workspace);
  if (timezone === null) {
    throw new ImproveCronError(
      "not-found",
      `${connection.name} holds no workspace ${workspace}`,
      "Set `workspace:` in the config to one that the database holds.",
    );
  }
  const schema = appliedMigrations(connection).map(({ name, hash }) => ({ name, hash }));
  yield seal({
    format: exportFormat,
    program,
    schema: schema.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    workspace,
    timezone,
    database: settingsOfAll(connection),
  });
  const counts: Record<string, number> = {};
  for (const table of describeTables(connection)) {
    let count = 0;
    for (const values of readRows(connection, table, workspace)) {
      count += 1;
      yield seal({ table: table.name, row: encodeRow(table, values) });
    }
    counts[table.name] = count;
  }
  yield seal({ rows: counts });
}

function settingsOfAll(connection: Database.Database): Readonly<Record<string, string>> {
  const rows = connection
    .prepare<[string], { name: string; value: string }>(
      "SELECT name, value FROM setting WHERE workspace = ? ORDER BY name",
    )
    .all(wholeDatabase);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function readRows(
  connection: Database.Database,
  { name, columns, key, isNumbered }: TableShape,
  workspace: string,
): Iterable<readonly unknown[]> {
  // By row number the table lies in order: an index on the workspace would only lead to sorting all of it.
  const where = isNumbered ? "+workspace = ?" : "workspace = ?";
  const sql = `SELECT ${columns.map((column) => quoted(column.name)).join(", ")} FROM ${quoted(name)}
    WHERE ${where} ORDER BY ${key.map(quoted).join(", ")}`;
  return connection.prepare<[string], readonly unknown[]>(sql).raw().iterate(workspace);
}

function encodeRow(table: TableShape, values: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    table.columns.map(({ name, type }, index) => {
      const value = values[index];
      if (Buffer.isBuffer(value)) return [name, value.toString("base64")];
      if (typeof value === "number" && type === "INTEGER" && !Number.isSafeInteger(value)) {
        throw new ImproveCronError(
          "store-damaged",
          `a value of ${table.name}.${name} is no whole number below 2^53: ${value}`,
          "This program never stores such a number: put the newest good backup in its place.",
        );
      }
      // JSON has no word for these two.
      if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
        return [name, String(value)];
      return [name, value];
    }),
  );
}
