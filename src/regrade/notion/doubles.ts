import { type NotionPage, optionOf } from "./answers.ts";
import type { NotionPlace } from "./place.ts";
import { isGraded, isUntouched } from "./read-grade.ts";

/** What is to become of pages that carry the same reference. */
export interface Resolution {
  /** The page that counts; null where none of them is ours. */
  readonly keep: NotionPage | null;
  /** Made by us and never touched: these may go. */
  readonly trash: readonly NotionPage[];
  /** A copy whose answer is not the one that counts; null where there is no contradiction. */
  readonly conflict: NotionPage | null;
}

/**
 * Of pages made twice by us the graded one counts, else the oldest. A copy that the founder made never counts by
 * itself: where its answer differs he is asked. Only what we made and nobody touched is thrown away.
 *
 * @param believedId the page that was taken for the item so far
 */
export function resolveDoubles(
  pages: readonly NotionPage[],
  believedId: string | null,
  place: NotionPlace,
): Resolution {
  const ours = pages
    .filter(({ createdBy }) => createdBy === place.botId)
    .toSorted(
      (a, b) => a.createdAt - b.createdAt || Number(b.id === believedId) - Number(a.id === believedId),
    );
  const graded = ours.filter((page) => isGraded(page, place));
  const keep =
    graded.find(({ id }) => id === believedId) ??
    graded[0] ??
    ours[0] ??
    pages.find(({ id }) => id === believedId) ??
    null;
  const others = pages.filter((page) => page !== keep);
  const answer = keep === null ? null : answerOf(keep, place);
  return {
    keep,
    trash: others.filter((page) => isUntouched(page, place)),
    conflict: others.find((page) => isGraded(page, place) && answerOf(page, place) !== answer) ?? null,
  };
}

function answerOf(page: NotionPage, place: NotionPlace): string | null {
  return optionOf(page, place.items.properties.grade)?.id ?? null;
}
