import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { settleSalt } from "../../src/store/sqlite/salt.ts";

/*
 * What a test draws follows from the salt of its database, which the program takes from the system's randomness. Here it is
 * the same in every run: a test that fails can be run again. A test has to hold for any salt all the same, and
 * TEST_SALT (64 hex digits) tries another one.
 */
export const testSaltHex = process.env["TEST_SALT"] ?? "07".repeat(32);
if (!/^[0-9a-f]{64}$/.test(testSaltHex)) throw new Error("TEST_SALT is not 64 hex digits");

/** The randomness of a new database in tests. */
export function testSalt(): Uint8Array {
  return Buffer.from(testSaltHex, "hex");
}

let made: Buffer | null = null;

/** Puts a new database with this salt into a state folder, as the program makes it at its first start. */
export function putSaltedDatabase(stateFolder: string): void {
  made ??= make();
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  writeFileSync(join(stateFolder, "improve-cron.db"), made, { mode: 0o600 });
}

function make(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "improve-cron-salted-"));
  const file = join(folder, "improve-cron.db");
  try {
    const connection = openDatabase(file, { now: () => 0 });
    settleSalt(connection, testSalt);
    connection.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
