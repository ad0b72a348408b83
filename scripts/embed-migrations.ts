import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes migrations/*.sql into src/store/sqlite/migrations.ts, so that they are found from any working directory. */

const root = join(import.meta.dirname, "..");
const folder = join(root, "migrations");

// Numbered by drizzle-kit: the order of the names is the order in which they are applied.
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => name.slice(0, -".sql".length))
  .toSorted();

const entries = names.map((name) => {
  const sql = readFileSync(join(folder, `${name}.sql`), "utf8");
  const hash = createHash("sha256").update(sql).digest("hex");
  const literal = sql.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");
  return `  {\n    name: "${name}",\n    hash: "${hash}",\n    sql: \`${literal}\`,\n  },\n`;
});

const text = `// Written by scripts/embed-migrations.ts from migrations/; do not edit.

export interface Migration {
  readonly name: string;
  /** SHA-256 (hex) of the SQL text. */
  readonly hash: string;
  readonly sql: string;
}

/** All migrations, in the order in which they are applied. */
export const migrations: readonly Migration[] = [
${entries.join("")}];
`;

const target = process.argv[2] ?? join(root, "src/store/sqlite/migrations.ts");
writeFileSync(target, text);
console.log(`${names.length} migrations written to ${target}`);
