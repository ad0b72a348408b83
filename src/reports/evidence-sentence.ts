import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { showNumber } from "./numbers.ts";
import { probabilityWords } from "./reason-words.ts";

/**
 * How much the grades say, as a sentence; null where nothing was graded. Null beside a revert, too: the word is about
 * P(kappa < threshold) alone, and beside the reasons of a revert it would read as if the revert were uncertain.
 */
export function evidenceSentence(row: HistoryRow, policy: DecisionPolicy): string | null {
  if (row.decision.action === "revert") return null;
  switch (row.decision.evidence) {
    case null:
      return null;
    case "healthy":
      return `healthy: ${probabilityWords(row, policy, 0.1)}, at most 0.1`;
    case "uncertain":
      return `uncertain: ${probabilityWords(row, policy, 0.1)}, more than 0.1`;
    case "insufficient": {
      const [pass, fail] = policy.kGate;
      const passGraded = showNumber(row.pool?.passGraded ?? null, 1);
      const failGraded = showNumber(row.pool?.failGraded ?? null, 1);
      return (
        `insufficient for the bar of ${policy.kProbability}: ${passGraded} PASS and ${failGraded} FAIL graded ` +
        `(older months discounted), ${pass} and ${fail} needed`
      );
    }
  }
}
