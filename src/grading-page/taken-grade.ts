import type { Grade } from "../core/cycle.ts";
import type { PageGrade } from "../core/open-grading.ts";
import type { TakenGrade } from "./ask-server.ts";
import { gradeNames, showToast } from "./screen.ts";

/** What stood before a grade was given, and counts again once it is taken back. */
export interface Undoable {
  readonly ref: string;
  readonly grade: Grade | null;
  readonly reason: string | null;
}

/** Tells what became of a stored grade, where it is not what the founder expects. `last`: what can be taken back now. */
export function tellTaken(grade: PageGrade, taken: TakenGrade, last: Undoable | undefined): void {
  const { late, before, counts, outcome } = taken;
  if (late && outcome === "stored") {
    showToast(
      "The month was closed meanwhile. Your grade is kept and counts in later decisions, not in that one.",
      false,
    );
  } else if (counts !== grade.grade && counts !== null) {
    showToast(`A newer grade from another place counts: ${gradeNames[counts]}.`, false);
  } else if (last?.ref === grade.ref && before !== null && before !== last.grade) {
    showToast(`You had said ${gradeNames[before]} in another place. What you say now counts.`, true);
  }
}
