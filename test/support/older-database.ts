import { connect, disconnect } from "../../src/store/sqlite/connection.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { migrations } from "../../src/store/sqlite/migrations.ts";
import { fillTables } from "./fill-tables.ts";

/** Whose rows the filled databases hold. */
export const filledWorkspace = { workspace: "default", timezone: "America/New_York" } as const;

/** A closed database with rows in every table, as a program of the first `released` migrations left it. */
export function filledDatabase(
  file: string,
  {
    released = migrations.length,
    rows = 4,
    seed = 1,
  }: { released?: number; rows?: number; seed?: number } = {},
): void {
  disconnect(openDatabase(file, { now: () => 1, migrations: migrations.slice(0, released) }));
  const connection = connect(file);
  fillTables(connection, { ...filledWorkspace, rows, seed });
  disconnect(connection);
}

/** Every schema that was ever released: how many migrations, and the name of the last. */
export const releasedSchemas = migrations.map(({ name }, index) => ({ name, released: index + 1 }));
