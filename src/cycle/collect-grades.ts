import type { GradeObservation, Item } from "../core/cycle.ts";
import type { PendingStep } from "../core/run-summary.ts";
import type { CollectOutcome, Question, RegradeQueue, Unreachable } from "../regrade/queue.ts";
import type { CycleContext } from "./context.ts";
import { openDesks } from "./grading-desks.ts";
import { openItems } from "./publish-items.ts";

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
  const swept = new Set<string>();
  const unreachableQueues = new Set<string>();
  const pending: PendingStep[] = [];
  const keep = async (observations: readonly GradeObservation[]): Promise<void> => {
    const outcomes = await store.appendGrades(observations);
    stored += outcomes.filter((one) => one.outcome === "stored").length;
  };
  const ask = (questions: readonly Question[], asked: readonly Item[]): void => {
    pending.push(...questions.map((question) => pendingQuestion(question, asked)));
  };
  for (const { cycle, items } of await openDesks(context, ["created", "answered"])) {
    if (unreachableQueues.has(cycle.queue)) continue;
    const queue = context.queueOf(cycle.queue);
    const askQueue = async (): Promise<CollectOutcome> => {
      if (queue === null) {
        const because = `the queue ${cycle.queue} is not set up`;
        return { status: "unreachable", because, hint: "Set it up again, or see `doctor`." };
      }
      const isFirst = !swept.has(cycle.queue);
      swept.add(cycle.queue);
      const sweeping = isFirst ? await sweep(context, queue, keep, ask) : null;
      return sweeping ?? queue.collect(items, context.now());
    };
    const outcome = await askQueue();
    if (outcome.status === "unreachable") {
      await keep(outcome.observations ?? []);
      unreachable = { because: outcome.because, hint: outcome.hint };
      unreachableQueues.add(cycle.queue);
      pending.push({ kind: "collect", period: cycle.period, axis: cycle.axis, ...unreachable });
      continue;
    }
    checked += items.length;
    context.step("collect: fetched");
    await keep(outcome.observations);
    context.step("collect: graded");
    for (const { ref, because } of outcome.withdrawn) {
      if (await store.moveItem({ ref, to: "withdrawn", at: context.now(), because })) withdrawn += 1;
    }
    context.step("collect: stored");
    ask(outcome.questions ?? [], items);
  }
  return { checked, stored, withdrawn, unreachable, unreachableQueues, pending };
}

/**
 * Once for all open months of a queue, before any of them is asked: doubles go, and late answers come in.
 * Answers only that the queue is out of reach, else null.
 */
async function sweep(
  context: CycleContext,
  queue: RegradeQueue,
  keep: (observations: readonly GradeObservation[]) => Promise<void>,
  ask: (questions: readonly Question[], asked: readonly Item[]) => void,
): Promise<Unreachable | null> {
  if (queue.sweep === undefined) return null;
  const { items, since } = await openItems(context, queue.kind);
  context.step("collect: before sweeping");
  const outcome = await queue.sweep(items, since, context.now());
  if (outcome.status === "unreachable") return outcome;
  await keep(outcome.observations);
  ask(outcome.questions, items);
  context.step("collect: swept");
  return null;
}

function pendingQuestion(question: Question, asked: readonly Item[]): PendingStep {
  const { because, hint, ref } = question;
  const item = asked.find((one) => one.ref === ref);
  return { kind: "collect", period: item?.period ?? null, axis: item?.axis ?? null, because, hint };
}
