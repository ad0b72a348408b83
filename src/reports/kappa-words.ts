import type { HistoryKappa, HistoryRow } from "../core/history-row.ts";
import { noNumber, showInterval, showNumber } from "./numbers.ts";

const becauseWords: Readonly<Record<string, string>> = {
  "no-data": "nothing graded",
  "empty-stratum": "one kind of verdict is missing",
  "founder-constant": "every grade is the same word",
  "both-constant": "only one word on both sides",
};

/** A reason code of kappa in words; an unknown code is shown as it is. */
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

/** PABAK, AC1 and the agreement on each word, beside a kappa; null where there is none. */
export function agreementWords(row: HistoryRow): string | null {
  const { agreement } = row;
  if (agreement === null) return null;
  const warning = agreement.prevalenceWarning
    ? "; one word is so common that kappa reads low by construction"
    : "";
  return (
    `PABAK ${showNumber(agreement.pabak, 3)}, AC1 ${showNumber(agreement.ac1, 3)}, ` +
    `agreement on PASS ${showNumber(agreement.onPass, 3)}, on FAIL ${showNumber(agreement.onFail, 3)} ` +
    `(weighted, n = ${row.graded.pass} + ${row.graded.fail})${warning}`
  );
}
