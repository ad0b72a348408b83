import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { ImproveCronError } from "../../../src/errors.ts";
import { storeError } from "../../../src/store/sqlite/store-error.ts";

describe("storeError", () => {
  it.each([
    ["SQLITE_BUSY", "store-busy"],
    ["SQLITE_BUSY_SNAPSHOT", "store-busy"],
    ["SQLITE_LOCKED", "store-busy"],
    ["SQLITE_FULL", "store-full"],
    ["SQLITE_IOERR_SHMSIZE", "store-full"],
    ["SQLITE_CORRUPT", "store-damaged"],
    ["SQLITE_CORRUPT_INDEX", "store-damaged"],
    ["SQLITE_NOTADB", "store-damaged"],
    ["SQLITE_READONLY", "io"],
    ["SQLITE_READONLY_DIRECTORY", "io"],
    ["SQLITE_CANTOPEN", "io"],
    ["SQLITE_IOERR_WRITE", "io"],
  ])("says of %s that it is %s, with what to do and the cause", (code, expected) => {
    const cause = new Database.SqliteError("what SQLite says", code);
    const error = storeError(cause, "improve-cron.db");
    expect(error).toBeInstanceOf(ImproveCronError);
    expect(error).toMatchObject({ code: expected, cause });
    expect(error instanceof ImproveCronError && error.hint).toBeTruthy();
  });

  it.each([
    ["ENOSPC", "store-full"],
    ["EACCES", "io"],
    ["EROFS", "io"],
    ["ERR_DLOPEN_FAILED", "native-module"],
  ])("says of the system's %s that it is %s", (code, expected) => {
    const error = Object.assign(new Error("what the system says"), { code });
    expect(storeError(error, "improve-cron.db")).toMatchObject({ code: expected });
  });

  it("knows a module that was never compiled", () => {
    const error = new Error("Could not locate the bindings file. Tried: ...");
    expect(storeError(error, "improve-cron.db")).toMatchObject({ code: "native-module" });
  });

  it("leaves bugs and the program's own errors as they are", () => {
    const bugs = [
      new Error("a bug"),
      new TypeError("another"),
      new Database.SqliteError("CHECK failed", "SQLITE_CONSTRAINT_CHECK"),
      new ImproveCronError("input", "bad"),
      "text",
    ];
    for (const bug of bugs) expect(storeError(bug, "improve-cron.db")).toBe(bug);
  });
});
