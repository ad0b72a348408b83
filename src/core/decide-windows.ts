import {
  decideNext,
  type DecisionState,
  type DecisionStep,
  type MonthEvidence,
  nothingDecided,
} from "./decision.ts";
import type { DecisionPolicy } from "./policy.ts";

/**
 * What do the rules see in the last month of each of many windows? As `decide` says it, but what a window has in common with the
 * one asked before it is not decided again: the windows of an axis' months, in turn, mostly grow by one month each.
 * Null for a window without months.
 */
export function decideWindows(
  policy: DecisionPolicy,
): (window: readonly MonthEvidence[]) => DecisionStep | null {
  const decided: { month: MonthEvidence; step: DecisionStep; state: DecisionState }[] = [];
  return (window) => {
    const differs = decided.findIndex(({ month }, index) => month !== window[index]);
    if (differs !== -1) decided.length = differs;
    for (const month of window.slice(decided.length)) {
      const before = decided.at(-1)?.state ?? nothingDecided;
      decided.push({ month, ...decideNext(before, month, policy) });
    }
    return decided.at(-1)?.step ?? null;
  };
}
