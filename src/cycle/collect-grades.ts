import type { PendingStep } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";

interface CollectSummary {
  /** Items asked about. */
  readonly checked: number;
  /** Observations that were new. */
  readonly stored: number;
  readonly withdrawn: number;
  readonly unreachable: { readonly because: string; readonly hint: string } | null;
}

/** What collecting found, and which queues could not be asked: their months may not close in this pass. */
export interface Collection extends CollectSummary {
  readonly unreachableQueues: ReadonlySet<string>;
  readonly pending: readonly PendingStep[];
}

/** Fetches the grades of the open cycles from their queues and stores every change that was seen. */
export async function collectGrades(context: CycleContext): Promise<Collection> {
  const { store } = context;
  let checked = 0;
  let stored = 0;
  let withdrawn = 0;
  let unreachable: CollectSummary["unreachable"] = null;
  const unreachableQueues = new Set<string>();
  const pending: PendingStep[] = [];
  for (const cycle of await store.listCycles({ state: "open" })) {
    if (unreachableQueues.has(cycle.queue)) continue;
    const items = await store.listItems({
      axis: cycle.axis,
      period: cycle.period,
      states: ["created", "answered"],
    });
    const outcome = (await context.queueOf(cycle.queue)?.collect(items, context.now())) ?? {
      status: "unreachable" as const,
      because: `the queue ${cycle.queue} is not set up`,
      hint: "Set it up again, or see `doctor`.",
    };
    if (outcome.status === "unreachable") {
      unreachable = { because: outcome.because, hint: outcome.hint };
      unreachableQueues.add(cycle.queue);
      pending.push({ kind: "collect", period: cycle.period, axis: cycle.axis, ...unreachable });
      continue;
    }
    checked += items.length;
    context.step("collect: fetched");
    const outcomes = await store.appendGrades(outcome.observations);
    stored += outcomes.filter((one) => one.outcome === "stored").length;
    context.step("collect: graded");
    for (const { ref, because } of outcome.withdrawn) {
      if (await store.moveItem({ ref, to: "withdrawn", at: context.now(), because })) withdrawn += 1;
    }
    context.step("collect: stored");
  }
  return { checked, stored, withdrawn, unreachable, unreachableQueues, pending };
}
