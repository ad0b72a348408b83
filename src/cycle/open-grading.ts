import { artifactHash } from "../core/artifact-hash.ts";
import { effectiveGrade, isAsked, type Item } from "../core/cycle.ts";
import { seeItems } from "../core/evidence.ts";
import { measuredMinutesPerItem } from "../core/grading-pace.ts";
import type { ItemToGrade, OpenGrading, PageGrade, PageGradeOutcome } from "../core/open-grading.ts";
import { dueDate } from "./blind-items.ts";
import type { CycleContext } from "./context.ts";
import { openDesks } from "./grading-desks.ts";
import { readItemText } from "./item-text.ts";

/** The queue whose items are graded here. */
const here = "local";
const waiting = ["planned", "sending", "created", "answered"] as const;

/**
 * The items of the local queue that wait, of open months and of batches that were asked for, in the order shown and without
 * their texts, and how many wait in other queues.
 */
export async function listOpenGrading(context: CycleContext): Promise<OpenGrading> {
  const { store } = context;
  const items: ItemToGrade[] = [];
  const elsewhere = new Map<string, number>();
  const axes = context.readAxes();
  for (const { cycle, items: open } of await openDesks(context, waiting)) {
    const intent = axes.find(({ name }) => name === cycle.axis)?.intent ?? null;
    const { axis, period } = cycle;
    const { observations } = await store.listGrades({ axis, period });
    const due = dueDate(context, cycle);
    for (const { item, seen } of seeItems(open, observations, Number.POSITIVE_INFINITY)) {
      const { ref, title } = item;
      const grade = seen?.grade ?? null;
      if (cycle.queue === here) {
        items.push({ ref, axis, period, title, intent, due, grade, reason: seen?.reason ?? null });
      } else if (grade === null) elsewhere.set(cycle.queue, (elsewhere.get(cycle.queue) ?? 0) + 1);
    }
  }
  return {
    // Names of workspaces are alike everywhere, salts are not. Nothing of the salt can be told from it.
    workspace: artifactHash(`grading page\n${context.workspace}\n${await store.readSalt()}`).slice(0, 16),
    items,
    minutesPerItem: await minutesPerItem(context, items),
    elsewhere: [...elsewhere].map(([queue, count]) => ({ queue, items: count })),
  };
}

/** What an item of these axes has taken this founder so far, else what the config expects. */
export async function minutesPerItem(
  context: CycleContext,
  items: readonly { readonly axis: string }[],
): Promise<number> {
  const axes = [...new Set(items.map(({ axis }) => axis))];
  const grades = await Promise.all(axes.map((axis) => context.store.listGrades({ axis })));
  const observations = grades.flatMap((each) => each.observations);
  return measuredMinutesPerItem(observations) ?? context.burden.minutesPerItem;
}

/** What the founder reads of an item of the local queue; null where there is no such item, or its artifact is damaged. */
export async function readTextToGrade(context: CycleContext, ref: string): Promise<string | null> {
  const found = await findItem(context, ref);
  return found === null || found.queue !== here ? null : readItemText(context.store, found.item);
}

/** Stores a grade that was given on the page, as the terminal does, and answers what counts now. */
export async function takePageGrade(context: CycleContext, given: PageGrade): Promise<PageGradeOutcome> {
  const { store } = context;
  const found = await findItem(context, given.ref);
  if (found === null) return { outcome: "rejected", because: "unknown-ref" };
  if (found.queue !== here) return { outcome: "rejected", because: "elsewhere" };
  const standing = async (): Promise<PageGrade["grade"]> => {
    const { axis, period } = found.item;
    const { observations } = await store.listGrades({ axis, period });
    const own = observations.filter(({ ref }) => ref === given.ref);
    return effectiveGrade(own, Number.POSITIVE_INFINITY)?.grade ?? null;
  };
  const before = await standing();
  const [outcome] = await store.appendGrades([
    { ...given, by: null, observedAt: context.now(), via: "page" },
  ]);
  if (outcome === undefined || outcome.outcome === "rejected") {
    return { outcome: "rejected", because: "unknown-ref" };
  }
  return {
    outcome: outcome.outcome,
    late: found.late,
    before,
    counts: await standing(),
  };
}

/** An item with the queue that holds it, and whether its month was closed without it. */
async function findItem(
  { store }: Pick<CycleContext, "store">,
  ref: string,
): Promise<{ readonly item: Item; readonly queue: string; readonly late: boolean } | null> {
  const [item] = await store.listItems({ ref });
  if (item === undefined) return null;
  const { axis, period } = item;
  if (isAsked(item)) {
    const batches = await store.listAskedBatches({ axis });
    const own = batches.find((batch) => batch.period === period && batch.batch === item.batch);
    return own === undefined ? null : { item, queue: own.queue, late: false };
  }
  const [cycle] = await store.listCycles({ axis, period });
  return cycle === undefined ? null : { item, queue: cycle.queue, late: cycle.state !== "open" };
}
