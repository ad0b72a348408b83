import type { Month } from "../core/cycle.ts";
import { addMonths, monthOf } from "../core/month.ts";
import { slotOf } from "../core/slot-counters.ts";
import { dueEffects } from "./apply-effects.ts";
import type { CycleContext } from "./context.ts";
import { axesOnceFiled } from "./gone-files.ts";
import { heldAxes } from "./held-axes.ts";

/** What a caller that comes again and again asks for this time, beside the months. */
export interface Turn {
  /** It is time to read on in the logs. */
  readonly logs: boolean;
  /** It is time to ask the queues for grades. */
  readonly grades: boolean;
  /**
   * Since when somebody has been there to see slots come, epoch milliseconds: with `catch_up: none` an earlier slot
   * is not made up for.
   */
  readonly watchingSince: number;
}

/** What there is to do at an instant. */
export interface DueWork {
  /** The latest month whose slot has come and which is not opened; null where there is none. */
  readonly openUpTo: Month | null;
  /** A month's due date has passed, and no run has seen it since. */
  readonly close: boolean;
  /** Something of the outbox may be tried (again). */
  readonly effects: boolean;
}

/** Looks what is due, and changes nothing: cheap enough to be asked twice a minute, without the run lock. */
export async function findDueWork(context: CycleContext, turn: Turn): Promise<DueWork> {
  const now = context.now();
  return {
    openUpTo: await monthToOpen(context, turn, now),
    close: await isOverdue(context, now),
    effects: dueEffects(await context.store.listEffects({ unfinished: true }), now).length > 0,
  };
}

async function monthToOpen(context: CycleContext, turn: Turn, now: number): Promise<Month | null> {
  const { store, timezone } = context;
  const lastComplete = addMonths(monthOf(now, timezone), -1);
  // Before the first run there is nothing to catch up with.
  const since = (await store.readSetting("first_run_covers")) ?? lastComplete;
  let period = lastComplete;
  while (slotOf(period, context) > now) period = addMonths(period, -1);
  const slot = slotOf(period, context);
  if (period < since) return null;
  if (context.catchUp.mode === "none" && slot < turn.watchingSince) return null;
  const isOpened = (await store.listCycles({ period })).length > 0;
  // An axis that had to wait for its file or log when the month was opened is looked for as often as logs are read.
  if (!turn.logs && (isOpened || (await ranSince(context, slot)))) return null;
  return (await lacksAxis(context, period)) ? period : null;
}

async function ranSince(context: CycleContext, slot: number): Promise<boolean> {
  const [last] = await context.store.listRuns(1);
  return last !== undefined && last.startedAt >= slot;
}

/** Whether some axis could be opened. Without axes and verdicts an opening leaves nothing behind, and would be due for ever. */
async function lacksAxis(context: CycleContext, period: Month): Promise<boolean> {
  const known = new Set((await context.store.listCycles({ period })).map(({ axis }) => axis));
  const counted = new Set((await context.store.listMonthCounts({ period })).map(({ axis }) => axis));
  const held = heldAxes(context, new Set(), await axesOnceFiled(context));
  const files = context.readAxes().map(({ name }) => name);
  const names = known.size > 0 ? files.filter((name) => counted.has(name)) : [...files, ...counted];
  return names.some((name) => !known.has(name) && !held.opening(name));
}

/**
 * A run that saw the due date and left the month open could not ask its queue: trying again at once would not help,
 * and the next look at the queues does.
 */
async function isOverdue(context: CycleContext, now: number): Promise<boolean> {
  const open = await context.store.listCycles({ state: "open" });
  const overdue = open.filter(({ dueAt }) => dueAt !== null && now >= dueAt);
  if (overdue.length === 0) return false;
  const [last] = await context.store.listRuns(1);
  return last === undefined || overdue.some(({ dueAt }) => dueAt !== null && last.startedAt < dueAt);
}
