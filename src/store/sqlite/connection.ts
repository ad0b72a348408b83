import Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import { damaged } from "./store-error.ts";

export interface ConnectionOptions {
  /** Where the compiled module lies when better-sqlite3 cannot find it itself, e.g. in a bundle. */
  readonly nativeBinding?: string;
}

/** `ic` and a version of the file's family: tells our databases from anybody else's. */
export const applicationId = 0x69630001;

/** Where a database that is to take the place of another waits until it is whole (`restore`, `import`). */
export function incomingOf(file: string): string {
  return `${file}.incoming`;
}

/** Pages in the write-ahead log before a commit brings them into the database. */
export const checkpointPages = 1000;

/**
 * Settings of every connection. better-sqlite3 is compiled so that a database in WAL mode reopens with
 * synchronous=NORMAL, where a power cut may lose committed verdicts: FULL is set and read back each time.
 * fsync on macOS does not flush the drive's cache; fullfsync does. With recursive triggers on, INSERT OR REPLACE
 * cannot slip past the triggers that refuse a DELETE.
 */
const settings: readonly (readonly [name: string, value: number])[] = [
  ["synchronous", 2],
  ["fullfsync", process.platform === "darwin" ? 1 : 0],
  ["checkpoint_fullfsync", process.platform === "darwin" ? 1 : 0],
  ["foreign_keys", 1],
  ["recursive_triggers", 1],
  ["trusted_schema", 0],
  ["busy_timeout", 5000],
  ["wal_autocheckpoint", checkpointPages],
  ["journal_size_limit", 64 * 1024 * 1024],
];

/**
 * Opens an existing file as SQLite and puts the connection in order, each setting read back.
 * Errors come as SQLite raised them (see `storeError`), or `io` where a setting did not take.
 */
export function connect(file: string, options: ConnectionOptions = {}): Database.Database {
  const connection = new Database(file, { fileMustExist: true, timeout: 5000, ...bindingOf(options) });
  try {
    expectSetting(connection, "journal_mode = WAL", "wal");
    for (const [name, value] of settings) {
      connection.pragma(`${name} = ${value}`);
      expectSetting(connection, name, value);
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** The part of wider options that better-sqlite3 may see. */
export function bindingOf(options: ConnectionOptions): ConnectionOptions {
  return options.nativeBinding === undefined ? {} : { nativeBinding: options.nativeBinding };
}

function expectSetting(connection: Database.Database, pragma: string, expected: number | string): void {
  const value = connection.pragma(pragma, { simple: true });
  if (value === expected) return;
  throw new ImproveCronError(
    "io",
    `SQLite did not take the setting ${pragma}: it reads ${String(value)}, not ${expected}`,
    "The database must lie on a local disk that allows memory-mapped files.",
  );
}

/** Refuses a file that is SQLite's but was not made by this program. Throws `store-damaged`. */
export function expectOurs(connection: Database.Database, file: string): void {
  const found = connection.pragma("application_id", { simple: true });
  if (found !== applicationId) throw damaged(file, "it was not made by improve-cron");
}

/**
 * Ends a connection so that the write-ahead log is empty and its file gone when this was the last user.
 * With other users at work it does not wait: they, or the last of them, will do it. Everything committed is durable
 * without it, so trouble at this point is not worth an error.
 */
export function disconnect(connection: Database.Database): void {
  if (!connection.open) return;
  try {
    connection.pragma("busy_timeout = 0");
    connection.pragma("optimize");
    connection.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    connection.close();
  }
}
