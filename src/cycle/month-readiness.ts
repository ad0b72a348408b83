import type { Cycle, Item } from "../core/cycle.ts";
import type { CycleContext } from "./context.ts";
import type { HeldAxes } from "./held-axes.ts";

/** What may be done with an open month: nothing yet, or decide it, since all is answered or its time is over. */
export type Readiness = "waiting" | "complete" | "due";

/** Items that never reached the founder hold the month open even past its due date: he was not asked. */
export function readinessOf(
  cycle: Pick<Cycle, "dueAt">,
  items: readonly Pick<Item, "state">[],
  now: number,
): Readiness {
  if (items.some(({ state }) => state === "planned" || state === "sending")) return "waiting";
  if (items.every(({ state }) => state === "answered" || state === "withdrawn")) return "complete";
  return isOver(cycle, now) ? "due" : "waiting";
}

/** Whether the due date of a month has passed. */
export function isOver({ dueAt }: Pick<Cycle, "dueAt">, now: number): boolean {
  return dueAt !== null && now >= dueAt;
}

/**
 * The open months that may be looked at now, ascending by period, then axis: those whose queue could be asked and whose
 * axis is not held. Of each axis the oldest, or all; a younger one behind an unavailable one is never among them.
 */
export async function availableMonths(
  context: CycleContext,
  unreachable: ReadonlySet<string>,
  held: Pick<HeldAxes, "closing">,
): Promise<readonly Cycle[]> {
  const blocked = new Set<string>();
  const open = (await context.store.listCycles({ state: "open" })).toSorted(byPeriodThenAxis);
  return open.filter(({ axis, queue }) => {
    if (unreachable.has(queue) || held.closing(axis)) blocked.add(axis);
    return !blocked.has(axis);
  });
}

/** The oldest month of each axis. */
export function oldestOfEach(months: readonly Cycle[]): readonly Cycle[] {
  return months.filter((one) => months.find(({ axis }) => axis === one.axis) === one);
}

/** Months by period, ascending, as long as they come ascending. */
export function byPeriod(months: readonly Cycle[]): readonly (readonly Cycle[])[] {
  const periods = [...new Set(months.map(({ period }) => period))];
  return periods.map((period) => months.filter((one) => one.period === period));
}

function byPeriodThenAxis(a: Cycle, b: Cycle): number {
  if (a.period !== b.period) return a.period < b.period ? -1 : 1;
  return a.axis < b.axis ? -1 : 1;
}
