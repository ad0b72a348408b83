import type { Cycle } from "../core/cycle.ts";
import type { Decision } from "../core/decided.ts";
import { monthsSinceRestart } from "../core/evidence.ts";
import { axisMonth } from "../core/history.ts";
import type { RunSummary } from "../core/run-summary.ts";
import { historyOptions, readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { axesOnceFiled } from "./gone-files.ts";
import { type HeldAxes, heldAxes } from "./held-axes.ts";
import { availableMonths, byPeriod, oldestOfEach, readinessOf } from "./month-readiness.ts";
import { planClosing } from "./plan-closing.ts";
import { resultNoteEffects } from "./result-note.ts";
import { topUpMonth, topUpPeriod, type TopUpTurn } from "./top-up-month.ts";

/**
 * Closes what can close, for each axis the oldest month first: all its items answered or withdrawn, or its due date passed.
 * A month whose grades leave the rules in doubt is asked for further items instead, while there is time and room for them.
 * A month whose grades could not be fetched in this pass, or whose axis file cannot be used, stays open, and so does
 * every younger one behind it.
 */
export async function closeDueCycles(
  context: CycleContext,
  unreachable: ReadonlySet<string>,
  held: Pick<HeldAxes, "closing">,
): Promise<Pick<RunSummary, "closed" | "toppedUp">> {
  const closed: RunSummary["closed"][number][] = [];
  const toppedUp: RunSummary["toppedUp"][number][] = [];
  const blocked = new Set<string>();
  for (const months of byPeriod(await availableMonths(context, unreachable, held))) {
    const front = months.filter(({ axis }) => !blocked.has(axis));
    const turns = await topUpPeriod(context, front);
    for (const cycle of front) {
      const { axis, period } = cycle;
      const end = await closeUnlessInDoubt(context, cycle, turns.get(axis) ?? { kind: "waiting" }, held);
      if (end.kind === "closed") closed.push({ period, axis, action: end.action });
      else blocked.add(axis);
      if (end.kind === "drawn") toppedUp.push(end.month);
    }
  }
  return { closed, toppedUp };
}

/** Whether `closeDueCycles` would do anything now: the oldest open month of some axis has all its answers, or no more time. */
export async function canCloseAny(context: CycleContext, unreachable: ReadonlySet<string>): Promise<boolean> {
  const held = heldAxes(context, new Set(), await axesOnceFiled(context));
  const months = await availableMonths(context, unreachable, held);
  for (const cycle of oldestOfEach(months)) {
    const items = await context.store.listItems({ axis: cycle.axis, period: cycle.period });
    if (readinessOf(cycle, items, context.now()) !== "waiting") return true;
  }
  return false;
}

/** Closes a month that is settled. Grades that arrive while it is decided belong to the decision, and may open the doubt anew. */
async function closeUnlessInDoubt(
  context: CycleContext,
  cycle: Cycle,
  first: TopUpTurn,
  held: Pick<HeldAxes, "closing">,
): Promise<
  Exclude<TopUpTurn, { kind: "settled" }> | { readonly kind: "closed"; readonly action: Decision["action"] }
> {
  let turn = first;
  while (turn.kind === "settled") {
    const end = await closeCycle(context, cycle, turn, held);
    if (end !== "changed") return end === null ? { kind: "waiting" } : { kind: "closed", action: end };
    turn = await topUpMonth(context, cycle);
  }
  return turn;
}

/**
 * Decides one month and stores the decision with everything that follows from it, in one transaction. Does neither where
 * grades have arrived since the month was found settled (`changed`), or where it is not open any more or its axis file has
 * gone since (null).
 */
async function closeCycle(
  context: CycleContext,
  cycle: Cycle,
  settled: Extract<TopUpTurn, { kind: "settled" }>,
  held: Pick<HeldAxes, "closing">,
): Promise<Decision["action"] | "changed" | null> {
  context.step("close: begin");
  const closedAt = context.now();
  const { record, gradesMark } = await readAxisRecord(context, cycle.axis);
  if (gradesMark !== settled.gradesMark) return "changed";
  const files = context.readAxes();
  if (held.closing(cycle.axis, files)) return null;
  const axis = files.find(({ name }) => name === cycle.axis) ?? null;
  const cycles = record.cycles.map(
    (one): Cycle => (one.period === cycle.period ? { ...one, state: "closed", closedAt } : one),
  );
  // Whatever is in the store by now was observed before this close, even if a clock that was set back dates it later.
  const options = await historyOptions(context, record, axis, Number.POSITIVE_INFINITY);
  const found = axisMonth({ ...record, cycles }, cycle.period, options);
  if (found === null) return null;
  // Only this moment knows why no further items were asked for; the decision remembers it.
  const row = { ...found.row, topUp: { ...found.row.topUp, ended: settled.ended } };
  const planned = planClosing(context, {
    row,
    step: found.step,
    policy: options.policy,
    status: options.statusNow,
    axis,
    closedAt,
    grades: record.observations.length,
    months: monthsSinceRestart({ ...record, cycles }, cycle.period, closedAt).map(({ period }) => period),
  });
  const facts = { closedAt, timezone: context.timezone, policy: options.policy, step: found.step };
  const note = await resultNoteEffects(context, cycle, record, { ...facts, row });
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
      return "changed";
  }
}
