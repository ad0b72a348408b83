import type { HistoryRow } from "./history-row.ts";
import type { DecisionPolicy } from "./policy.ts";

/**
 * Why an axis is at risk, as a sentence; null where it is not. Only a graduated axis can be: where either mode says revert,
 * or watch, or the streak is 2 or more, or P(kappa < threshold) is above one half.
 */
export function riskOf(
  last: Pick<HistoryRow, "decision" | "streak" | "pBelowThreshold"> | null,
  status: string,
  policy: Pick<DecisionPolicy, "kappaThreshold">,
): string | null {
  if (last === null || status !== "graduated") return null;
  const { literal, guarded } = last.decision;
  if (guarded.action === "revert") return `the guarded rules say revert (${guarded.reasons.join(", ")})`;
  if (literal.action === "revert") return `the literal rule says revert (${literal.reasons.join(", ")})`;
  if (guarded.action === "watch" || literal.action === "watch") return "it is being watched (cusum)";
  if (last.streak >= 2) return `${last.streak} months in a row with an override`;
  if (last.pBelowThreshold !== null && last.pBelowThreshold > 0.5) {
    return `P(kappa < ${policy.kappaThreshold}) = ${last.pBelowThreshold.toFixed(3)}`;
  }
  return null;
}

/** 2: at risk. 1: in doubt, or nothing is known. 0: healthy. */
export type RiskBand = 0 | 1 | 2;

/**
 * How much a month of grading would tell, in three bands: finer differences are noise at a few grades a month, and what the
 * axis gains by them another one would lose.
 */
export function riskBandOf(
  last: Pick<HistoryRow, "decision" | "streak" | "pBelowThreshold"> | null,
  status: string,
  policy: Pick<DecisionPolicy, "kappaThreshold">,
): RiskBand {
  if (last === null) return 1;
  if (riskOf(last, status, policy) !== null) return 2;
  return last.decision.evidence === "healthy" && last.streak === 0 ? 0 : 1;
}
