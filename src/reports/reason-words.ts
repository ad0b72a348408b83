import type { DecisionStep, Reason } from "../core/decision.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { kappaCell } from "./kappa-words.ts";
import { countOf, showNumber, showPercent, showProbability } from "./numbers.ts";

/** The figure that a mode looks at first, where no rule fired. */
export function figure(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
): string {
  if (mode === "literal" || row.pBelowThreshold === null) return `kappa ${kappaCell(row.kappa)}`;
  if (hasGrades(row, policy.kGate)) {
    return `${probabilityWords(row, policy, policy.kProbability)} (bar ${policy.kProbability})`;
  }
  const bar = policy.overwhelmingProbability;
  if (hasGrades(row, policy.overwhelmingGate))
    return `${probabilityWords(row, policy, bar)} (bar ${bar} on so few grades)`;
  const [pass, fail] = policy.overwhelmingGate;
  return `${probabilityWords(row, policy, bar)} (too few grades to act on: at least ${pass} PASS and ${fail} FAIL needed)`;
}

/** Whether the pool has the (discounted) grades that a rule asks for. */
export function hasGrades(row: HistoryRow, [pass, fail]: DecisionPolicy["kGate"]): boolean {
  return row.pool !== null && row.pool.passGraded >= pass && row.pool.failGraded >= fail;
}

/** `P(kappa < 0.6) = 0.996`, with as many decimals as it takes to see on which side of the bar it lies. */
export function probabilityWords(row: HistoryRow, policy: DecisionPolicy, bar: number | null): string {
  return `P(kappa < ${policy.kappaThreshold}) = ${showProbability(row.pBelowThreshold, bar)}`;
}

/** Why a mode acts, a phrase for each rule that fired. */
export function reasonWords(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  reasons: readonly Reason[],
  step: DecisionStep | null,
): readonly string[] {
  // The higher bar says all that the lower one does.
  const shown = reasons.filter((one) => one !== "kappa" || !reasons.includes("kappa-overwhelming"));
  return shown.map((reason) => reasonWord(row, policy, mode, reason, step));
}

function reasonWord(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  reason: Reason,
  step: DecisionStep | null,
): string {
  switch (reason) {
    case "kappa":
      return mode === "literal"
        ? `kappa ${kappaCell(row.kappa)} < ${policy.kappaThreshold}`
        : `${probabilityWords(row, policy, policy.kProbability)} (bar ${policy.kProbability})`;
    case "kappa-overwhelming":
      return `${probabilityWords(row, policy, policy.overwhelmingProbability)} (bar ${policy.overwhelmingProbability})`;
    case "streak":
      return streakWords(row, policy, mode, step);
    case "cusum": {
      const { cusum } = step ?? row;
      const value = cusum === null ? "" : ` at ${showNumber(cusum, 2)}`;
      return `overrides pile up (CUSUM${value}, bar ${policy.cusum.alarm})`;
    }
  }
}

/** How long the streak is, and what rule S makes of it. */
export function streakWords(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  step: DecisionStep | null,
): string {
  const streak = `an override in ${countOf(row.streak, "month")} running (bar ${policy.streakMonths})`;
  const probability = streakProbability(row, policy, step);
  return mode === "literal" || probability === null ? streak : `${streak}, ${probability}`;
}

/** `P(override rate > 10%) = 0.623 (bar 0.5)`, what rule S looks at once the streak is full; null where there is no streak. */
export function streakProbability(
  row: HistoryRow,
  policy: DecisionPolicy,
  step: DecisionStep | null,
): string | null {
  const { pOverrideAboveInStreak: probability } = step ?? row;
  if (probability === null) return null;
  const shown = showProbability(probability, policy.streakProbability);
  return `P(override rate > ${showPercent(policy.overrideRate)}) = ${shown} (bar ${policy.streakProbability})`;
}
