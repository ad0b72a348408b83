import type { ItemToGrade, PageGrade } from "../core/open-grading.ts";

/** The items with the grades that are still on their way counted as given. */
export function withUnsent(
  items: readonly ItemToGrade[],
  unsent: readonly PageGrade[],
): readonly ItemToGrade[] {
  const latest = new Map(unsent.map((grade) => [grade.ref, grade]));
  return items.map((item) => {
    const given = latest.get(item.ref);
    return given === undefined ? item : { ...item, grade: given.grade, reason: given.reason };
  });
}

/** The item to grade after this one: the next without a grade, else the first without one, else none. */
export function nextToGrade(items: readonly ItemToGrade[], after: string | null): ItemToGrade | null {
  const position = items.findIndex(({ ref }) => ref === after);
  const open = items.filter(({ grade, ref }) => grade === null && ref !== after);
  return open.find((item) => items.indexOf(item) > position) ?? open[0] ?? null;
}

/** The item so many places further on or back, whether graded or not. */
export function neighbour(
  items: readonly ItemToGrade[],
  ref: string | null,
  step: 1 | -1,
): ItemToGrade | null {
  const position = items.findIndex((item) => item.ref === ref);
  if (position < 0) return (step === 1 ? items[0] : items.at(-1)) ?? null;
  return items[position + step] ?? null;
}

/** The next so many without a grade, to be fetched ahead. */
export function upcoming(items: readonly ItemToGrade[], ref: string, count: number): readonly ItemToGrade[] {
  const position = items.findIndex((item) => item.ref === ref);
  const turned = [...items.slice(position + 1), ...items.slice(0, Math.max(0, position))];
  return turned.filter(({ grade }) => grade === null).slice(0, count);
}

/** `7 of 26`, and how long the rest takes. */
export function progressWords(
  items: readonly ItemToGrade[],
  ref: string | null,
  minutesPerItem: number,
): { readonly place: string; readonly left: string } {
  const position = items.findIndex((item) => item.ref === ref);
  const open = items.filter(({ grade }) => grade === null).length;
  const minutes = Math.ceil(open * minutesPerItem);
  const rest = minutes === 1 ? "about 1 minute left" : `about ${minutes} minutes left`;
  return {
    place: position < 0 ? `${items.length - open} of ${items.length}` : `${position + 1} of ${items.length}`,
    left: open === 0 ? "all graded" : rest,
  };
}

/** What the place in an axis's own list is taken from: the page counts over all axes. */
export function axisTitle(title: string): string {
  return title.replace(/ · \d+ of \d+$/, "");
}

const monthName = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const dayName = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", timeZone: "UTC" });

/** `May 2026 · due July 1`. */
export function whenWords({ period, due }: Pick<ItemToGrade, "period" | "due">): string {
  return `${monthName.format(new Date(`${period}-01`))} · due ${dayName.format(new Date(due))}`;
}
