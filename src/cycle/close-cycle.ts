import type { Axis } from "../core/axis.ts";
import type { Cycle } from "../core/cycle.ts";
import type { Decision, StatusChange } from "../core/decided.ts";
import { type EffectPayload, type Message, messageKey, type PlannedEffect } from "../core/effect.ts";
import type { DecisionStep } from "../core/decision.ts";
import { axisMonths } from "../core/history.ts";
import type { HistoryRow } from "../core/history-row.ts";
import { dateIn } from "../core/month.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import type { RunSummary } from "../core/run-summary.ts";
import { modesDiffer } from "../reports/decision-sentence.ts";
import { modesDifferMessage, revertedMessage, watchMessage } from "../reports/decision-words.ts";
import { type ClosingFacts, closedEntry, closedMarker } from "../reports/log-entry.ts";
import { historyOptions, readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { type HeldAxes, heldAxes } from "./held-axes.ts";
import { resultNoteEffects } from "./result-note.ts";

/**
 * Closes what can close, for each axis the oldest month first: all its items answered or withdrawn, or its due date passed.
 * A month whose grades could not be fetched in this pass, or whose axis file cannot be used, stays open, and so does
 * every younger one behind it.
 */
export async function closeDueCycles(
  context: CycleContext,
  unreachable: ReadonlySet<string>,
  held: Pick<HeldAxes, "closing">,
): Promise<RunSummary["closed"]> {
  const closed: RunSummary["closed"][number][] = [];
  const blocked = new Set<string>();
  const open = (await context.store.listCycles({ state: "open" })).toSorted(byPeriodThenAxis);
  for (const cycle of open) {
    if (blocked.has(cycle.axis)) continue;
    const reachable = !unreachable.has(cycle.queue) && !held.closing(cycle.axis);
    const canClose = reachable && (await isClosable(context, cycle));
    const action = canClose ? await closeCycle(context, cycle) : null;
    if (action === null) blocked.add(cycle.axis);
    else closed.push({ period: cycle.period, axis: cycle.axis, action });
  }
  return closed;
}

/** Whether `closeDueCycles` would close anything now: the oldest open month of some axis can be closed. */
export async function canCloseAny(context: CycleContext, unreachable: ReadonlySet<string>): Promise<boolean> {
  const seen = new Set<string>();
  const held = heldAxes(context, new Set());
  for (const cycle of (await context.store.listCycles({ state: "open" })).toSorted(byPeriodThenAxis)) {
    if (seen.has(cycle.axis)) continue;
    seen.add(cycle.axis);
    if (unreachable.has(cycle.queue) || held.closing(cycle.axis)) continue;
    if (await isClosable(context, cycle)) return true;
  }
  return false;
}

function byPeriodThenAxis(a: Cycle, b: Cycle): number {
  if (a.period !== b.period) return a.period < b.period ? -1 : 1;
  return a.axis < b.axis ? -1 : 1;
}

/** Items that never reached the founder hold the month open even past its due date: he was not asked. */
async function isClosable(context: CycleContext, cycle: Cycle): Promise<boolean> {
  const items = await context.store.listItems({ axis: cycle.axis, period: cycle.period });
  if (items.some(({ state }) => state === "planned" || state === "sending")) return false;
  if (cycle.dueAt !== null && context.now() >= cycle.dueAt) return true;
  return items.every(({ state }) => state === "answered" || state === "withdrawn");
}

/** Decides one month and stores the decision with everything that follows from it, in one transaction. */
async function closeCycle(context: CycleContext, cycle: Cycle): Promise<Decision["action"] | null> {
  context.step("close: begin");
  for (;;) {
    const closedAt = context.now();
    const { record, gradesMark } = await readAxisRecord(context, cycle.axis);
    const axis = context.readAxes().find(({ name }) => name === cycle.axis) ?? null;
    const cycles = record.cycles.map(
      (one): Cycle => (one.period === cycle.period ? { ...one, state: "closed", closedAt } : one),
    );
    // Whatever is in the store by now was observed before this close, even if a clock that was set back dates it later.
    const options = await historyOptions(context, record, axis, Number.POSITIVE_INFINITY);
    const month = axisMonths({ ...record, cycles }, options).find(({ row }) => row.period === cycle.period);
    if (month === undefined) return null;
    const planned = planClosing(context, {
      ...month,
      policy: options.policy,
      status: options.statusNow,
      axis,
      closedAt,
    });
    const facts = { closedAt, timezone: context.timezone, policy: options.policy, step: month.step };
    const note = resultNoteEffects(context, cycle, record, { ...facts, row: month.row });
    context.step("close: decided");
    const outcome = await context.store.closeCycle({
      axis: cycle.axis,
      period: cycle.period,
      closedAt,
      gradesMark,
      ...planned,
      effects: [...planned.effects, ...note],
    });
    context.step("close: stored");
    switch (outcome) {
      case "closed":
        return planned.decision.action;
      case "not-open":
        return null;
      case "changed":
        // A grade arrived while we were deciding: it belongs to the decision, so decide again.
        continue;
    }
  }
}

interface ClosingPlan {
  readonly decision: Decision;
  readonly statusChange: StatusChange | null;
  readonly effects: readonly PlannedEffect[];
}

/** What a decided month brings with it. Pure: the row says what was decided. */
function planClosing(
  context: Pick<CycleContext, "timezone" | "vaultLog">,
  month: {
    readonly row: HistoryRow;
    readonly step: DecisionStep | null;
    readonly policy: DecisionPolicy;
    /** The status word that holds before this decision. */
    readonly status: string;
    readonly axis: Axis | null;
    readonly closedAt: number;
  },
): ClosingPlan {
  const { axis, closedAt, policy, step, status: before } = month;
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
    record: JSON.stringify(row),
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
    effects: [
      ...axisFileEffect(context, row, axis, closedAt),
      ...vaultLogEffect(context, row, { closedAt, timezone: context.timezone, policy, step }),
      ...messagesOf(row, policy, step).map((message) =>
        effectOf(row, messageKey(row.period, row.axis, message.kind), { kind: "message", message }),
      ),
    ],
  };
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
