import type { RunSummary } from "../core/run-summary.ts";
import { checkClock, noteClock } from "./clock-check.ts";
import type { CycleContext } from "./context.ts";
import { findDueWork, type Turn } from "./due-work.ts";
import { ingestLogs } from "./ingest-logs.ts";
import { pollQueues, type QueuePoll, retryEffects } from "./poll-queues.ts";
import { runMonth } from "./run-month.ts";

export type Reconciliation =
  | { readonly kind: "idle"; readonly nextSlot: number }
  /** Nothing of the months was due; logs, queues or the outbox were. */
  | { readonly kind: "looked"; readonly poll: QueuePoll | null }
  | { readonly kind: "ran"; readonly summary: RunSummary };

const onlyTheMonths: Turn = { logs: false, grades: false, watchingSince: Number.NEGATIVE_INFINITY };

/**
 * Brings the months up to date with the time, however often and however late it is called: does nothing until the slot
 * of a month has come, and then runs the month unless it is opened and nothing is due. A month whose last answer came in
 * is closed by the look at the queues that found it. The caller holds the run lock.
 */
export async function reconcile(context: CycleContext, turn: Turn = onlyTheMonths): Promise<Reconciliation> {
  const due = await findDueWork(context, turn);
  if (due.openUpTo !== null || due.close) return run(context, due.openUpTo);
  if (turn.grades) {
    const poll = await pollQueues(context);
    await noteTick(context);
    return poll.closable ? run(context, null) : { kind: "looked", poll };
  }
  if (turn.logs) {
    await ingestLogs(context, []);
    await noteTick(context);
  }
  if (due.effects) await retryEffects(context);
  return turn.logs || due.effects
    ? { kind: "looked", poll: null }
    : { kind: "idle", nextSlot: context.schedule.next(context.now()) };
}

async function run(context: CycleContext, upTo: string | null): Promise<Reconciliation> {
  return { kind: "ran", summary: await runMonth(context, { month: null, sampleTarget: null, upTo }) };
}

/** A clock that jumped is left as it was seen last, so that `status` goes on telling until the next run. */
async function noteTick(context: CycleContext): Promise<void> {
  if ((await checkClock(context)) === null) await noteClock(context);
}
