import { addMonths, monthOf, monthStart } from "../core/month.ts";
import type { RunSummary } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";
import { runMonth } from "./run-month.ts";

export type Reconciliation =
  | { readonly kind: "idle"; readonly nextSlot: number }
  | { readonly kind: "ran"; readonly summary: RunSummary };

/**
 * Brings the months up to date with the time, however often and however late it is called: does nothing until the slot
 * of the last complete month has come, and then runs the month unless every period is opened and nothing is due.
 */
export async function reconcile(context: CycleContext): Promise<Reconciliation> {
  const now = context.now();
  const lastComplete = addMonths(monthOf(now, context.timezone), -1);
  const monthEnd = monthStart(addMonths(lastComplete, 1), context.timezone);
  // `next` answers later slots only; one at the very start of the month counts too.
  const slot = context.schedule.next(monthEnd - 1);
  if ((now >= slot && (await isMissing(context, lastComplete))) || (await isDue(context, now))) {
    return { kind: "ran", summary: await runMonth(context, { month: null, sampleTarget: null }) };
  }
  return { kind: "idle", nextSlot: context.schedule.next(now) };
}

async function isMissing(context: CycleContext, lastComplete: string): Promise<boolean> {
  return (await context.store.listCycles({ period: lastComplete })).length === 0;
}

async function isDue(context: CycleContext, now: number): Promise<boolean> {
  const open = await context.store.listCycles({ state: "open" });
  return open.some(({ dueAt }) => dueAt !== null && now >= dueAt);
}
