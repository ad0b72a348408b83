import { dirname } from "node:path";
import Database from "better-sqlite3";
import { makePrivateFile, makePrivateFolder } from "./place.ts";

interface FileLock {
  release(): void;
}

/**
 * Takes an exclusive lock that the kernel frees when its holder dies, however it dies: an SQLite file held by
 * BEGIN EXCLUSIVE. There is no stale lock and nothing to clean up. Waits at most `waitMs`; null where it stayed taken.
 */
export function acquireFileLock(file: string, waitMs: number): FileLock | null {
  makePrivateFolder(dirname(file));
  makePrivateFile(file);
  const connection = new Database(file, { timeout: waitMs });
  try {
    connection.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    connection.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
  return {
    release: () => {
      if (connection.open) connection.close();
    },
  };
}
