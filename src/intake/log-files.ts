import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LogPosition } from "../core/intake.ts";

/** So much of a log just before the place read up to is remembered, to know the file again. */
const tailBytes = 1024;

/** A place in a log, and what it takes to know the file again by it. */
export type LogMark = Pick<LogPosition, "inode" | "offset" | "tail">;

/** A log that is open for reading. Whoever opened it closes it. */
export interface OpenLog {
  readonly path: string;
  readonly fd: number;
  /** `dev:ino`. */
  readonly inode: string;
  readonly size: number;
  readonly modifiedAt: number;
}

export type LogOpening =
  | { readonly kind: "open"; readonly log: OpenLog }
  | { readonly kind: "missing" | "not-a-file" | "unreadable" };

/**
 * The files that a `verdict_log` names: itself, or where its last part holds `*` (any characters) or `?` (one)
 * those of the folder that match, in the order of their names. As in a shell, `*` does not match a leading dot.
 */
export function expandLogPath(path: string): readonly string[] {
  const pattern = basename(path);
  if (!/[*?]/.test(pattern)) return [path];
  const folder = dirname(path);
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter((file) => isNamedBy(path, file));
}

/** Whether a file is one of those that a `verdict_log` names, be it there or not. */
export function isNamedBy(path: string, file: string): boolean {
  if (file === path) return true;
  const [pattern, name] = [basename(path), basename(file)];
  return (
    dirname(file) === dirname(path) &&
    globMatcher(pattern).test(name) &&
    (pattern.startsWith(".") || !name.startsWith("."))
  );
}

/** Opens a regular file (a link to one, too) without waiting for anything. */
export function openLog(path: string): LogOpening {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return { kind: code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unreadable" };
  }
  const stat = fstatSync(fd);
  if (!stat.isFile()) {
    closeSync(fd);
    return { kind: "not-a-file" };
  }
  return {
    kind: "open",
    log: { path, fd, inode: `${stat.dev}:${stat.ino}`, size: stat.size, modifiedAt: stat.mtimeMs },
  };
}

/** SHA-256 of the bytes just before `offset` (at most 1 KiB), and whether the last of them is a newline. */
export function readTail(fd: number, offset: number): { readonly hash: string; readonly ended: boolean } {
  const start = Math.max(0, offset - tailBytes);
  const bytes = Buffer.alloc(offset - start);
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(fd, bytes, filled, bytes.length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  const read = bytes.subarray(0, filled);
  return {
    hash: createHash("sha256").update(read).digest("hex"),
    ended: read.length === 0 || read.at(-1) === 0x0a,
  };
}

/** Whether an open file still begins with what was read up to a position. */
export function continues(log: OpenLog, position: LogMark): boolean {
  return readTail(log.fd, position.offset).hash === position.tail;
}

/**
 * Where the file that was read up to `position` has gone: one beside it, named after it (`log.jsonl.1`,
 * `log.jsonl-20260501`, ...), that is the same file or a copy of it. Then every file so named that was written later,
 * for logs that were rotated more than once. Oldest first, all open; empty when the file is not to be found.
 */
export function findRotated(path: string, position: LogMark): readonly OpenLog[] {
  const folder = dirname(path);
  const stem = basename(path);
  const beside: OpenLog[] = [];
  for (const name of namesIn(folder)) {
    // Under another name the file itself is good enough, a copy is not.
    const rotatedName = name.startsWith(stem) && /^[.-]\d[\dT-]*$/.test(name.slice(stem.length));
    if (name === stem || !(rotatedName || inodeOf(join(folder, name)) === position.inode)) continue;
    const opening = openLog(join(folder, name));
    if (opening.kind === "open") beside.push(opening.log);
  }
  const isOld = (log: OpenLog) => continues(log, position);
  // A copy proves itself by its content alone, so there has to be some.
  const old =
    beside.find((log) => log.inode === position.inode && isOld(log)) ??
    beside.find((log) => position.offset > 0 && isOld(log));
  const later = beside.filter((log) => old !== undefined && log !== old && log.modifiedAt >= old.modifiedAt);
  for (const log of beside) {
    if (log !== old && !later.includes(log)) closeSync(log.fd);
  }
  return old === undefined ? [] : [old, ...later.sort((a, b) => a.modifiedAt - b.modifiedAt)];
}

function inodeOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return statSync(folder).isDirectory() ? readdirSync(folder).sort() : [];
  } catch {
    return [];
  }
}

function globMatcher(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "su");
}
