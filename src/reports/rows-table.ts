import { countOf } from "./numbers.ts";
import { alignTable } from "./table.ts";

/** Rows of each table, those without any left out, and their sum. */
export function rowsTable(rows: Readonly<Record<string, number>>): readonly string[] {
  const filled = Object.entries(rows).filter(([, count]) => count > 0);
  return alignTable(
    ["table", "rows"],
    filled.map(([table, count]) => [table, String(count)]),
    { align: ["left", "right"] },
  );
}

/** `1,234 rows` of all tables. */
export function sumOfRows(rows: Readonly<Record<string, number>>): string {
  const sum = Object.values(rows).reduce((total, count) => total + count, 0);
  return countOf(sum, "row");
}
