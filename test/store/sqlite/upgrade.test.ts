import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { checkCopy, rowsOf } from "../../../src/store/sqlite/check-copy.ts";
import { disconnect } from "../../../src/store/sqlite/connection.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { describeTables, quoted } from "../../../src/store/sqlite/table-shapes.ts";
import { filledDatabase, releasedSchemas } from "../../support/older-database.ts";

const root = mkdtempSync(join(tmpdir(), "ic-upgrade-"));
const now = (): number => Date.UTC(2026, 5, 1, 13);

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Every table, index and trigger, in the words that made it. */
function schemaOf(file: string): readonly unknown[] {
  const connection = new Database(file, { readonly: true });
  try {
    return connection.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").raw().all();
  } finally {
    connection.close();
  }
}

/** Every row of every table, column by column. */
function contentOf(file: string, columnsOf: ReadonlyMap<string, readonly string[]> | null) {
  const connection = new Database(file, { readonly: true });
  try {
    const tables = describeTables(connection).filter(({ name }) => columnsOf === null || columnsOf.has(name));
    const columns = new Map(
      tables.map((table) => [
        table.name,
        columnsOf?.get(table.name) ?? table.columns.map(({ name }) => name),
      ]),
    );
    const rows = Object.fromEntries(
      tables.map(({ name, key }) => {
        const list = (columns.get(name) ?? []).map(quoted).join(", ");
        const order = ["workspace", ...key].map(quoted).join(", ");
        return [
          name,
          connection
            .prepare(`SELECT workspace, ${list} FROM ${quoted(name)} ORDER BY ${order}`)
            .raw()
            .all(),
        ];
      }),
    );
    return { rows, columns };
  } finally {
    connection.close();
  }
}

describe("a database of a released schema", () => {
  const fresh = join(root, "fresh", "improve-cron.db");
  disconnect(openDatabase(fresh, { now }));

  it.each(releasedSchemas)("is brought up from $name with all of its rows", ({ name, released }) => {
    const file = join(root, name, "improve-cron.db");
    filledDatabase(file, { released });
    const before = contentOf(file, null);
    const connection = new Database(file, { readonly: true });
    const counted = Object.entries(rowsOf(connection));
    connection.close();
    expect(counted.filter(([, rows]) => rows === 0)).toEqual([]);

    disconnect(openDatabase(file, { now }));

    const after = contentOf(file, before.columns);
    expect(after.rows).toEqual(before.rows);
    const facts = checkCopy(file);
    for (const [table, rows] of counted) expect([table, facts.rows[table]]).toEqual([table, rows]);
    expect(facts.pending).toEqual([]);
    // STRICT, checks, indexes and triggers as in a database that was made today.
    expect(schemaOf(file)).toEqual(schemaOf(fresh));
    const copies = readdirSync(join(root, name)).filter((one) => one.includes(".before-"));
    expect(copies).toHaveLength(released === releasedSchemas.length ? 0 : 1);
    for (const copy of copies)
      expect(Object.entries(checkCopy(join(root, name, copy)).rows)).toEqual(counted);
  });
});
