import type { Grade, Month } from "./cycle.ts";
import { type AxisRecord, gradeItems } from "./evidence.ts";

/** A grade that reads otherwise than it did at the close. */
export interface GradeChange {
  readonly ref: string;
  readonly period: Month;
  readonly kind: "late" | "changed" | "cleared";
  readonly from: Grade | null;
  readonly to: Grade | null;
}

/** Every item of the months up to this one whose grade is another now, in the order of the items. */
export function changesBetween(before: AxisRecord, after: AxisRecord, period: Month): readonly GradeChange[] {
  const known = new Set(before.cycles.map((cycle) => cycle.period));
  const [gradesThen, gradesNow] = [gradesOf(before), gradesOf(after)];
  return after.items.flatMap((item): readonly GradeChange[] => {
    if (item.period > period || !known.has(item.period)) return [];
    const [from, to] = [gradesThen(item.ref), gradesNow(item.ref)];
    if (from === to) return [];
    const kind = from === null ? "late" : to === null ? "cleared" : "changed";
    return [{ ref: item.ref, period: item.period, kind, from, to }];
  });
}

function gradesOf(record: AxisRecord): (ref: string) => Grade | null {
  const graded = gradeItems(record.items, record.observations, Number.POSITIVE_INFINITY);
  const known = new Map(graded.map(({ item, grade }) => [item.ref, grade]));
  return (ref) => known.get(ref) ?? null;
}
