import type { PendingStep } from "../core/run-summary.ts";
import { createEffectPass } from "./apply-effects.ts";
import { collectGrades } from "./collect-grades.ts";
import type { CycleContext } from "./context.ts";
import { planReminders } from "./reminder.ts";

/** What a look for grades brought. `unreachable` is not the same as nothing. */
export interface CollectReport {
  readonly checked: number;
  readonly stored: number;
  readonly withdrawn: number;
  readonly unreachable: { readonly because: string; readonly hint: string } | null;
  readonly pending: readonly PendingStep[];
}

/**
 * The daily look between two monthly runs: fetches grades, reminds of a month that is nearly due, and tries again what
 * could not be done before. It opens and closes nothing. The caller holds the run lock.
 */
export async function collectPass(context: CycleContext): Promise<CollectReport> {
  const { checked, stored, withdrawn, unreachable, pending } = await collectGrades(context);
  await planReminders(context);
  const outbox = createEffectPass(context);
  await outbox.apply();
  return { checked, stored, withdrawn, unreachable, pending: [...pending, ...outbox.pending] };
}
