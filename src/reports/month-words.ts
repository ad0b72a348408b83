import type { Month } from "../core/cycle.ts";

/** A month as people say it. @example monthWords("2026-05") // "May 2026" */
export function monthWords(month: Month): string {
  return new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );
}
