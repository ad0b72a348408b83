import type { Month } from "../core/cycle.ts";
import type { JudgeCost } from "../core/judge-cost.ts";
import { judgeCostSentence, purposeWord } from "./judge-words.ts";
import { markdownEntry } from "./log-entry.ts";
import { markdownTable } from "./markdown-text.ts";
import { noNumber, showNumber } from "./numbers.ts";
import { workspacePart } from "./workspace-part.ts";

/**
 * The block id of a month's judging cost.
 *
 * @example judgeCostMarker("default", "2026-05") // "^ic-2026-05-judge-cost"
 */
export function judgeCostMarker(workspace: string, period: Month): string {
  return `^ic-${workspacePart(workspace)}${period}-judge-cost`;
}

/** The log entry of a month whose judging costs a large share of what is judged: the sentence, and what it was spent on. */
export function judgeCostEntry(cost: JudgeCost, production: number, marker: string): string {
  const rows = [
    ["verdicts", String(cost.verdictsPriced), showNumber(cost.verdictsUsd, 2), noNumber, noNumber],
    ...cost.purposes.map(({ purpose, calls, costUsd, costKnown, tokens, latencyMs }) => [
      purposeWord(purpose),
      String(calls),
      costKnown === 0 ? noNumber : showNumber(costUsd, 2),
      String(tokens),
      showNumber(latencyMs / calls / 1000, 1),
    ]),
  ];
  return markdownEntry(
    `${cost.period} cost of judging`,
    [judgeCostSentence(cost, production)],
    markdownTable(["for", "number", "USD", "tokens", "seconds each"], rows),
    marker,
  );
}
