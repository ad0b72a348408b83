import type { StatusChange } from "./decided.ts";
import type { FreshEvidence } from "./fresh-evidence.ts";
import { addMonths, dateIn } from "./month.ts";
import type { Regraduation, RegraduationInput } from "./regraduation.ts";

/** Three clean weeks. */
const cleanDays = 21;
/** A revert this soon after another doubles them. */
const backoffMonths = 6;

/** How many clean days have passed, and how many are needed. */
export function daysOf(
  { now, record, timezone }: RegraduationInput,
  { since, told }: FreshEvidence,
): Regraduation["days"] {
  const grades = told.filter(
    ({ grade, item }) =>
      (grade === "PASS" || grade === "FAIL") && (item.kind === "pass" || item.kind === "fail"),
  );
  const instants = grades.flatMap(({ gradedAt }) => gradedAt ?? []);
  const overrides = grades
    .filter(({ grade, item }) => item.kind === "pass" && grade === "FAIL")
    .flatMap(({ gradedAt }) => gradedAt ?? []);
  const lastOverrideAt = overrides.length === 0 ? null : Math.max(...overrides);
  // An axis that was never graduated begins with its first grade.
  const begin = Math.max(
    since?.at ?? (instants.length === 0 ? now : Math.min(...instants)),
    lastOverrideAt ?? 0,
  );
  const doubled = isSecondRevert(record.statusChanges, timezone);
  const required = doubled ? 2 * cleanDays : cleanDays;
  const clean = Math.max(0, daysBetween(dateIn(begin, timezone), dateIn(now, timezone)));
  return {
    required,
    doubled,
    clean,
    needed: Math.max(0, required - clean),
    lastOverrideAt,
    grades: instants.filter((at) => at > (lastOverrideAt ?? Number.NEGATIVE_INFINITY)).length,
  };
}

/** Calendar days: a day that has 23 or 25 hours is one. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** Whether the latest revert came within six calendar months of the one before. A word changed by hand in the file is no revert. */
function isSecondRevert(changes: readonly StatusChange[], timezone: string): boolean {
  const [latest, before] = changes
    .filter(({ by, to }) => to === "assisted" && (by === "run" || by === "axis assist"))
    .map(({ at }) => dateIn(at, timezone))
    .toReversed();
  if (latest === undefined || before === undefined) return false;
  return latest <= `${addMonths(before.slice(0, 7), backoffMonths)}${before.slice(7)}`;
}
