import type { Grade, GradeObservation } from "../../core/cycle.ts";
import { type NotionPage, optionOf, textOf } from "./answers.ts";
import type { NotionPlace } from "./place.ts";

const minute = 60_000;
const grades: readonly Grade[] = ["PASS", "FAIL", "CANT_TELL"];

/** What stands in the Grade of a page: an answer, an option that nobody knows, or nothing that can be relied on. */
export type ReadGrade =
  | { readonly kind: "answer"; readonly observation: GradeObservation }
  | { readonly kind: "unknown-option"; readonly name: string }
  | { readonly kind: "silent" };

/** Reads a page by the ids of its property and options, whatever they are called by now. */
export function readGrade(page: NotionPage, place: NotionPlace, ref: string, observedAt: number): ReadGrade {
  const { properties, options, gradeAddedAt } = place.items;
  const chosen = optionOf(page, properties.grade);
  const grade = chosen === null ? null : grades.find((one) => options[one] === chosen.id);
  if (grade === undefined) return { kind: "unknown-option", name: chosen?.name ?? "" };
  // The column was made anew: that it is empty on a page that nobody touched since says nothing of his answer.
  if (grade === null && page.editedAt < gradeAddedAt) return { kind: "silent" };
  const reason = textOf(page, properties.why).trim();
  return {
    kind: "answer",
    observation: {
      ref,
      grade,
      reason: reason === "" ? null : reason,
      by: page.editedBy,
      at: givenAt(page, observedAt),
      observedAt,
      via: "notion",
    },
  };
}

/**
 * When the page was last edited. Notion rounds down to the minute, so that a grade which is flipped twice in one minute
 * would seem to have been given at one instant: the end of that minute, or now if it is not over, keeps their order.
 */
function givenAt(page: NotionPage, observedAt: number): number | null {
  return Number.isFinite(page.editedAt) ? Math.min(observedAt, page.editedAt + minute - 1) : null;
}

/** Whether a page carries any answer, known or not. */
export function isGraded(page: NotionPage, place: NotionPlace): boolean {
  return optionOf(page, place.items.properties.grade) !== null;
}

/** Whether nobody but us has ever written on a page. */
export function isUntouched(page: NotionPage, place: NotionPlace): boolean {
  const isOurs = page.createdBy === place.botId && page.editedBy === place.botId;
  return isOurs && !isGraded(page, place) && textOf(page, place.items.properties.why) === "";
}
