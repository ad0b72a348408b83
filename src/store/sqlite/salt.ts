import type Database from "better-sqlite3";

/** Facts of the database itself stand under this workspace. */
export const wholeDatabase = "*";

/** The randomness of this database, hex; null while it has none. Reads only: also for whoever stores a single verdict. */
export function readSalt(connection: Database.Database): string | null {
  const value = connection
    .prepare<[string], string>("SELECT value FROM setting WHERE workspace = ? AND name = 'salt'")
    .pluck()
    .get(wholeDatabase);
  return value ?? null;
}

/** Gives a new database its randomness, 32 bytes from the caller. Of several openers the first one's stays. */
export function settleSalt(connection: Database.Database, randomBytes: (size: number) => Uint8Array): string {
  const known = readSalt(connection);
  if (known !== null) return known;
  const salt = Buffer.from(randomBytes(32)).toString("hex");
  connection
    .prepare(
      "INSERT INTO setting (workspace, name, value) VALUES (?, 'salt', ?) ON CONFLICT (workspace, name) DO NOTHING",
    )
    .run(wholeDatabase, salt);
  return readSalt(connection) ?? salt;
}
