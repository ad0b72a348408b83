import type { HistoryRow } from "../core/history-row.ts";
import type { TopUpEnd } from "../core/top-up-outcome.ts";
import { countOf } from "./numbers.ts";

/**
 * What further items a month drew and why no more, as sentences for its row; none where no question was raised.
 *
 * @example ["2 batches of further items, 40 of them graded.", "Still in doubt after the last of them."]
 */
export function topUpSentences({ topUp }: Pick<HistoryRow, "topUp">): readonly string[] {
  const { batches, cut, ended, graded } = topUp;
  return [
    ...(batches === 0
      ? []
      : [`${countOf(batches, "batch", "batches")} of further items, ${graded} of them graded.`]),
    ...(cut === 0
      ? []
      : [`${countOf(cut, "further item")} left out: the month's minutes for them were used up.`]),
    ...endWords(ended, batches),
  ];
}

function endWords(ended: TopUpEnd | null, batches: number): readonly string[] {
  switch (ended) {
    case "no-minutes":
      return ["In doubt, and no minutes were left for further items: decided on what is graded."];
    case "due":
      return ["In doubt, and the due date had passed: decided on what is graded."];
    case "exhausted":
      return ["In doubt, and no verdict of the month was left to ask about."];
    case "last-look":
      return ["Still in doubt after the last batch."];
    case "unanswered":
      return batches === 0
        ? []
        : ["The due date passed before all of them were answered: decided on what is graded."];
    case "off":
    case "clear":
    case "overwhelming":
    case "not-graduated":
    case "no-grades":
    case null:
      return [];
  }
}
