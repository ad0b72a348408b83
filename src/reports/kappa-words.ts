import type { HistoryKappa } from "../core/history-row.ts";
import { noNumber, showInterval, showNumber } from "./numbers.ts";

const becauseWords: Readonly<Record<string, string>> = {
  "no-data": "nothing graded",
  "empty-stratum": "one kind of verdict is missing",
  "ungraded-stratum": "of one kind of verdict nothing was graded",
  "invalid-input": "more grades than verdicts",
  "founder-constant": "every grade is the same word",
  "both-constant": "only one word on both sides",
  open: "shown at the close",
};

/** A reason code of kappa, or of what is shown beside it, in words; an unknown code is shown as it is. */
export function kappaBecause(because: string | null): string | null {
  return because === null ? null : (becauseWords[because] ?? because);
}

/**
 * Kappa with its 95% interval, or why there is none, for a table cell.
 *
 * @example `0.687 [0.630, 0.740]`, `not identifiable [-0.110, 0.820]`, `–`
 */
export function kappaCell(kappa: HistoryKappa): string {
  switch (kappa.status) {
    case "ok":
      return [showNumber(kappa.value, 3), showInterval(kappa.low, kappa.high)].filter(Boolean).join(" ");
    case "unidentified":
      return kappa.bounds === null
        ? "not identifiable"
        : `not identifiable ${showInterval(kappa.bounds[0], kappa.bounds[1])}`;
    case "undefined":
      return noNumber;
  }
}
