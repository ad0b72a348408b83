import type { HistoryRow } from "../core/history-row.ts";
import type { ShownRow } from "../core/open-row.ts";
import { countOf } from "./numbers.ts";

/** `4 overrides of 9`: of the graded PASS items, how many the founder failed. */
export function overridesOf(row: Pick<HistoryRow, "graded" | "overrides">): string {
  return `${countOf(row.overrides, "override")} of ${row.graded.pass}`;
}

/** How far the grading of a month is, and nothing that tells the critic's word of an item. */
export function answeredWords({ answered }: Pick<ShownRow, "answered">): string {
  return `${answered.answered} of ${answered.items} answered`;
}

/** `2 months with an override`; says so where the month's only overrides are among further items, which the streak leaves out. */
export function streakCount({
  overrides,
  pool,
  streak,
}: Pick<HistoryRow, "overrides" | "pool" | "streak">): string {
  if (streak === 0 && overrides > 0 && pool !== null)
    return "0 (an override in further items does not count)";
  return `${countOf(streak, "month")} with an override`;
}
