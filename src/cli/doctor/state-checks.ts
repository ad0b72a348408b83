import { accessSync, constants, existsSync, statSync, statfsSync } from "node:fs";
import { type Check, finding, fine } from "./check.ts";

/** Whether the state folder is there, private and writable. It holds verdicts and artifacts in plain text. */
export function checkStateFolder(folder: string): Check {
  const name = "state folder";
  if (!existsSync(folder)) return fine(name, `${folder} will be made when it is needed`);
  const facts = statSync(folder);
  if (!facts.isDirectory())
    return finding(name, `${folder} is not a folder`, "Set `state` in the config to a folder.");
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return finding(name, `${folder} cannot be written`, "Give this user the right to write it.");
  }
  const mode = facts.mode & 0o777;
  // Windows has no such bits.
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    return finding(
      name,
      `${folder} can be read by others (mode ${mode.toString(8)})`,
      `Run: chmod 700 ${JSON.stringify(folder)}`,
    );
  }
  return fine(name, folder);
}

const megabyte = 1024 * 1024;
/** For a month of verdicts, logs and a write-ahead log. */
const leastFree = 200 * megabyte;

/** Whether there is room to go on, and for the copy of the database that a migration or a backup beside it makes. */
export function checkDiskSpace(
  folder: string,
  databaseFile: string,
  free: (folder: string) => number = freeBytes,
): readonly Check[] {
  if (!existsSync(folder)) return [];
  const size = statSync(databaseFile, { throwIfNoEntry: false })?.size ?? 0;
  const needed = leastFree + 2 * size;
  const left = free(folder);
  const words = `${Math.floor(left / megabyte)} MB free`;
  if (left >= needed) return [fine("disk space", words)];
  return [
    finding(
      "disk space",
      `${folder}: ${words}, ${Math.ceil(needed / megabyte)} MB are wanted (twice the database, and 200 MB)`,
      "Free some space, or move `state:` to a larger disk. Nothing that was stored is lost when it is full.",
    ),
  ];
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
