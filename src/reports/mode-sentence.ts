import type { DecisionStep, ModeOutcome } from "../core/decision.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { figure, reasonWords, streakWords } from "./reason-words.ts";

/**
 * What one mode would do with the row's month, and why.
 *
 * @example "revert (kappa 0.345 [0.062, 0.633] < 0.6)"
 */
export function modeSentence(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  step: DecisionStep | null = null,
): string {
  const outcome: ModeOutcome = row.decision[mode];
  if (outcome.action === "none") return "none";
  const why =
    outcome.reasons.length === 0
      ? quietWords(row, policy, mode, step)
      : reasonWords(row, policy, mode, outcome.reasons, step).join(", ");
  return `${outcome.action} (${why})`;
}

/** Why a mode does nothing; a full streak, which the literal rule acts on, is not passed over. */
function quietWords(
  row: HistoryRow,
  policy: DecisionPolicy,
  mode: HistoryRow["decision"]["mode"],
  step: DecisionStep | null,
): string {
  const first = figure(row, policy, mode);
  if (mode === "literal" || row.streak < policy.streakMonths) return first;
  return [first, streakWords(row, policy, mode, step)].join(", ");
}

/** Whether the literal rule and the mode that acts came to different actions on an axis that can be acted on. */
export function modesDiffer(row: HistoryRow): boolean {
  const { mode, action, literal, guarded } = row.decision;
  return mode === "guarded" && action !== "none" && literal.action !== guarded.action;
}
