import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { ImproveCronError } from "../../errors.ts";
import { incomingOf } from "./connection.ts";
import { syncFolder } from "./database.ts";
import { acquireFileLock } from "./file-lock.ts";
import { companionsOf, makePrivateFolder, refuseUnsafePlace } from "./place.ts";
import { acquireRunLock } from "./run-lock.ts";
import { syncFile } from "./sync-file.ts";

/** Nobody else has the database, or can get it, until this is released. */
export interface Alone {
  release(): void;
}

/**
 * Makes this process the only one that may use a database: the run lock, the lock of makers and migrators, and the one that
 * every open store shares. All are kernel locks, gone with their holder. Never waits.
 * Throws `store-busy` where a daemon, a run or another command has it.
 */
export function takeAlone(file: string, processId: number): Alone {
  refuseUnsafePlace(file);
  makePrivateFolder(dirname(file));
  const held: Alone[] = [];
  const release = (): void => {
    for (let one = held.pop(); one !== undefined; one = held.pop()) one.release();
  };
  try {
    const run = acquireRunLock(dirname(file), processId);
    if (run.kind === "busy") throw inUse(file, run.pid === null ? "a run" : `a run (pid ${run.pid})`);
    held.push(run);
    for (const [lockFile, who] of [
      [join(dirname(file), "migrate.lock"), "a command that makes or migrates it"],
      [`${file}.open`, "a daemon or another command"],
    ] as const) {
      const lock = acquireFileLock(lockFile, 0);
      if (lock === null) throw inUse(file, who);
      held.push(lock);
    }
    removeIncoming(file);
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

function inUse(file: string, who: string): ImproveCronError {
  return new ImproveCronError(
    "store-busy",
    `the database ${file} is in use by ${who}`,
    "Stop the daemon (`improve-cron serve`) and every other command, and try again. Nothing was changed.",
  );
}

/** What a replacement that was killed left behind; the caller knows that none is under way. */
export function removeIncoming(file: string): void {
  const incoming = incomingOf(file);
  if (!existsSync(incoming)) return;
  for (const path of [...companionsOf(incoming), incoming]) rmSync(path, { force: true });
}

/**
 * Puts the database that waits at `incomingOf(file)`, whole and closed, in the place of the present one, which keeps all of its
 * bytes under another name beside it. At every instant there is a database under the name, the old one or the new one.
 * The caller is alone with it (`takeAlone`) and gives the name to keep the old one under.
 *
 * Throws `store-busy` where a program that knows nothing of the locks has the present one open; then nothing has changed.
 */
export function putInPlace(
  file: string,
  options: {
    readonly aside: string;
    /** False where SQLite cannot read the present one: opened for writing, it would lose its log on closing. */
    readonly readable: boolean;
    readonly step: (name: string) => void;
  },
): void {
  const { aside, readable, step } = options;
  const present = readable && existsSync(file) ? takeExclusively(file) : null;
  try {
    if (existsSync(file)) {
      removeOtherNames(file);
      // A second name, and not a renaming, which would leave an instant without a database: `run` would make a new one.
      giveSecondName(file, aside);
    }
    // The log of a database that can be read is taken in by now; what lies beside another belongs to the old file.
    for (const suffix of present === null ? ["-wal", "-journal"] : []) {
      const log = `${file}${suffix}`;
      if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) giveSecondName(log, `${aside}${suffix}`);
    }
    syncFolder(dirname(file));
    step("replace: old one put aside");
    // SQLite would take the log of the old database into the new one.
    for (const path of companionsOf(file)) rmSync(path, { force: true });
    syncFolder(dirname(file));
    step("replace: logs taken away");
    renameSync(incomingOf(file), file);
    step("replace: new one in place");
    syncFolder(dirname(file));
  } finally {
    present?.close();
  }
}

/** Where the old database goes: named with what replaced it and when. */
export function asideOf(file: string, what: "restore" | "import", now: number): string {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const name = `${file}.before-${what}-${time}`;
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}-${count}`;
    if ([free, ...companionsOf(free)].every((path) => !existsSync(path))) return free;
  }
}

/** The present database with its log taken in and no other file beside it, locked against everybody. */
function takeExclusively(file: string): Database.Database {
  let connection: Database.Database | null = null;
  try {
    connection = new Database(file, { fileMustExist: true, timeout: 0 });
    connection.pragma("locking_mode = EXCLUSIVE");
    connection.pragma("synchronous = FULL");
    if (connection.pragma("journal_mode = DELETE", { simple: true }) !== "delete") {
      throw inUse(file, "another program");
    }
    connection.exec("BEGIN EXCLUSIVE");
    return connection;
  } catch (error) {
    connection?.close();
    const code = error instanceof Database.SqliteError ? error.code : "";
    const isBusy = code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
    throw isBusy ? inUse(file, "another program") : error;
  }
}

function giveSecondName(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    // File systems without hard links.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "EMLINK") throw error;
    copyFileSync(file, name);
    syncFile(name);
  }
}

/** A replacement that was killed before its last step left the database with two names. */
function removeOtherNames(file: string): void {
  const { ino, nlink } = statSync(file);
  if (nlink < 2) return;
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name);
    if (!name.startsWith(`${basename(file)}.before-`) || statSync(path).ino !== ino) continue;
    // With a log beside it, it is more than this file alone.
    if (companionsOf(path).every((companion) => !existsSync(companion))) rmSync(path);
  }
}
