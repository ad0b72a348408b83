import { dirname } from "node:path";
import Database from "better-sqlite3";
import { makePrivateFile, makePrivateFolder } from "./place.ts";

/** One process's share in a database. */
export interface Presence {
  /** True where no other process or connection had announced itself. */
  readonly alone: boolean;
  readonly leave: () => void;
}

/**
 * Announces that a database is in use, and tells whether somebody else uses it already.
 * A write-ahead log beside the database means an unclean end only when nobody alive is using it.
 * Kernel locks on `<database>.open`, freed with the process; whoever stores a single verdict does not announce itself,
 * which at worst costs a check that was not needed.
 */
export function announcePresence(databaseFile: string): Presence {
  const file = `${databaseFile}.open`;
  makePrivateFolder(dirname(file));
  makePrivateFile(file);
  const connection = new Database(file, { timeout: 1000 });
  try {
    const alone = isAlone(connection);
    // A read transaction that stays open holds the shared lock.
    connection.exec("BEGIN");
    connection.prepare("SELECT count(*) FROM sqlite_schema").get();
    return {
      alone,
      leave: () => {
        if (connection.open) connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function isAlone(connection: Database.Database): boolean {
  connection.pragma("busy_timeout = 0");
  try {
    connection.exec("BEGIN EXCLUSIVE");
    connection.exec("COMMIT");
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return false;
    throw error;
  } finally {
    connection.pragma("busy_timeout = 1000");
  }
}
