import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import { type ConnectionOptions, connect, disconnect, expectOurs } from "./connection.ts";
import { copyDatabase } from "./copy.ts";
import { acquireFileLock } from "./file-lock.ts";
import { holdsRows, migrate, refuseNewer, schemaState } from "./migrate.ts";
import { type Migration, migrations } from "./migrations.ts";
import { companionsOf, makePrivateFile, makePrivateFolder, refuseUnsafePlace } from "./place.ts";
import { damaged, storeError } from "./store-error.ts";

interface DatabaseOptions extends ConnectionOptions {
  readonly now: () => number;
  /** What the schema should be; this program's own migrations unless said otherwise. */
  readonly migrations?: readonly Migration[];
  /** Told the name of every step, so that fault trials can stop the program there. */
  readonly step?: (name: string) => void;
}

/** How long an opener waits for another one that is creating or migrating. */
const migrateWaitMs = 60_000;

/**
 * Opens the database, makes it where there is none, and brings an older one up to this program's schema
 * (after a copy of it, `<file>.before-<migration>-<time>`). Any number of processes may do this at once.
 *
 * Throws `store-place`, `store-newer`, `store-damaged`, `store-busy`, `store-full`, `io`, `native-module`.
 * It never deletes, truncates or repairs a file that it cannot read.
 */
export function openDatabase(file: string, options: DatabaseOptions): Database.Database {
  try {
    refuseUnsafePlace(file);
    makePrivateFolder(dirname(file));
    if (!existsSync(file)) createDatabase(file, options);
    // An empty file was never made by us: a new database appears under its name with its tables in it.
    if (statSync(file).size === 0) throw damaged(file, "it is empty");
    const connection = connect(file, options);
    try {
      expectOurs(connection, file);
      const state = schemaState(connection, options.migrations ?? migrations);
      refuseNewer(state, file);
      if (state.kind === "pending") bringUpToDate(connection, file, options);
      keepPrivate(file);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    throw storeError(error, file);
  }
}

function bringUpToDate(connection: Database.Database, file: string, options: DatabaseOptions): void {
  const { step = () => {} } = options;
  withMigrateLock(file, () => {
    // Another opener may have done it while this one waited.
    const state = schemaState(connection, options.migrations ?? migrations);
    refuseNewer(state, file);
    if (state.kind !== "pending") return;
    if (holdsRows(connection)) {
      const now = options.now();
      const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
      const copy = `${file}.before-${state.pending[0]?.name ?? "migration"}-${time}`;
      // Under another name until it is whole: a crash leaves no half copy, and one of the same second does not block this.
      rmSync(`${copy}.new`, { force: true });
      copyDatabase(connection, `${copy}.new`);
      renameSync(`${copy}.new`, copy);
    }
    step("migration: copied");
    migrate(connection, options.now(), options.migrations ?? migrations, step);
    step("migration: committed");
  });
}

/**
 * A new database is made under another name and moved into place when it is whole, so that a crash at any point
 * leaves either none or a complete one, and nobody ever sees one without its tables.
 */
function createDatabase(file: string, options: DatabaseOptions): void {
  const { step = () => {} } = options;
  withMigrateLock(file, () => {
    if (existsSync(file)) return;
    const leftover = companionsOf(file).find((companion) => existsSync(companion));
    // SQLite would replay the log of the lost database into the new one.
    if (leftover !== undefined) throw damaged(file, `the file is gone, but ${leftover} is still there`);
    const fresh = `${file}.new`;
    for (const path of [fresh, ...companionsOf(fresh)]) rmSync(path, { force: true });
    makePrivateFile(fresh);
    step("database: new file");
    const connection = connect(fresh, options);
    try {
      migrate(connection, options.now(), options.migrations ?? migrations, step);
      step("database: tables made");
    } finally {
      disconnect(connection);
    }
    if (companionsOf(fresh).some((companion) => existsSync(companion))) {
      throw new ImproveCronError(
        "io",
        `the new database ${fresh} could not be finished`,
        "Check the disk and run the command again; the unfinished file is made anew.",
      );
    }
    step("database: before rename");
    renameSync(fresh, file);
    step("database: after rename");
    syncFolder(dirname(file));
  });
}

function withMigrateLock(file: string, work: () => void): void {
  const lock = acquireFileLock(join(dirname(file), "migrate.lock"), migrateWaitMs);
  if (lock === null) {
    throw new ImproveCronError(
      "store-busy",
      `another process has been creating or migrating ${file} for a minute`,
      "Wait for it to end, or stop it, and try again: an interrupted migration leaves the database as it was.",
    );
  }
  try {
    work();
  } finally {
    lock.release();
  }
}

/** Tightens files that a copy or a restore left readable for others. */
function keepPrivate(file: string): void {
  for (const path of [file, ...companionsOf(file)]) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined && (mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}

/** Makes a rename durable; some file systems cannot, and say so. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && (error.code === "EINVAL" || error.code === "EPERM"))) {
      throw error;
    }
  } finally {
    closeSync(descriptor);
  }
}
