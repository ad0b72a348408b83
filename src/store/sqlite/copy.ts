import { closeSync, existsSync, fsyncSync, openSync, rmSync } from "node:fs";
import type Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import { makePrivateFile } from "./place.ts";
import { quickCheck } from "./quick-check.ts";
import { damaged } from "./store-error.ts";

/**
 * Writes a consistent copy of the whole database, as of one instant, to a new file (0600). VACUUM INTO reads in one
 * transaction, so writers neither disturb it nor make it start again, and rows still in the write-ahead log are in it.
 * Throws `conflict` where the file exists. A copy that could not be finished is removed.
 */
export function copyDatabase(connection: Database.Database, path: string): void {
  // SQLite accepts a file that exists when it is empty; made by us, it is private from its first byte.
  if (!makePrivateFile(path)) {
    throw new ImproveCronError("conflict", `${path} exists already`, "Name a file that does not exist yet.");
  }
  try {
    connection.prepare("VACUUM INTO ?").run(path);
    const descriptor = openSync(path, "r+");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (existsSync(path)) rmSync(path, { force: true });
    // SQLite calls a page number beyond all bounds a full disk, which would send the reader looking for space.
    const [problem] = quickCheck(connection);
    throw problem === undefined ? error : damaged(connection.name, problem, error);
  }
}
