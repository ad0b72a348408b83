import { decidingEpoch } from "../core/sampling.ts";
import type { Month } from "../core/cycle.ts";
import { addMonths, monthOf } from "../core/month.ts";
import type { CycleContext } from "./context.ts";
import type { FrameKey } from "./draw-items.ts";
import { findAxis } from "./find-axis.ts";
import { makeProbes } from "./make-probes.ts";
import { probesWanted } from "./prepare-probes.ts";

/** What came of one axis. Counts only: the probes are not graded yet, and whoever reads this may be the one who grades. */
export interface ProbesRun {
  readonly axis: string;
  /** The month that they will be mixed into. */
  readonly period: Month;
  readonly wanted: number;
  readonly made: number;
  /** Why there are fewer than wanted; null where all are there. */
  readonly because: string | null;
}

/** A person waits as long as it takes. */
const longMs = 6 * 60 * 60 * 1000;

/**
 * Makes, ahead of time, the probes of the month that each axis opens next: the last complete one where that is still to be
 * opened, else the present one. An opening takes what is there and makes only what is missing. The caller holds the run lock.
 */
export async function runProbes(
  context: CycleContext,
  options: { readonly axis: string | null },
): Promise<readonly ProbesRun[]> {
  const files = context.readAxes();
  const chosen = options.axis === null ? files : [findAxis(files, options.axis)];
  const now = context.now();
  const runs = chosen.map(async (axis): Promise<ProbesRun> => {
    const period = await nextOpened(context, axis.name, now);
    const wanted = probesWanted(context, axis);
    const { counts, watermark } = await context.store.readMonth(period);
    const own = counts.filter((one) => one.axis === axis.name);
    const { acceptRef } = axis;
    const { epoch } = decidingEpoch(own, { belowThreshold: 1, acceptRef, lifted: true });
    const frame: FrameKey | null =
      epoch === null ? null : { axis: axis.name, period, epoch, watermark, acceptRef };
    const made = await makeProbes(context, {
      axis,
      period,
      frame,
      wanted,
      ending: AbortSignal.timeout(longMs),
      startedAt: now,
    });
    return { axis: axis.name, period, wanted, made: made.probes.length, because: made.because };
  });
  return Promise.all(runs);
}

/** Without verdicts of the last month an axis has nothing to open there. */
async function nextOpened(context: CycleContext, axis: string, now: number): Promise<Month> {
  const present = monthOf(now, context.timezone);
  const period = addMonths(present, -1);
  const isOpened = (await context.store.listCycles({ axis, period })).length > 0;
  const counts = await context.store.listMonthCounts({ axis, period });
  return isOpened || counts.length === 0 ? present : period;
}
