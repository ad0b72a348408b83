import type Database from "better-sqlite3";
import type { Month } from "../../core/cycle.ts";
import { ImproveCronError } from "../../errors.ts";

interface MonthRange {
  readonly month: Month;
  readonly startMs: number;
  readonly endMs: number | null;
}

/**
 * Which month an instant belongs to, from the table that was filled for the zone of the workspace: half-open ranges.
 * Prepared for a connection, then bound to one transaction, since the table may be filled anew while no verdict is stored.
 * Throws `input` for an instant that no month holds.
 */
export function monthFinder(connection: Database.Database, workspace: string): () => (at: number) => Month {
  const find = connection.prepare<[string, number, string, number], MonthRange>(
    `SELECT month, start_ms AS startMs,
       (SELECT min(start_ms) FROM month_start WHERE workspace = ? AND start_ms > ?) AS endMs
     FROM month_start WHERE workspace = ? AND start_ms <= ? ORDER BY start_ms DESC LIMIT 1`,
  );
  return () => {
    const found: (MonthRange & { readonly endMs: number })[] = [];
    return (at) => {
      // Logs are nearly in order and span few months: the latest found is nearly always the one.
      for (let index = found.length - 1; index >= 0; index -= 1) {
        const range = found[index];
        if (range !== undefined && at >= range.startMs && at < range.endMs) return range.month;
      }
      const range = find.get(workspace, at, workspace, at);
      if (range === undefined || range.endMs === null) {
        throw new ImproveCronError(
          "input",
          `no month is known for the instant ${at}`,
          "Instants of 2015 to 2100 can be stored.",
        );
      }
      found.push({ ...range, endMs: range.endMs });
      return range.month;
    };
  };
}
