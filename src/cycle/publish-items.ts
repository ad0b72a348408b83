import type { PendingStep } from "../core/run-summary.ts";
import { blindItem } from "./blind-items.ts";
import type { CycleContext } from "./context.ts";

/**
 * Puts every planned item into its queue. The intent is stored before the call and the outcome right after,
 * so that a crash between them is known as an attempt whose outcome is not.
 */
export async function publishItems(context: CycleContext): Promise<readonly PendingStep[]> {
  const { store } = context;
  const pending: PendingStep[] = [];
  const axes = context.readAxes();
  for (const cycle of await store.listCycles({ state: "open" })) {
    const items = await store.listItems({
      axis: cycle.axis,
      period: cycle.period,
      states: ["planned", "sending"],
    });
    const intent = axes.find(({ name }) => name === cycle.axis)?.intent ?? null;
    const queue = context.queueOf(cycle.queue);
    const wait = (because: string, hint: string | null): void => {
      pending.push({ kind: "publish", period: cycle.period, axis: cycle.axis, because, hint });
    };
    if (queue === null) {
      if (items.length > 0)
        wait(`the queue ${cycle.queue} is not set up`, "Set it up again, or see `doctor`.");
      continue;
    }
    for (const item of items) {
      const blind = await blindItem(context, cycle, { item, intent });
      if (blind === null) {
        wait(`the artifact of item ${item.ref} is missing`, "Run `improve-cron doctor`.");
        continue;
      }
      context.step("publish: before sending");
      await store.moveItem({ ref: item.ref, to: "sending", at: context.now() });
      context.step("publish: sending");
      const outcome = await queue.publish(blind, item.attempts + 1);
      context.step("publish: sent");
      if (outcome.state === "waiting") {
        wait(outcome.because, null);
        continue;
      }
      await store.moveItem({
        ref: item.ref,
        to: "created",
        at: context.now(),
        ...(outcome.externalId === null ? {} : { externalId: outcome.externalId }),
        ...(outcome.url === null ? {} : { url: outcome.url }),
      });
      context.step("publish: created");
    }
  }
  return pending;
}
