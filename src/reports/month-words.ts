import type { Month } from "../core/cycle.ts";

const names = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** A month as people say it. @example monthWords("2026-05") // "May 2026" */
export function monthWords(month: Month): string {
  const [year = "", number = ""] = month.split("-");
  return `${names[Number(number) - 1] ?? number} ${year}`;
}
