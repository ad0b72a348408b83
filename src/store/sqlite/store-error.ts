import { ImproveCronError, messageOf } from "../../errors.ts";

/**
 * What a failure of SQLite, of the file system below it or of its native module means to the person who reads it.
 * Anything that is not one of these is answered as it came: it is a bug, and should say so.
 * Nothing is ever repaired or deleted here; each message names what to do instead.
 */
export function storeError(error: unknown, file: string): unknown {
  if (error instanceof ImproveCronError) return error;
  const code = codeOf(error);
  if (code === null) return isMissingBinding(error) ? nativeModule(error) : error;
  if (code === "ERR_DLOPEN_FAILED") return nativeModule(error);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return new ImproveCronError(
      "store-busy",
      `the database ${file} stayed locked by another process`,
      "Wait for the other program to end, or find it with `lsof`, and try again.",
      error,
    );
  }
  if (code.startsWith("SQLITE_FULL") || code === "SQLITE_IOERR_SHMSIZE" || code === "ENOSPC") {
    return new ImproveCronError(
      "store-full",
      `no space is left for the database ${file}; nothing of this step was stored`,
      "Free some disk space and run the same command again.",
      error,
    );
  }
  if (code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB")) {
    return damaged(file, messageOf(error), error);
  }
  if (isFileTrouble(code)) {
    return new ImproveCronError(
      "io",
      `the database ${file} cannot be read or written: ${messageOf(error)}`,
      "Check that its folder exists, that it is writable for this user, and that the disk is not read-only.",
      error,
    );
  }
  return error;
}

/** A file that is not, or not any more, a database of this program. It is left exactly as it is. */
export function damaged(file: string, what: string, cause?: unknown): ImproveCronError {
  return new ImproveCronError(
    "store-damaged",
    `${file} is not a usable database: ${what}`,
    "Nothing was changed or deleted. Move the file and its -wal and -shm aside together, and put the newest backup in its place.",
    cause,
  );
}

function nativeModule(error: unknown): ImproveCronError {
  return new ImproveCronError(
    "native-module",
    `the native module of better-sqlite3 does not load in Node ${process.version} (ABI ${process.versions.modules}, ${process.platform} ${process.arch}): ${messageOf(error)}`,
    "Run `npm rebuild better-sqlite3` with the Node that runs this program, or `npm ci` where it was never built.",
    error,
  );
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** `bindings` raises an error without a code when the module was never compiled. */
function isMissingBinding(error: unknown): boolean {
  return error instanceof Error && error.message.includes("Could not locate the bindings file");
}

const fileTrouble: ReadonlySet<string> = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "EIO",
  "EISDIR",
  "ENOTDIR",
  "ENOENT",
  "EMFILE",
  "ENAMETOOLONG",
  "ELOOP",
  "EEXIST",
]);

function isFileTrouble(code: string): boolean {
  return (
    fileTrouble.has(code) ||
    code.startsWith("SQLITE_READONLY") ||
    code.startsWith("SQLITE_CANTOPEN") ||
    code.startsWith("SQLITE_IOERR") ||
    code === "SQLITE_PERM" ||
    code === "SQLITE_AUTH"
  );
}
