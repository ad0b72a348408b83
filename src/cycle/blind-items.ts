import type { Cycle, Grade, Item } from "../core/cycle.ts";
import { gradeItems } from "../core/evidence.ts";
import { dateIn } from "../core/month.ts";
import type { BlindItem } from "../regrade/queue.ts";
import type { CycleContext } from "./context.ts";
import { openDesks } from "./grading-desks.ts";
import { readItemText } from "./item-text.ts";

/** An open item as the founder may see it, and what he has answered so far. */
export interface OpenItem extends BlindItem {
  readonly answered: boolean;
  readonly answer: Grade | null;
}

/** The items of the open months and of batches that were asked for, in the order shown. Nothing of the critic's word or the item's kind is in them. */
export async function listBlindItems(
  context: CycleContext,
  filter: { readonly axis: string | null },
): Promise<readonly OpenItem[]> {
  const { store } = context;
  const states = ["planned", "sending", "created", "answered"] as const;
  const open: OpenItem[] = [];
  const axes = context.readAxes();
  for (const { cycle, items } of await openDesks(context, states, filter.axis)) {
    const intent = axes.find(({ name }) => name === cycle.axis)?.intent ?? null;
    const { observations } = await store.listGrades({ axis: cycle.axis, period: cycle.period });
    for (const { item, grade } of gradeItems(items, observations, Number.POSITIVE_INFINITY)) {
      const blind = await blindItem(context, cycle, { item, intent });
      if (blind !== null) open.push({ ...blind, answered: grade !== null, answer: grade });
    }
  }
  return open;
}

/** What leaves the store of an item. Null where its artifact is gone or damaged, which only a damaged database can bring about. */
export async function blindItem(
  context: CycleContext,
  cycle: Cycle,
  asked: { readonly item: Item; readonly intent: string | null },
): Promise<BlindItem | null> {
  const { item, intent } = asked;
  const text = await readItemText(context.store, item);
  if (text === null) return null;
  return {
    ref: item.ref,
    axis: item.axis,
    period: item.period,
    title: item.title,
    intent,
    text,
    due: dueDate(context, cycle),
  };
}

/** The last day for the answers of a cycle, `YYYY-MM-DD` in the config's zone. */
export function dueDate(context: Pick<CycleContext, "timezone">, cycle: Cycle): string {
  return dateIn(cycle.dueAt ?? cycle.openedAt, context.timezone);
}
