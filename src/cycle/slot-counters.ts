import { addMonths, monthOf } from "../core/month.ts";
import { countSlots, slotGraceMs, slotOf } from "../core/slot-counters.ts";
import type { PassCounters } from "../core/status-report.ts";
import type { CycleContext } from "./context.ts";

type CounterContext = Pick<CycleContext, "store" | "now" | "schedule" | "timezone">;

/** What the record of a fire carries that found its month opened already. */
export const doubleTrigger = "double";

/** How the months came about so far: derived from the cycles and the schedule, doubles from the record of runs. */
export async function readCounters(context: CounterContext): Promise<PassCounters> {
  const { store } = context;
  return {
    ...countSlots(await store.listCycles(), context),
    doubledPrevented: await store.countRuns(doubleTrigger),
  };
}

/**
 * Whether a fire at this instant is one too many: it comes at a slot, and a run of that slot has ended that left the
 * month opened. A run that resumes one that was killed is none.
 */
export async function isDouble(context: CounterContext): Promise<boolean> {
  const { store, timezone } = context;
  const now = context.now();
  const period = addMonths(monthOf(now, timezone), -1);
  const slot = slotOf(period, context);
  if (now < slot || now > slot + slotGraceMs) return false;
  const [last] = await store.listRuns(1);
  if (last === undefined || last.finishedAt < slot) return false;
  return (await store.listCycles({ period })).length > 0;
}

/** Records a fire that found everything done, so that it is counted. */
export async function recordDouble(context: CounterContext & Pick<CycleContext, "processId">): Promise<void> {
  const now = context.now();
  await context.store.recordRun({
    startedAt: now,
    finishedAt: now,
    trigger: doubleTrigger,
    pid: context.processId,
    status: "done",
    summary: "{}",
  });
}
