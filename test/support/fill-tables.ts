import { randomOf } from "./seeded-random.ts";
import type Database from "better-sqlite3";
import { describeTables, quoted, type TableShape } from "../../src/store/sqlite/table-shapes.ts";

/*
 * Rows for every table of a schema, whatever schema it is: values are drawn by column and tried until the table's own checks
 * and references let them in. A table that a migration adds is filled without a word here, or the name of it is told.
 */

const tries = 20_000;

/** Puts rows of a workspace into every table but `setting` and the calendar, and the settings of a whole database. */
export function fillTables(
  connection: Database.Database,
  {
    workspace,
    timezone,
    rows = 4,
    seed = 1,
  }: { workspace: string; timezone: string; rows?: number; seed?: number },
): void {
  const random = randomOf(seed);
  const setting = connection.prepare("INSERT INTO setting VALUES (?, ?, ?)");
  setting.run("*", "salt", "07".repeat(32));
  setting.run(workspace, "timezone", timezone);
  connection.transaction(() => {
    for (const table of describeTables(connection)) {
      for (let n = 0; n < rows; n += 1) insertOne(connection, table, workspace, random);
    }
  })();
}

function insertOne(
  connection: Database.Database,
  table: TableShape,
  workspace: string,
  random: () => number,
): void {
  const names = table.columns.map(({ name }) => name);
  const insert = connection.prepare(
    `INSERT INTO ${quoted(table.name)} (workspace, ${names.map(quoted).join(", ")}) VALUES (?${", ?".repeat(names.length)})`,
  );
  const draw = drawer(connection, table, workspace, random);
  let problem: unknown = null;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    try {
      insert.run(workspace, ...draw());
      return;
    } catch (error) {
      problem = error;
    }
  }
  throw new Error(`no row could be made for the table ${table.name}: ${String(problem)}`);
}

function drawer(
  connection: Database.Database,
  { name: table, columns, key, isNumbered }: TableShape,
  workspace: string,
  random: () => number,
): () => unknown[] {
  const sql =
    connection.prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE name = ?").pluck().get(table) ??
    "";
  const required = new Set(
    connection
      .prepare<[string], string>(`SELECT name FROM pragma_table_info(?) WHERE "notnull" = 1`)
      .pluck()
      .all(table),
  );
  const choices = new Map(
    // A condition may name the words of another column; numbers are never such words.
    columns.map(({ name, type }) => [
      name,
      type !== "TEXT"
        ? []
        : [...sql.matchAll(new RegExp(`\\b${name} (?:IN \\(|= )([^)]*?'[^)]*)\\)`, "g"))].flatMap(
            ([, list = ""]) => [...list.matchAll(/'([^']*)'/g)].map(([, word = ""]) => word),
          ),
    ]),
  );
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const parents = parentValues(connection, table, workspace);
  return () => {
    const chosen = new Map<string, unknown>();
    for (const { rows } of parents) for (const [column, value] of pick(rows) ?? []) chosen.set(column, value);
    return columns.map(({ name, type }) => {
      if (isNumbered && key.includes(name)) return null;
      if (chosen.has(name)) return chosen.get(name);
      if (!required.has(name) && random() < 0.4) return null;
      const words = choices.get(name) ?? [];
      if (words.length > 0) return pick(words);
      if (name === "period" || name === "month")
        return `20${15 + Math.floor(random() * 80)}-0${1 + Math.floor(random() * 9)}`;
      switch (type) {
        case "INTEGER":
          return pick([0, 1, 1, 2, 3, Math.floor(random() * 1e6), 1.7e12 + Math.floor(random() * 1e10)]);
        case "REAL":
          return pick([0, 0.1, 1, 2 ** -40, 1e21, random()]);
        case "TEXT":
          return pick(texts) + String(Math.floor(random() * 1e9));
        case "BLOB":
          return Buffer.from(Array.from({ length: 32 }, () => Math.floor(random() * 256)));
      }
    });
  };
}

/** Texts that a format may stumble over. */
const texts = [
  "",
  "verify-dispatch",
  'a "quote", a \\ and a\nnewline',
  "日本語 🦉",
  "a\u0000b",
  "é e\u0301",
  "{}",
  "'; --",
];

/** Rows that each reference of a table may point to, by the columns of this table. */
function parentValues(
  connection: Database.Database,
  table: string,
  workspace: string,
): readonly { readonly rows: readonly (readonly (readonly [string, unknown])[])[] }[] {
  const all = connection
    .prepare<[string], { id: number; table: string; from: string; to: string | null }>(
      'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq',
    )
    .all(table);
  return [...new Set(all.map(({ id }) => id))].map((id) => {
    const pairs = all.filter((one) => one.id === id);
    const parent = pairs[0]?.table ?? "";
    const rows = connection
      .prepare<[string], Record<string, unknown>>(`SELECT * FROM ${quoted(parent)} WHERE workspace = ?`)
      .all(workspace);
    return {
      rows: rows.map((row) =>
        pairs
          .filter(({ from }) => from !== "workspace")
          .map(({ from, to }) => [from, row[to ?? from]] as const),
      ),
    };
  });
}
