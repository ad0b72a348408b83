import type Database from "better-sqlite3";

/** The zone in which the months of a workspace are cut; null before its first opening. Reads only, without the calendar. */
export function readTimezone(connection: Database.Database, workspace: string): string | null {
  const value = connection
    .prepare<[string], string>("SELECT value FROM setting WHERE workspace = ? AND name = 'timezone'")
    .pluck()
    .get(workspace);
  return value ?? null;
}
