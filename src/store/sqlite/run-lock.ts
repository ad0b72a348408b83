import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acquireFileLock } from "./file-lock.ts";
import { storeError } from "./store-error.ts";

export type RunLock =
  | { readonly kind: "held"; release(): void }
  /** `pid` is that of the holder where it could be read: it is for people, never for deciding anything. */
  | { readonly kind: "busy"; readonly pid: number | null };

/**
 * Whether this process may be the one runner of a state folder. Never waits.
 * The lock is `run.lock` and ends with its holder, also at kill -9; the holder's number stands in `run.lock.pid`.
 * Throws `io` where the folder cannot be written, `native-module` where SQLite does not load.
 */
export function acquireRunLock(stateFolder: string, pid: number): RunLock {
  const file = join(stateFolder, "run.lock");
  const pidFile = `${file}.pid`;
  try {
    const lock = acquireFileLock(file, 0);
    if (lock === null) return { kind: "busy", pid: readHolder(pidFile) };
    // Renamed into place: a loser never reads half a number.
    writeFileSync(`${pidFile}.new`, `${pid}\n`, { mode: 0o600 });
    renameSync(`${pidFile}.new`, pidFile);
    return {
      kind: "held",
      release: () => {
        rmSync(pidFile, { force: true });
        lock.release();
      },
    };
  } catch (error) {
    throw storeError(error, file);
  }
}

function readHolder(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, "utf8"));
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
  } catch {
    // The holder may just be starting or ending.
    return null;
  }
}

/** A number left by a holder that was killed must not be shown as the one that runs now. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
