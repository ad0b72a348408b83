import type Database from "better-sqlite3";
import { monthStart, monthsFrom } from "../../core/month.ts";
import { ImproveCronError } from "../../errors.ts";
import { readTimezone } from "./timezone.ts";

/** One month more on either side of 2015 to 2100, so that every instant of these years in UTC has a month in every zone. */
const months = monthsFrom("2014-12", "2101-02");

/**
 * Fixes the zone in which the months of a workspace are cut, and fills their table. While no verdict is stored another
 * zone replaces it; after that it is refused, since verdicts would move between months whose cycles are decided.
 * Throws `config` naming both zones.
 */
export function settleTimezone(connection: Database.Database, workspace: string, timezone: string): void {
  // Nearly always settled already: then nobody waits for the write lock.
  if (readTimezone(connection, workspace) === timezone) return;
  const settle = connection.transaction(() => {
    const settled = readTimezone(connection, workspace);
    if (settled === timezone) return;
    if (settled !== null && hasVerdicts(connection, workspace)) {
      throw new ImproveCronError(
        "config",
        `the months of this database are cut in the zone ${settled}, but the config says timezone: ${timezone}`,
        `Set timezone: ${settled} in the config again, or start a new database (another \`state:\` folder) in ${timezone}.`,
      );
    }
    connection.prepare("DELETE FROM month_start WHERE workspace = ?").run(workspace);
    const insert = connection.prepare(
      "INSERT INTO month_start (workspace, start_ms, month) VALUES (?, ?, ?)",
    );
    for (const month of months) insert.run(workspace, monthStart(month, timezone), month);
    connection
      .prepare(
        `INSERT INTO setting (workspace, name, value) VALUES (?, 'timezone', ?)
         ON CONFLICT (workspace, name) DO UPDATE SET value = excluded.value`,
      )
      .run(workspace, timezone);
  });
  settle.immediate();
}

function hasVerdicts(connection: Database.Database, workspace: string): boolean {
  return connection.prepare("SELECT 1 FROM verdict WHERE workspace = ? LIMIT 1").get(workspace) !== undefined;
}
