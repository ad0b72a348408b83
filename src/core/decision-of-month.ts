import type { Cycle } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import type { DecisionStep } from "./decision.ts";
import type { HistoryOptions } from "./history-options.ts";
import type { HistoryRow } from "./history-row.ts";
import type { KnownMonth } from "./known-month.ts";
import type { DecisionPolicy } from "./policy.ts";

const nothing = { action: "none", reasons: [] } as const;

/** What was decided of a month; of a closed one without a decision, what would be decided now. */
export function decisionOf(
  { decided, step }: KnownMonth,
  cycle: Cycle,
  options: HistoryOptions,
): HistoryRow["decision"] {
  if (decided !== null) {
    const { mode, action, reasons, evidence, literal, guarded } = decided;
    return { mode, action, reasons, evidence, literal, guarded };
  }
  // An open month is not decided, and its half-graded sample shall not look as if it were.
  if (cycle.state !== "closed" || step === null) {
    return { mode: options.policy.mode, ...nothing, evidence: null, literal: nothing, guarded: nothing };
  }
  return freshDecision(step, options.policy.mode, options.statusNow);
}

/** What the acting mode does with an axis of this status: only a graduated axis is acted on. */
function freshDecision(
  step: DecisionStep,
  mode: DecisionPolicy["mode"],
  status: string,
): HistoryRow["decision"] {
  const acting = mode === "literal" ? step.literal : step.guarded;
  const { action, reasons } = status === "graduated" ? acting : nothing;
  return { mode, action, reasons, evidence: step.evidence, literal: step.literal, guarded: step.guarded };
}

/** What the mode that decided would do by the grades of now, with the axis as it was. */
export function decidedAgain(step: DecisionStep, decided: Decision): HistoryRow["byNow"] {
  const { action, reasons } = freshDecision(step, decided.mode, decided.statusBefore);
  return { action, reasons };
}
