import type { Axis } from "../core/axis.ts";
import type { CycleBecause, Month } from "../core/cycle.ts";
import { addMonths, monthOf } from "../core/month.ts";
import type { CycleContext } from "./context.ts";
import { makeProbes, type ProbesMade } from "./make-probes.ts";
import { planAxes, takenBy } from "./plan-axes.ts";
import { beginProbeWait } from "./probe-wait.ts";

/** The probes of an opening by axis, of each axis that wants any and could be opened. */
export type PreparedProbes = ReadonlyMap<string, ProbesMade & { readonly wanted: number }>;

/** How many probes a month asks of an axis. */
export function probesWanted(context: Pick<CycleContext, "probes">, axis: Pick<Axis, "probes">): number {
  return axis.probes ?? context.probes.perAxis;
}

/**
 * Makes the probes of the axes that are about to be opened, all within half an hour, which is counted on after a crash. Only
 * the last complete month gets any: a probe tests the critic as it is now, and a month that is caught up with was another's.
 */
export async function prepareProbes(
  context: CycleContext,
  opening: {
    readonly period: Month;
    readonly names: readonly string[];
    readonly sampleTarget: number | null;
    readonly skip: CycleBecause | null;
  },
): Promise<PreparedProbes> {
  const { period, names, skip } = opening;
  const { store } = context;
  const files = context.readAxes();
  const wishing = files.filter((axis) => names.includes(axis.name) && probesWanted(context, axis) > 0);
  const lastComplete = addMonths(monthOf(context.now(), context.timezone), -1);
  if (skip !== null || period !== lastComplete || wishing.length === 0) return new Map();
  const made = new Map<string, ProbesMade & { readonly wanted: number }>();
  const { counts, watermark } = await store.readMonth(period);
  // Without critics nothing depends on which axes will have their turn.
  const { plan } = await planAxes(context, {
    ...opening,
    files,
    counts,
    openedAt: context.now(),
    taken: await takenBy(context, await store.listCycles({ period })),
    probes: new Map(wishing.map((axis) => [axis.name, probesWanted(context, axis)])),
  });
  const making = wishing.map(async (axis) => {
    const own = plan.axes.find((one) => one.axis === axis.name);
    if (own?.state !== "open") return;
    const wanted = probesWanted(context, axis);
    if (axis.critic === null) {
      made.set(axis.name, { probes: [], because: "no-critic", wanted });
      return;
    }
    await using wait = await beginProbeWait(context, { axis: axis.name, period });
    const outcome = await makeProbes(context, {
      axis,
      period,
      frame: { axis: axis.name, period, epoch: own.epoch, watermark, acceptRef: axis.acceptRef },
      wanted,
      ending: wait.ending,
      startedAt: wait.since,
    });
    made.set(axis.name, { ...outcome, wanted });
  });
  await Promise.all(making);
  return made;
}
