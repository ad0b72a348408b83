import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import type { RecordOutcome, VerdictBatch } from "../core/intake.ts";
import { connect, expectOurs, incomingOf } from "../store/sqlite/connection.ts";
import { prepareVerdictInsert } from "../store/sqlite/insert-verdict.ts";
import { schemaState } from "../store/sqlite/migrate.ts";
import { migrations } from "../store/sqlite/migrations.ts";
import { readSalt } from "../store/sqlite/salt.ts";
import { readTimezone } from "../store/sqlite/timezone.ts";

/** Which database, and in which zone its months must be cut to be taken as it is. */
export interface VerdictPlace {
  readonly databaseFile: string;
  readonly workspace: string;
  readonly timezone: string;
}

/** Loading the compressor takes longer than storing: a short artifact is left to the next pass, which has it loaded anyway. */
const leftRaw = 65_536;

/**
 * Stores one batch in a database that is there, private, ours, of the current schema and cut in the given zone; durable on
 * return. Null, with nothing stored, for every other database: making, migrating and refusing it is the Store's business.
 * Raises what SQLite raises, with nothing stored either.
 */
export function storeVerdicts(place: VerdictPlace, batch: VerdictBatch): readonly RecordOutcome[] | null {
  const { databaseFile, workspace, timezone } = place;
  const file = statSync(databaseFile, { throwIfNoEntry: false });
  if (file === undefined || !file.isFile() || file.size === 0 || (file.mode & 0o077) !== 0) return null;
  // Somebody is about to put another database in its place: only the ordinary path announces itself, and waits.
  if (existsSync(incomingOf(databaseFile))) return null;
  const connection = connect(databaseFile, { nativeBinding: nativeBinding() });
  try {
    expectOurs(connection, databaseFile);
    if (schemaState(connection, migrations).kind !== "current") return null;
    if (readTimezone(connection, workspace) !== timezone) return null;
    const salt = readSalt(connection);
    if (salt === null) return null;
    return prepareVerdictInsert(connection, workspace, salt, () => {}, leftRaw).batch(batch);
  } finally {
    closeQuietly(connection);
  }
}

/** What is committed is durable without this: an error here must not be taken for one of the insert. */
function closeQuietly(connection: Database.Database): void {
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
