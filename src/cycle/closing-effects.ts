import type { Axis } from "../core/axis.ts";
import type { DecisionStep } from "../core/decision.ts";
import { type EffectPayload, type Message, messageKey, type PlannedEffect } from "../core/effect.ts";
import type { HistoryRow } from "../core/history-row.ts";
import { dateIn } from "../core/month.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { modesDifferMessage, revertedMessage, watchMessage } from "../reports/decision-words.ts";
import { type ClosingFacts, closedEntry, closedMarker } from "../reports/log-entry.ts";
import { modesDiffer } from "../reports/mode-sentence.ts";
import type { CycleContext } from "./context.ts";

/** What the outside is told of a decided month: the axis file, the vault log, messages. */
export function closingEffects(
  context: Pick<CycleContext, "timezone" | "vaultLog">,
  row: HistoryRow,
  month: {
    readonly axis: Axis | null;
    readonly closedAt: number;
    readonly policy: DecisionPolicy;
    readonly step: DecisionStep | null;
  },
): readonly PlannedEffect[] {
  const { axis, closedAt, policy, step } = month;
  return [
    ...axisFileEffect(context, row, axis, closedAt),
    ...vaultLogEffect(context, row, { closedAt, timezone: context.timezone, policy, step }),
    ...messagesOf(row, policy, step).map((message) =>
      effectOf(row, messageKey(row.period, row.axis, message.kind), { kind: "message", message }),
    ),
  ];
}

function effectOf(row: HistoryRow, dedupeKey: string, payload: EffectPayload): PlannedEffect {
  return { axis: row.axis, period: row.period, dedupeKey, payload };
}

/** A month without a single grade leaves the axis file alone. */
function axisFileEffect(
  context: Pick<CycleContext, "timezone">,
  row: HistoryRow,
  axis: Axis | null,
  closedAt: number,
): readonly PlannedEffect[] {
  if (axis === null || row.graded.pass + row.graded.fail === 0) return [];
  const { before, after } = row.status;
  return [
    effectOf(row, `axis-file/${row.period}/${row.axis}`, {
      kind: "axis-file",
      file: axis.file,
      axis: row.axis,
      edit: {
        status: before !== null && before !== after ? { from: before, to: "assisted" } : null,
        lastCalibration: dateIn(closedAt, context.timezone),
        lastKappa: { value: row.kappa.value },
        founderOverrideCount: row.overrides,
      },
    }),
  ];
}

function vaultLogEffect(
  context: Pick<CycleContext, "vaultLog">,
  row: HistoryRow,
  facts: ClosingFacts,
): readonly PlannedEffect[] {
  if (context.vaultLog === null) return [];
  const marker = closedMarker(row.workspace, row.period, row.axis);
  const markdown = closedEntry(row, facts);
  return [
    effectOf(row, `vault-log/${row.period}/${row.axis}/closed`, { kind: "vault-log", marker, markdown }),
  ];
}

function messagesOf(row: HistoryRow, policy: DecisionPolicy, step: DecisionStep | null): readonly Message[] {
  const { action } = row.decision;
  const messages: Message[] = [];
  if (action === "revert") messages.push(revertedMessage(row, policy, step));
  if (action === "watch") messages.push(watchMessage(row, policy, step));
  if (row.status.before === "graduated" && modesDiffer(row)) {
    messages.push(modesDifferMessage(row, policy, step));
  }
  return messages;
}
