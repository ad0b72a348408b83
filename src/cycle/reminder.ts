import { messageKey, type PlannedEffect } from "../core/effect.ts";
import type { ToppedUpMonth } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";
import { reminderMessage } from "../reports/decision-words.ts";

const day = 86_400_000;
/** How long before the due date the founder is reminded. */
const daysBefore = 3;

/**
 * Reminds once per period, shortly before it is due, of items that nobody has answered.
 *
 * @param justTold months whose further items were drawn in this pass: their own message has said all of it
 */
export async function planReminders(
  context: CycleContext,
  justTold: readonly Pick<ToppedUpMonth, "axis" | "period">[] = [],
): Promise<void> {
  const { store } = context;
  const now = context.now();
  const waiting = new Map<string, { items: number; dueAt: number }>();
  for (const cycle of await store.listCycles({ state: "open" })) {
    if (cycle.dueAt === null || now < cycle.dueAt - daysBefore * day || now >= cycle.dueAt) continue;
    if (justTold.some(({ axis, period }) => axis === cycle.axis && period === cycle.period)) continue;
    const items = await store.listItems({ axis: cycle.axis, period: cycle.period, states: ["created"] });
    if (items.length === 0) continue;
    const known = waiting.get(cycle.period);
    waiting.set(cycle.period, {
      items: items.length + (known?.items ?? 0),
      dueAt: Math.min(cycle.dueAt, known?.dueAt ?? cycle.dueAt),
    });
  }
  const effects = [...waiting].map(
    ([period, { items, dueAt }]): PlannedEffect => ({
      axis: "*",
      period,
      dedupeKey: messageKey(period, "*", "reminder"),
      payload: {
        kind: "message",
        message: reminderMessage({
          period,
          items,
          dueAt,
          minutes: items * context.burden.minutesPerItem,
          timezone: context.timezone,
        }),
      },
    }),
  );
  if (effects.length > 0) await store.planEffects(effects, now);
}
