import type { PendingStep, ToppedUpMonth } from "../core/run-summary.ts";
import { createEffectPass } from "./apply-effects.ts";
import { collectGrades } from "./collect-grades.ts";
import type { CycleContext } from "./context.ts";
import { axesOnceFiled } from "./gone-files.ts";
import { heldAxes } from "./held-axes.ts";
import { publishItems } from "./publish-items.ts";
import { planReminders } from "./reminder.ts";
import { topUpMonths } from "./top-up-month.ts";

/** What a look for grades brought. `unreachable` is not the same as nothing. */
export interface CollectReport {
  readonly checked: number;
  readonly stored: number;
  readonly withdrawn: number;
  /** Months whose grades left a question open, so that further items of them were drawn. */
  readonly toppedUp: readonly ToppedUpMonth[];
  readonly unreachable: { readonly because: string; readonly hint: string } | null;
  readonly pending: readonly PendingStep[];
}

/**
 * The daily look between two monthly runs: fetches grades, reminds of a month that is nearly due, and tries again what
 * could not be done before. A month that has all its answers and is still in doubt is asked for further items: at the run
 * of its due date it would be too late. It opens and closes nothing. The caller holds the run lock.
 */
export async function collectPass(context: CycleContext): Promise<CollectReport> {
  const { checked, stored, withdrawn, unreachable, unreachableQueues, ...collection } =
    await collectGrades(context);
  const held = heldAxes(context, new Set(), await axesOnceFiled(context));
  const toppedUp = await topUpMonths(context, unreachableQueues, held);
  const pending = [...collection.pending, ...(await publishItems(context, unreachableQueues))];
  await planReminders(context, toppedUp);
  const outbox = createEffectPass(context);
  await outbox.apply();
  return { checked, stored, withdrawn, toppedUp, unreachable, pending: [...pending, ...outbox.pending] };
}
