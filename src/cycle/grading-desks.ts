import type { AskedBatch, Cycle, Item, ItemState } from "../core/cycle.ts";
import type { CycleContext } from "./context.ts";

/** What waits to be graded together: an open month, or a batch that was asked for. */
export interface Desk {
  /** The month that the items are drawn from, with the queue and the due date of the desk. */
  readonly cycle: Cycle;
  readonly items: readonly Item[];
}

/** An asked batch has no close that waits for it: the date says when its answers are hoped for. */
const daysHopedFor = 14;
const day = 86_400_000;

/** Everything that may be graded now, open months first: with the items in these states. */
export async function openDesks(
  context: Pick<CycleContext, "store" | "readAxes">,
  states: readonly ItemState[],
  axis: string | null = null,
): Promise<readonly Desk[]> {
  const { store } = context;
  const desks: Desk[] = [];
  const ofAxis = axis === null ? {} : { axis };
  for (const cycle of await store.listCycles({ state: "open", ...ofAxis })) {
    const { period } = cycle;
    desks.push({ cycle, items: await store.listItems({ axis: cycle.axis, period, states }) });
  }
  for (const batch of await openBatches(context, axis)) {
    const { period } = batch;
    const [cycle] = await store.listCycles({ axis: batch.axis, period });
    if (cycle === undefined) continue;
    const items = await store.listItems({ axis: batch.axis, period, states, asked: true });
    desks.push({
      cycle: { ...cycle, queue: batch.queue, dueAt: batch.askedAt + daysHopedFor * day },
      items: items.filter((item) => item.batch === batch.batch),
    });
  }
  return desks;
}

/**
 * Asked batches that wait for answers. They were asked for so that an assisted axis may act alone again: nobody needs the
 * answers of one that does.
 */
export async function openBatches(
  { readAxes, store }: Pick<CycleContext, "store" | "readAxes">,
  axis: string | null = null,
): Promise<readonly (AskedBatch & { readonly items: number; readonly answered: number })[]> {
  const batches = await store.listAskedBatches(axis === null ? {} : { axis });
  if (batches.length === 0) return [];
  const graduated = new Set(
    readAxes()
      .filter(({ status }) => status === "graduated")
      .map(({ name }) => name),
  );
  const open: (AskedBatch & { readonly items: number; readonly answered: number })[] = [];
  for (const batch of batches) {
    if (graduated.has(batch.axis)) continue;
    const items = await store.listItems({ axis: batch.axis, period: batch.period, asked: true });
    const own = items.filter((item) => item.batch === batch.batch && item.state !== "withdrawn");
    const answered = own.filter(({ state }) => state === "answered").length;
    if (answered < own.length) open.push({ ...batch, items: own.length, answered });
  }
  return open;
}
