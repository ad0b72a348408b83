import { type Cycle, effectiveGrade, type Item } from "../core/cycle.ts";
import { seeItems } from "../core/evidence.ts";
import { measuredMinutesPerItem } from "../core/grading-pace.ts";
import type { ItemToGrade, OpenGrading, PageGrade, PageGradeOutcome } from "../core/open-grading.ts";
import { dueDate } from "./blind-items.ts";
import type { CycleContext } from "./context.ts";
import { readItemText } from "./item-text.ts";

/** The queue whose items are graded here. */
const here = "local";

/** The open items of the local queue in the order shown, without their texts, and how many wait in other queues. */
export async function listOpenGrading(context: CycleContext): Promise<OpenGrading> {
  const { store } = context;
  const items: ItemToGrade[] = [];
  const elsewhere = new Map<string, number>();
  const axes = context.readAxes();
  for (const cycle of await store.listCycles({ state: "open" })) {
    const intent = axes.find(({ name }) => name === cycle.axis)?.intent ?? null;
    const { axis, period } = cycle;
    const open = await store.listItems({
      axis,
      period,
      states: ["planned", "sending", "created", "answered"],
    });
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
  return found === null || found.cycle.queue !== here ? null : readItemText(context.store, found.item);
}

/** Stores a grade that was given on the page, as the terminal does, and answers what counts now. */
export async function takePageGrade(context: CycleContext, given: PageGrade): Promise<PageGradeOutcome> {
  const { store } = context;
  const found = await findItem(context, given.ref);
  if (found === null) return { outcome: "rejected", because: "unknown-ref" };
  if (found.cycle.queue !== here) return { outcome: "rejected", because: "elsewhere" };
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
    late: found.cycle.state !== "open",
    before,
    counts: await standing(),
  };
}

async function findItem(
  context: CycleContext,
  ref: string,
): Promise<{ readonly item: Item; readonly cycle: Cycle } | null> {
  const [item] = await context.store.listItems({ ref });
  if (item === undefined) return null;
  const [cycle] = await context.store.listCycles({ axis: item.axis, period: item.period });
  return cycle === undefined ? null : { item, cycle };
}
