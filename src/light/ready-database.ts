import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import { connect, expectOurs, incomingOf } from "../store/sqlite/connection.ts";
import { schemaState } from "../store/sqlite/migrate.ts";
import { migrations } from "../store/sqlite/migrations.ts";
import { readTimezone } from "../store/sqlite/timezone.ts";

/** Which database, and in which zone its months must be cut to be taken as it is. */
export interface DatabasePlace {
  readonly databaseFile: string;
  readonly workspace: string;
  readonly timezone: string;
}

/**
 * A connection to a database that is there, private, ours, of the current schema and cut in the given zone. Null for every
 * other database: making, migrating and refusing it is the Store's business. Raises what SQLite raises.
 */
export function connectIfReady(place: DatabasePlace): Database.Database | null {
  const { databaseFile, workspace, timezone } = place;
  const file = statSync(databaseFile, { throwIfNoEntry: false });
  if (file === undefined || !file.isFile() || file.size === 0 || (file.mode & 0o077) !== 0) return null;
  // Somebody is about to put another database in its place: only the ordinary path announces itself, and waits.
  if (existsSync(incomingOf(databaseFile))) return null;
  const connection = connect(databaseFile, { nativeBinding: nativeBinding() });
  try {
    expectOurs(connection, databaseFile);
    const isReady =
      schemaState(connection, migrations).kind === "current" &&
      readTimezone(connection, workspace) === timezone;
    if (isReady) return connection;
  } catch (error) {
    closeQuietly(connection);
    throw error;
  }
  closeQuietly(connection);
  return null;
}

/** What is committed is durable without this: an error here must not be taken for one of the work. */
export function closeQuietly(connection: Database.Database): void {
  try {
    connection.close();
  } catch {
    // The next one who closes the database takes its log in.
  }
}

const bindingPath = "node_modules/better-sqlite3/build/Release/better_sqlite3.node";

/**
 * The compiled module of better-sqlite3 in the nearest folder that has one, where Node would find the package, too; asking
 * Node takes ten times as long. Where it lies elsewhere the error on opening leads to the ordinary path.
 */
function nativeBinding(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const binding = join(folder, bindingPath);
    if (existsSync(binding) || dirname(folder) === folder) return binding;
  }
}
