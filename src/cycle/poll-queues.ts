import type { PendingStep } from "../core/run-summary.ts";
import { createEffectPass, dueEffects } from "./apply-effects.ts";
import { canCloseAny } from "./close-cycle.ts";
import { collectGrades } from "./collect-grades.ts";
import type { CycleContext } from "./context.ts";
import { ingestLogs } from "./ingest-logs.ts";
import { watchOutage } from "./outage.ts";
import { publishItems } from "./publish-items.ts";
import { listPendingEffects } from "./pending-effects.ts";
import { planReminders } from "./reminder.ts";

/** What a look at the queues between two runs found. */
export interface QueuePoll {
  /** Items asked about, and observations that were new. */
  readonly checked: number;
  readonly stored: number;
  /** A month has all its answers, or its time is over: the next run closes it, or asks for further items of it. */
  readonly closable: boolean;
  readonly pending: readonly PendingStep[];
}

/**
 * What is done for open months between two runs: collect the grades, bring items that could not be published to their
 * queue, remind, and try again what waits. Decides and opens nothing. The caller holds the run lock.
 */
export async function pollQueues(context: CycleContext): Promise<QueuePoll> {
  const pending: PendingStep[] = [];
  await ingestLogs(context, pending);
  const { checked, stored, unreachableQueues, ...collection } = await collectGrades(context);
  pending.push(...collection.pending);
  pending.push(...(await publishItems(context, unreachableQueues)));
  await planReminders(context);
  const waiting = await retryEffects(context);
  await watchOutage(context, [...pending, ...waiting]);
  pending.push(...(await retryEffects(context)));
  return { checked, stored, closable: await canCloseAny(context, unreachableQueues), pending };
}

/** Tries what is due of the outbox; answers every step of it that still waits, whether it was due or not. */
export async function retryEffects(context: CycleContext): Promise<readonly PendingStep[]> {
  const due = new Set(
    dueEffects(await context.store.listEffects({ unfinished: true }), context.now()).map(({ id }) => id),
  );
  const outbox = createEffectPass(context, ({ id }) => due.has(id));
  if (due.size > 0) await outbox.apply();
  return listPendingEffects(context);
}
