import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import Database from "better-sqlite3";
import { is, Table } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, describe, expect, it } from "vitest";
import { appendOnlyTables } from "../../../src/store/sqlite/append-only.ts";
import { migrations } from "../../../src/store/sqlite/migrations.ts";
import * as schema from "../../../src/store/sqlite/schema.ts";

const root = join(import.meta.dirname, "../../..");
const scratch = mkdtempSync(join(tmpdir(), "ic-migrations-"));

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

function migrated(): Database.Database {
  const connection = new Database(":memory:");
  for (const { sql } of migrations) connection.exec(sql);
  return connection;
}

const tables = Object.values(schema)
  .filter((value) => is(value, Table))
  .filter((value) => value instanceof SQLiteTable)
  .map((table) => getTableConfig(table));

describe("the migrations", () => {
  it("are embedded as they stand in the folder", () => {
    const written = join(scratch, "migrations.ts");
    execFileSync(process.execPath, ["--import", "tsx", "scripts/embed-migrations.ts", written], {
      cwd: root,
    });
    expect(readFileSync(join(root, "src/store/sqlite/migrations.ts"), "utf8")).toBe(
      readFileSync(written, "utf8"),
    );
    for (const { sql, hash } of migrations) {
      expect(createHash("sha256").update(sql).digest("hex")).toBe(hash);
    }
  });

  it("stand in the journal in the order of their names, each later than the one before", () => {
    const text = readFileSync(join(root, "migrations/meta/_journal.json"), "utf8");
    const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(text);
    expect(journal.entries.map(({ tag }) => tag)).toEqual(migrations.map(({ name }) => name));
    expect(journal.entries.map(({ idx }) => idx)).toEqual(migrations.map((_, index) => index));
    const times = journal.entries.map(({ when }) => when);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    const files = readdirSync(join(root, "migrations")).filter((name) => name.endsWith(".sql"));
    expect(files.map((name) => name.slice(0, -4)).toSorted()).toEqual(migrations.map(({ name }) => name));
  });

  it("leave transactions, pragmas, cascades and dropped tables to others", () => {
    for (const { sql } of migrations) {
      const code = sql.replaceAll(/--.*$/gm, "");
      // A trigger has a BEGIN of its own.
      expect(code.replaceAll(/CREATE TRIGGER[^;]*BEGIN/g, "")).not.toMatch(
        /\b(BEGIN|COMMIT|ROLLBACK|PRAGMA)\b/i,
      );
      expect(code).not.toMatch(/CASCADE/i);
      expect(code).not.toMatch(/DROP TABLE/i);
    }
  });

  it("leave drizzle-kit nothing to add", () => {
    const out = join(scratch, "migrations");
    cpSync(join(root, "migrations"), out, { recursive: true });
    const kit = (...args: readonly string[]): void => {
      const command = join(root, "node_modules/drizzle-kit/bin.cjs");
      // drizzle-kit takes the folder as relative to where it runs.
      const folder = ["--dialect", "sqlite", "--out", relative(root, out)];
      execFileSync(process.execPath, [command, ...args, ...folder], { cwd: root });
    };
    kit("generate", "--schema", "./src/store/sqlite/schema.ts", "--name", "nothing");
    expect(readdirSync(out).toSorted()).toEqual(readdirSync(join(root, "migrations")).toSorted());
    kit("check");
  });
});

describe("the schema that they make", () => {
  const connection = migrated();
  afterAll(() => {
    connection.close();
  });
  const names = connection
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();

  it("has the tables and columns that the code believes in", () => {
    expect([...names].sort()).toEqual(tables.map(({ name }) => name).sort());
    for (const table of tables) {
      const columns = connection
        .prepare<[], { name: string; type: string; notnull: number }>(`PRAGMA table_info("${table.name}")`)
        .all();
      expect(columns.map(({ name, type, notnull }) => [name, type.toLowerCase(), notnull === 1])).toEqual(
        table.columns.map((column) => [column.name, column.getSQLType(), column.notNull]),
      );
      const sql = connection
        .prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
        .pluck()
        .get(table.name);
      for (const one of table.checks) expect(sql).toContain(one.name);
    }
  });

  it("is strict everywhere", () => {
    const strict = connection
      .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 1")
      .pluck()
      .all();
    expect([...strict].sort()).toEqual([...names].sort());
    const insert = connection.prepare("INSERT INTO setting (workspace, name, value) VALUES ('w', 'n', ?)");
    expect(() => insert.run(Buffer.from("x"))).toThrow(
      expect.objectContaining({ code: "SQLITE_CONSTRAINT_DATATYPE" }),
    );
  });

  it("guards what is only added with two triggers", () => {
    const triggers = connection
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all();
    expect([...triggers].sort()).toEqual(
      appendOnlyTables.flatMap((table) => [`${table}_no_delete`, `${table}_no_update`]).sort(),
    );
  });

  it("carries the workspace in every table and every unique key", () => {
    for (const table of names) {
      const columns = connection
        .prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`)
        .pluck()
        .all();
      expect(columns).toContain("workspace");
      const unique = connection
        .prepare<[], string>(`SELECT name FROM pragma_index_list('${table}') WHERE "unique" = 1`)
        .pluck()
        .all();
      for (const index of unique) {
        const first = connection
          .prepare<[], string>(`SELECT name FROM pragma_index_info('${index}') WHERE seqno = 0`)
          .pluck()
          .get();
        expect([index, first]).toEqual([index, "workspace"]);
      }
    }
  });
});
