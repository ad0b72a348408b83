import { alignTable } from "../reports/table.ts";

/** One open item as `queue list` shows it. */
export interface QueueRow {
  readonly ref: string;
  readonly axis: string;
  readonly period: string;
  readonly title: string;
  readonly answered: boolean;
  readonly due: string;
}

/** The open items as a table, with how many of them still wait. */
export function renderQueueTable(rows: readonly QueueRow[]): string {
  if (rows.length === 0) return "Nothing waits for a grade.";
  const waiting = rows.filter(({ answered }) => !answered).length;
  const cells = rows.map(({ ref, axis, period, title, answered, due }) => [
    ref,
    axis,
    period,
    title,
    answered ? "yes" : "no",
    due,
  ]);
  const table = alignTable(["ref", "axis", "period", "title", "answered", "due"], cells);
  return [...table, "", `${waiting} of ${rows.length} wait for a grade: improve-cron grade`].join("\n");
}
