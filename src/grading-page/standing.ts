import type { OpenItems } from "./open-items.ts";
import { progressWords } from "./place.ts";
import { parts, showProgress, showUnsent } from "./screen.ts";
import type { UnsentGrades } from "./unsent-grades.ts";

/** How far the founder is, at the item that is shown or at the end (null). */
export function showHowFar(open: OpenItems, ref: string | null): void {
  const items = open.list();
  const graded = items.filter(({ grade }) => grade !== null).length;
  if (open.heard !== null && items.length > 0) {
    showProgress(progressWords(items, ref, open.heard.minutesPerItem), graded / items.length);
  }
  const isAtEnd = ref === null;
  parts.answer.classList.toggle("end", isAtEnd);
}

/** That grades wait to be stored. One that is on its way for the first time is no news. */
export function showWaiting(unsent: UnsentGrades, isFirstTime: boolean): void {
  const { length } = unsent.list();
  const grades = length === 1 ? "1 grade is" : `${length} grades are`;
  const safe = unsent.isSafe()
    ? "kept in this browser and sent again by itself."
    : "kept in this page alone: leave it open.";
  showUnsent(length > 0 && !isFirstTime ? `Not saved yet: ${grades} ${safe}` : null);
}
