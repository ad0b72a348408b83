import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from "node:fs";

export type FileReading =
  | {
      readonly kind: "ok";
      readonly bytes: Buffer;
      /** Last change of the content, epoch milliseconds. */
      readonly modifiedAt: number;
    }
  | {
      readonly kind: "bad";
      readonly because: "missing" | "not-a-file" | "too-large" | "unreadable" | "moved";
    };

/**
 * Reads a regular file of at most `maxBytes`, and nothing else: no folder, no pipe, no device.
 *
 * `path` is a real path (symbolic links already resolved). It is opened once, without following a link and without
 * waiting for a pipe's other end, and what was opened is what is checked and read. Afterwards the path must still lead
 * to the opened file, so that a folder swapped for a link in between is noticed.
 */
export function readRegularFile(path: string, maxBytes: number): FileReading {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return { kind: "bad", because: reasonOf(error) };
  }
  try {
    const opened = fstatSync(fd);
    if (!opened.isFile()) return { kind: "bad", because: "not-a-file" };
    if (opened.size > maxBytes) return { kind: "bad", because: "too-large" };
    const named = lstatSync(realpathSync(path));
    if (realpathSync(path) !== path || named.ino !== opened.ino || named.dev !== opened.dev)
      return { kind: "bad", because: "moved" };
    const bytes = readUpTo(fd, maxBytes + 1);
    // The size may have grown since, and files of /proc say 0.
    if (bytes.length > maxBytes) return { kind: "bad", because: "too-large" };
    return { kind: "ok", bytes, modifiedAt: fstatSync(fd).mtimeMs };
  } catch (error) {
    return { kind: "bad", because: reasonOf(error) };
  } finally {
    closeSync(fd);
  }
}

function readUpTo(fd: number, limit: number): Buffer {
  const pieces: Buffer[] = [];
  let total = 0;
  while (total < limit) {
    const piece = Buffer.allocUnsafe(Math.min(64 * 1024, limit - total));
    const count = readSync(fd, piece, 0, piece.length, null);
    if (count === 0) break;
    pieces.push(piece.subarray(0, count));
    total += count;
  }
  return Buffer.concat(pieces, total);
}

function reasonOf(error: unknown): "missing" | "not-a-file" | "unreadable" {
  const code = error instanceof Error && "code" in error ? error.code : null;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "missing";
    case "EISDIR":
    case "ELOOP":
    case "ENXIO":
      return "not-a-file";
    default:
      return "unreadable";
  }
}
