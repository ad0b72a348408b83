import { type Cycle, isAsked, type Item } from "../core/cycle.ts";
import type { PendingStep } from "../core/run-summary.ts";
import type { PublishOutcome, Readiness, RegradeQueue } from "../regrade/queue.ts";
import { blindItem, dueDate } from "./blind-items.ts";
import type { CycleContext } from "./context.ts";
import { openDesks } from "./grading-desks.ts";

/** A queue that refuses an item so often, while it takes others of the month, will not take it at all. */
const refusalsBeforeWithdrawal = 3;

/**
 * Puts every planned item into its queue. The intent is stored before the call and the outcome right after,
 * so that a crash between them is known as an attempt whose outcome is not. A queue that is out of reach is told once
 * and not asked again in this pass.
 *
 * @param outOfReach queues that were found so, and told, before
 */
export async function publishItems(
  context: CycleContext,
  outOfReach: ReadonlySet<string> = new Set(),
): Promise<readonly PendingStep[]> {
  const { store } = context;
  const pending: PendingStep[] = [];
  const unreachable = new Set(outOfReach);
  const published = new Set<RegradeQueue>();
  const axes = context.readAxes();
  for (const { cycle, items } of await openDesks(context, ["planned", "sending"])) {
    if (unreachable.has(cycle.queue) || items.length === 0) continue;
    const intent = axes.find(({ name }) => name === cycle.axis)?.intent ?? null;
    const queue = context.queueOf(cycle.queue);
    const wait = (because: string, hint: string | null): void => {
      pending.push({ kind: "publish", period: cycle.period, axis: cycle.axis, because, hint });
    };
    if (queue === null) {
      wait(`the queue ${cycle.queue} is not set up`, "Set it up again, or see `doctor`.");
      continue;
    }
    const readiness = await prepare(context, queue, cycle);
    if (readiness.state === "waiting") {
      wait(readiness.because, readiness.hint);
      if (readiness.everywhere) unreachable.add(cycle.queue);
      continue;
    }
    for (const item of items) {
      const blind = await blindItem(context, cycle, { item, intent });
      if (blind === null) {
        wait(
          `the artifact of item ${item.ref} is missing or damaged`,
          "Run `improve-cron verify`: it says which and why.",
        );
        continue;
      }
      context.step("publish: before sending");
      await store.moveItem({ ref: item.ref, to: "sending", at: context.now() });
      context.step("publish: sending");
      const outcome = await queue.publish(blind, item.attempts + 1);
      context.step("publish: sent");
      if (outcome.state === "waiting") {
        wait(outcome.because, outcome.hint ?? null);
        if (outcome.everywhere !== true) continue;
        unreachable.add(cycle.queue);
        break;
      }
      if (outcome.state === "refused") {
        if (!(await withdrawRefused(context, item, outcome.because))) wait(outcome.because, null);
        continue;
      }
      published.add(queue);
      await recordCreated(context, item, outcome);
      context.step("publish: created");
    }
  }
  for (const queue of published) await sweepQueue(context, queue);
  return pending;
}

/** The numbers come from the items alone: what the plan counted them as may not be told. */
async function prepare(context: CycleContext, queue: RegradeQueue, cycle: Cycle): Promise<Readiness> {
  if (queue.prepare === undefined) return { state: "ready" };
  const { axis, period } = cycle;
  const items = (await context.store.listItems({ axis, period })).length;
  context.step("publish: before preparing");
  const readiness = await queue.prepare({
    axis,
    period,
    due: dueDate(context, cycle),
    items,
    minutes: Math.ceil(items * context.burden.minutesPerItem),
  });
  context.step("publish: prepared");
  return readiness;
}

async function recordCreated(
  context: CycleContext,
  item: Item,
  outcome: Extract<PublishOutcome, { state: "created" }>,
): Promise<void> {
  await context.store.moveItem({
    ref: item.ref,
    to: "created",
    at: context.now(),
    ...(outcome.externalId === null ? {} : { externalId: outcome.externalId }),
    ...(outcome.url === null ? {} : { url: outcome.url }),
  });
}

/** One item that the queue will not have does not hold the month; a queue that takes none of them does. */
async function withdrawRefused(context: CycleContext, item: Item, because: string): Promise<boolean> {
  if (item.attempts + 1 < refusalsBeforeWithdrawal) return false;
  const { axis, period, ref } = item;
  const asked = isAsked(item);
  const taken = await context.store.listItems({ axis, period, states: ["created", "answered"], asked });
  return taken.length > 0 && context.store.moveItem({ ref, to: "withdrawn", at: context.now(), because });
}

/** What was brought twice goes again. That the sweep could not be made is no loss: the next collecting makes it. */
async function sweepQueue(context: CycleContext, queue: RegradeQueue): Promise<void> {
  if (queue.sweep === undefined) return;
  const { items, since } = await openItems(context, queue.kind);
  context.step("publish: before sweeping");
  await queue.sweep(items, since, context.now());
  context.step("publish: swept");
}

/** The items of a queue's open months and asked batches, and when the oldest of those months was opened. */
export async function openItems(
  context: Pick<CycleContext, "store" | "now" | "readAxes">,
  queue: string,
): Promise<{ readonly items: readonly Item[]; readonly since: number }> {
  const items: Item[] = [];
  let since = context.now();
  for (const desk of await openDesks(context, ["created", "answered"])) {
    if (desk.cycle.queue !== queue) continue;
    items.push(...desk.items);
    since = Math.min(since, desk.cycle.openedAt);
  }
  return { items, since };
}
