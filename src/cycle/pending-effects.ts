import type { PendingStep } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";

/** Every step of the outbox that has not happened yet, in the order in which it was planned. */
export async function listPendingEffects(
  context: Pick<CycleContext, "store">,
): Promise<readonly PendingStep[]> {
  const effects = await context.store.listEffects({ unfinished: true });
  return effects.map(({ payload, period, axis, lastError }) => ({
    kind: payload.kind,
    period,
    axis: axis === "*" ? null : axis,
    because: lastError ?? "not begun yet",
    hint: null,
  }));
}
