import type { DecisionStep } from "../core/decision.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { ShownRow } from "../core/open-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { actionWord, becauseWord } from "./action-words.ts";
import { countOf } from "./numbers.ts";
import { figure, reasonWords } from "./reason-words.ts";
import { answeredWords, overridesOf } from "./row-counts.ts";
import { oneLine } from "./terminal-text.ts";

/**
 * One sentence for one row: what was decided and the figures that decided it, each with its n.
 * `step` adds what the row does not carry (the streak's probability, the CUSUM).
 *
 * @example "reverted to assisted: P(kappa < 0.6) = 0.996 (bar 0.99), 4 overrides of 9"
 */
export function decisionSentence(
  row: ShownRow,
  policy: DecisionPolicy,
  step: DecisionStep | null = null,
): string {
  switch (row.state) {
    case "below-threshold":
      return `below-threshold: ${countOf(row.frame.pass, "PASS verdict")} with an artifact, too few to sample`;
    case "skipped":
      return row.because === null ? "skipped" : `skipped: ${becauseWord(row.because)}`;
    case "open":
      return `open: ${answeredWords(row)}`;
    case "closed":
      return closedSentence(row, policy, step);
  }
}

function closedSentence(row: HistoryRow, policy: DecisionPolicy, step: DecisionStep | null): string {
  const { action, mode, reasons } = row.decision;
  if (action === "none") {
    return row.graded.pass + row.graded.fail === 0
      ? "no decision: nothing was graded"
      : `no decision: the axis is ${oneLine(row.status.before, 40)}; ${overridesOf(row)}`;
  }
  const why =
    reasons.length === 0 ? [figure(row, policy, mode)] : reasonWords(row, policy, mode, reasons, step);
  return `${actionWord(action)}: ${[...why, overridesOf(row)].join(", ")}`;
}
