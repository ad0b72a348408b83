import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "./process-group.ts";

const prefix = "improve-cron-critic-";
const day = 86_400_000;

/** The folder of one call, for this user only. */
export interface CallFolder extends Disposable {
  /** Files that the call itself needs: a prompt, a schema. */
  readonly path: string;
  /** The working directory: fresh and empty, so that no CLAUDE.md, AGENTS.md or settings of anybody are found in it. */
  readonly work: string;
}

/**
 * Makes the folder of one call; disposing of it removes it with whatever the program has left there.
 *
 * @throws Error of the file system, where there is no place for it.
 */
export function openCallFolder(): CallFolder {
  const path = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const work = join(path, "work");
  mkdirSync(work, { mode: 0o700 });
  return { path, work, [Symbol.dispose]: () => remove(path) };
}

/** Removes folders of callers that were killed, once they are a day old. */
export function removeOldFolders(): void {
  for (const name of namesIn(tmpdir())) {
    const owner = Number(/^improve-cron-critic-(\d+)-/.exec(name)?.[1]);
    if (!Number.isInteger(owner) || isAlive(owner)) continue;
    const path = join(tmpdir(), name);
    if (isOldAndMine(path)) remove(path);
  }
}

function isOldAndMine(path: string): boolean {
  try {
    const { mtimeMs, uid } = statSync(path);
    return Date.now() - mtimeMs > day && uid === process.getuid?.();
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What cannot be removed (a file made by somebody else's program as another user) is left to the system's own clearing. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {
    // Nothing depends on it.
  }
}
