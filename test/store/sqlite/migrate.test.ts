import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { connect } from "../../../src/store/sqlite/connection.ts";
import { holdsRows, migrate, refuseNewer, schemaState } from "../../../src/store/sqlite/migrate.ts";
import type { Migration } from "../../../src/store/sqlite/migrations.ts";

const opened: { readonly connection: Database.Database; readonly folder: string }[] = [];

function emptyDatabase(): Database.Database {
  const folder = mkdtempSync(join(tmpdir(), "ic-migrate-"));
  const file = join(folder, "improve-cron.db");
  writeFileSync(file, "");
  const connection = connect(file);
  opened.push({ connection, folder });
  return connection;
}

afterEach(() => {
  for (const { connection, folder } of opened.splice(0)) {
    connection.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

function migration(name: string, sql: string): Migration {
  return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
}

const first = migration(
  "0000_first",
  `CREATE TABLE axis (name TEXT PRIMARY KEY) STRICT;
   CREATE TABLE verdict (id INTEGER PRIMARY KEY, axis TEXT NOT NULL REFERENCES axis(name)) STRICT;`,
);
const rebuild = migration(
  "0001_rebuild",
  `CREATE TABLE new_axis (name TEXT PRIMARY KEY, title TEXT) STRICT;
   INSERT INTO new_axis SELECT name, NULL FROM axis;
   DROP TABLE axis;
   ALTER TABLE new_axis RENAME TO axis;`,
);

function filled(): Database.Database {
  const connection = emptyDatabase();
  migrate(connection, 1, [first]);
  connection.exec("INSERT INTO axis VALUES ('tone'); INSERT INTO verdict (axis) VALUES ('tone'), ('tone')");
  return connection;
}

const count = (connection: Database.Database, table: string): unknown =>
  connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

describe("schemaState and migrate", () => {
  it("apply what is pending once, in order, with the time that was given", () => {
    const connection = emptyDatabase();
    expect(schemaState(connection, [first, rebuild])).toEqual({ kind: "pending", pending: [first, rebuild] });
    migrate(connection, 42, [first, rebuild]);
    expect(schemaState(connection, [first, rebuild])).toEqual({ kind: "current" });
    migrate(connection, 43, [first, rebuild]);
    expect(
      connection.prepare("SELECT hash, name, applied_at FROM schema_migration ORDER BY name").raw().all(),
    ).toEqual([
      [first.hash, first.name, 42],
      [rebuild.hash, rebuild.name, 42],
    ]);
  });

  it("find a migration that was slipped in before the newest one", () => {
    const connection = filled();
    migrate(connection, 2, [first, rebuild]);
    const between = migration("0000_between", "CREATE TABLE note (text TEXT) STRICT;");
    expect(schemaState(connection, [first, between, rebuild])).toEqual({
      kind: "pending",
      pending: [between],
    });
  });

  it("rebuild a table without losing the rows that refer to it, and put foreign keys back on", () => {
    const connection = filled();
    migrate(connection, 2, [first, rebuild]);
    expect([count(connection, "axis"), count(connection, "verdict")]).toEqual([1, 2]);
    expect(connection.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(() => connection.exec("INSERT INTO verdict (axis) VALUES ('nobody')")).toThrow(
      expect.objectContaining({ code: "SQLITE_CONSTRAINT_FOREIGNKEY" }),
    );
  });

  it.each([
    ["fails halfway", /nowhere/, "CREATE TABLE note (text TEXT) STRICT; INSERT INTO nowhere VALUES (1);"],
    ["leaves rows without the row they refer to", /2 rows without/, "DELETE FROM axis;"],
    ["loses rows", /1 of 2 rows in verdict/, "DELETE FROM verdict WHERE id = 1;"],
    ["loses a table with rows", /0 of 2 rows in verdict/, "DROP TABLE verdict;"],
  ])("undo everything when a migration %s", (_what, problem, sql) => {
    const connection = filled();
    const bad = migration("0001_bad", sql);
    expect(() => {
      migrate(connection, 2, [first, bad]);
    }).toThrow(problem);
    expect([count(connection, "axis"), count(connection, "verdict")]).toEqual([1, 2]);
    expect(schemaState(connection, [first, bad])).toEqual({ kind: "pending", pending: [bad] });
    expect(connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'note'").get()).toBeUndefined();
    expect(connection.pragma("foreign_keys", { simple: true })).toBe(1);
  });

  it("refuse what another version has applied, an edited migration included", () => {
    const connection = filled();
    const edited = migration(first.name, `${first.sql} `);
    const state = schemaState(connection, [edited]);
    expect(state).toEqual({ kind: "newer", unknown: [first.name] });
    expect(() => {
      refuseNewer(state, "improve-cron.db");
    }).toThrow(expect.objectContaining({ code: "store-newer" }));
    migrate(connection, 3, [edited]);
    expect(count(connection, "schema_migration")).toBe(1);
  });

  it("tell whether there is anything to lose", () => {
    const connection = emptyDatabase();
    migrate(connection, 1, [first]);
    expect(holdsRows(connection)).toBe(false);
    connection.exec("INSERT INTO axis VALUES ('tone')");
    expect(holdsRows(connection)).toBe(true);
  });
});
