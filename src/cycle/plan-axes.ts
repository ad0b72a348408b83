import type { Axis } from "../core/axis.ts";
import { minutesOf } from "../core/burden.ts";
import type { Cycle, CycleBecause, Item, Month, MonthCount } from "../core/cycle.ts";
import { type AxisMonth, type MonthPlan, planMonth } from "../core/month-plan.ts";
import type { Taken } from "../core/rotation.ts";
import type { CycleContext } from "./context.ts";
import { drawReAsks } from "./draw-re-asks.ts";
import { readTurn } from "./read-turn.ts";

/** The axes of this month that are asked already, and what of the hour they use; top-up has minutes of its own. */
export async function takenBy(context: CycleContext, cycles: readonly Cycle[]): Promise<Taken> {
  const asked = cycles.filter(({ state }) => state === "open" || state === "closed");
  let items = 0;
  for (const { axis, period } of asked) {
    items += (await context.store.listItems({ axis, period })).filter(({ batch }) => batch === 1).length;
  }
  return { axes: asked.length, minutes: minutesOf(items, context.burden) };
}

/** The plan of one month, from what the store knows of its axes, and the old items that it may ask again. */
export async function planAxes(
  context: CycleContext,
  month: {
    readonly period: Month;
    readonly names: readonly string[];
    readonly files: readonly Axis[];
    readonly counts: readonly MonthCount[];
    readonly sampleTarget: number | null;
    readonly skip: CycleBecause | null;
    readonly openedAt: number;
    readonly taken: Taken;
    /** How many probes each axis will be asked. */
    readonly probes: ReadonlyMap<string, number>;
  },
): Promise<{ readonly plan: MonthPlan; readonly reAsks: ReadonlyMap<string, readonly Item[]> }> {
  const axes: AxisMonth[] = [];
  const reAsks = new Map<string, readonly Item[]>();
  const mayTakeTurns = month.names.length + month.taken.axes > context.burden.rotateAboveAxes;
  for (const name of month.names) {
    const axis = month.files.find((one) => one.name === name);
    if (axis === undefined || month.skip !== null) continue;
    const firstMonth = await isFirstMonth(context, name, month.period);
    const old = await drawReAsks(context, name, month);
    reAsks.set(name, old);
    axes.push({
      axis: name,
      counts: month.counts.filter((one) => one.axis === name),
      acceptRef: axis.acceptRef,
      passRate: axis.passRate ?? context.sampling.passRate,
      firstMonth,
      sampleTarget: month.sampleTarget ?? (firstMonth ? context.sampling.firstMonthTarget : null),
      probes: month.probes.get(name) ?? 0,
      raised: await isRaised(context, name),
      reAsks: old.length,
      ...(mayTakeTurns ? { turn: await readTurn(context, axis, month.period) } : {}),
    });
  }
  return { plan: planMonth(axes, context.sampling, context.burden, month.taken, month.period), reAsks };
}

/** Whether no verdict of an earlier month is known. */
export async function isFirstMonth(context: CycleContext, axis: string, period: Month): Promise<boolean> {
  const counts = await context.store.listMonthCounts({ axis });
  return !counts.some((one) => one.period < period);
}

/** After a watch the next cycle that the axis opens is raised, once. */
async function isRaised(context: CycleContext, axis: string): Promise<boolean> {
  const latest = (await context.store.listDecisions({ axis })).toSorted((a, b) => a.at - b.at).at(-1);
  if (latest?.action !== "watch") return false;
  const cycles = await context.store.listCycles({ axis });
  return !cycles.some(
    ({ state, openedAt }) => (state === "open" || state === "closed") && openedAt >= latest.at,
  );
}
