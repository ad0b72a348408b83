import type { DecisionStep } from "../core/decision.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { countOf, showNumber } from "./numbers.ts";
import { hasGrades, probabilityWords, streakProbability } from "./reason-words.ts";

/**
 * What the guarded rules miss to act: each rule with the condition that is not met, be it the probability, the number of
 * grades or the length of the streak. Empty where one of them reverts.
 *
 * @example ["P(kappa < 0.6) = 0.830 is below the bar of 0.9", "a streak of 3 months is needed, and there is 1 month"]
 */
export function missingConditions(
  row: HistoryRow,
  policy: DecisionPolicy,
  step: DecisionStep | null = null,
): readonly string[] {
  if (row.decision.guarded.action === "revert") return [];
  return [kappaMisses(row, policy), streakMisses(row, policy, step)];
}

function kappaMisses(row: HistoryRow, policy: DecisionPolicy): string {
  const { kProbability, overwhelmingProbability } = policy;
  const { pBelowThreshold } = row;
  if (pBelowThreshold === null)
    return `P(kappa < ${policy.kappaThreshold}) is not computable: of one kind of verdict nothing was graded`;
  if (pBelowThreshold < kProbability)
    return `${probabilityWords(row, policy, kProbability)} is below the bar of ${kProbability}`;
  const [pass, fail] = policy.kGate;
  const [fewPass, fewFail] = policy.overwhelmingGate;
  const other = hasGrades(row, policy.overwhelmingGate)
    ? `for which the bar is ${overwhelmingProbability}`
    : `and that of ${overwhelmingProbability} needs ${fewPass} and ${fewFail}`;
  return (
    `${probabilityWords(row, policy, overwhelmingProbability)}, but the bar of ${kProbability} needs ${pass} PASS and ` +
    `${fail} FAIL graded, and there are ${pooledGrades(row)}, ${other}`
  );
}

function streakMisses(row: HistoryRow, policy: DecisionPolicy, step: DecisionStep | null): string {
  if (row.streak < policy.streakMonths) {
    const there = row.streak === 0 ? "there is none" : `there is ${countOf(row.streak, "month")}`;
    return `a streak of ${countOf(policy.streakMonths, "month")} with an override is needed, and ${there}`;
  }
  const probability = streakProbability(row, policy, step);
  return `the streak is full, but ${probability ?? "its override rate is not known"} is below its bar`;
}

function pooledGrades({ pool }: HistoryRow): string {
  const passGraded = showNumber(pool?.passGraded ?? null, 1);
  const failGraded = showNumber(pool?.failGraded ?? null, 1);
  return `${passGraded} and ${failGraded} (older months discounted)`;
}
