import type { Axis } from "../core/axis.ts";
import type { Month } from "../core/cycle.ts";
import type { Decision, StatusChange } from "../core/decided.ts";
import type { DecisionStep } from "../core/decision.ts";
import { writeDecisionRecord } from "../core/decision-record.ts";
import type { PlannedEffect } from "../core/effect.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { closingEffects } from "./closing-effects.ts";
import type { CycleContext } from "./context.ts";

interface ClosingPlan {
  readonly decision: Decision;
  readonly statusChange: StatusChange | null;
  readonly effects: readonly PlannedEffect[];
}

/** What a decided month brings with it. Pure: the row says what was decided. */
export function planClosing(
  context: Pick<CycleContext, "timezone" | "vaultLog">,
  month: {
    readonly row: HistoryRow;
    readonly step: DecisionStep | null;
    readonly policy: DecisionPolicy;
    /** The status word that holds before this decision. */
    readonly status: string;
    readonly axis: Axis | null;
    readonly closedAt: number;
    /** Grade observations of the axis that the decision knows. */
    readonly grades: number;
    /** The months that the rules looked at. */
    readonly months: readonly Month[];
  },
): ClosingPlan {
  const { closedAt, policy, status: before } = month;
  const reverts = month.row.decision.action === "revert";
  const after = reverts ? "assisted" : before;
  const row: HistoryRow = { ...month.row, status: { before, after } };
  const decision: Decision = {
    axis: row.axis,
    period: row.period,
    at: closedAt,
    ...row.decision,
    statusBefore: before,
    statusAfter: after,
    kappa: row.kappa.value,
    overrides: row.overrides,
    record: writeDecisionRecord(row, { policy, grades: month.grades, months: month.months }),
  };
  return {
    decision,
    statusChange: reverts
      ? {
          axis: row.axis,
          at: closedAt,
          from: before,
          to: after,
          by: "run",
          reason: row.decision.reasons.join(", "),
          period: row.period,
        }
      : null,
    effects: closingEffects(context, row, month),
  };
}
