import Database from "better-sqlite3";
import { ImproveCronError, messageOf } from "../../errors.ts";
import { expectOurs } from "./connection.ts";
import { countRows, refuseNewer, schemaState } from "./migrate.ts";
import { type Migration, migrations } from "./migrations.ts";
import { readSalt } from "./salt.ts";
import { damaged } from "./store-error.ts";

/** What a whole copy of a database holds. */
export interface CopyFacts {
  /** Rows of each table, ascending by its name. */
  readonly rows: Readonly<Record<string, number>>;
  readonly salt: string;
  /** Zone of each workspace. */
  readonly timezones: ReadonlyMap<string, string>;
  /** Migrations of this program that it has not had yet. */
  readonly pending: readonly Migration[];
}

/**
 * Reads a whole database file that nobody is using, without writing to it: every page, order of rows, index and reference
 * (`integrity_check`, `foreign_key_check`), the schema, and what must travel with it. Throws `store-damaged`, `store-newer`.
 */
export function checkCopy(file: string): CopyFacts {
  const connection = openReadOnly(file);
  try {
    expectOurs(connection, file);
    const problems = findDamage(connection);
    if (problems.length > 0) throw damaged(file, problems.slice(0, 3).join("; "));
    const state = schemaState(connection, migrations);
    refuseNewer(state, file);
    const salt = readSalt(connection);
    if (salt === null) throw damaged(file, "it has no salt, so no sample of it could be drawn again");
    return {
      rows: rowsOf(connection),
      salt,
      timezones: new Map(
        connection
          .prepare<[], [string, string]>("SELECT workspace, value FROM setting WHERE name = 'timezone'")
          .raw()
          .all(),
      ),
      pending: state.kind === "pending" ? state.pending : [],
    };
  } finally {
    connection.close();
  }
}

function openReadOnly(file: string): Database.Database {
  try {
    const connection = new Database(file, { readonly: true, fileMustExist: true });
    connection.pragma("schema_version");
    return connection;
  } catch (error) {
    throw damaged(file, messageOf(error), error);
  }
}

/** What SQLite finds wrong in a database when it looks at all of it. */
function findDamage(connection: Database.Database): readonly string[] {
  const lines = connection.prepare<[], string>("PRAGMA integrity_check").pluck().all();
  const orphans = connection
    .prepare<[], string>('SELECT DISTINCT "table" FROM pragma_foreign_key_check')
    .pluck()
    .all();
  return [
    ...lines.filter((line) => line !== "ok"),
    ...orphans.map((table) => `rows of ${table} refer to rows that are not there`),
  ];
}

export function rowsOf(connection: Database.Database): Readonly<Record<string, number>> {
  const counts = [...countRows(connection)].filter(([table]) => table !== "schema_migration");
  return Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Refuses a copy that holds another workspace than the config's, or cuts its months in another zone. Throws `config`. */
export function expectWorkspace(
  file: string,
  timezones: ReadonlyMap<string, string>,
  { workspace, timezone }: { readonly workspace: string; readonly timezone: string },
): void {
  const zone = timezones.get(workspace);
  if (zone === undefined) {
    throw new ImproveCronError(
      "config",
      `${file} holds no workspace ${workspace}; it holds ${[...timezones.keys()].toSorted().join(", ") || "none"}`,
      "Set `workspace:` in the config to the one that it holds, or name another file.",
    );
  }
  if (zone !== timezone) {
    throw new ImproveCronError(
      "config",
      `the months in ${file} are cut in the zone ${zone}, but the config says timezone: ${timezone}`,
      `Set timezone: ${zone} in the config, or name another file.`,
    );
  }
}
