import type { Month } from "../core/cycle.ts";
import type { CycleContext } from "./context.ts";

/** The queue waits this long for the probes of an axis, all attempts together. */
export const longestProbeWaitMs = 30 * 60 * 1000;

/** Time is counted in such steps: a machine that sleeps meanwhile counts one of them at most. */
const stepMs = 1000;

/** So much is stored as waited before it is: a crash costs up to this, and no number of crashes waits longer. */
const aheadMs = 15_000;

/** The waiting of one attempt. Disposing of it stores how long it took. */
export interface ProbeWait extends AsyncDisposable {
  /** When the opening was first tried, epoch milliseconds. */
  readonly since: number;
  /** Ends once half an hour has been waited, earlier attempts counted. */
  readonly ending: AbortSignal;
}

/**
 * Begins to wait for the probes of an axis. What was waited before a crash is not waited again; the time between two attempts,
 * in which nobody waited, does not count.
 */
export async function beginProbeWait(
  { now, store }: Pick<CycleContext, "now" | "store">,
  { axis, period }: { readonly axis: string; readonly period: Month },
): Promise<ProbeWait> {
  const name = `probes-waited/${period}/${axis}`;
  const before = parse(await store.readSetting(name)) ?? { since: now(), waitedMs: 0 };
  const { since } = before;
  let { waitedMs } = before;
  let stored = waitedMs;
  const keep = async (ms: number): Promise<void> => {
    stored = Math.min(ms, longestProbeWaitMs);
    await store.writeSetting(name, JSON.stringify({ since, waitedMs: stored }));
  };
  await keep(waitedMs + aheadMs);
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<unknown> = Promise.resolve();
  const step = (): void => {
    const left = longestProbeWaitMs - waitedMs;
    if (left <= 0) {
      ending.abort();
      return;
    }
    const ms = Math.min(stepMs, left);
    timer = setTimeout(() => {
      waitedMs += ms;
      if (waitedMs >= stored && stored < longestProbeWaitMs) {
        const ahead = waitedMs + aheadMs;
        // A store that fails is told of by whatever else is stored; the waiting goes on.
        storing = storing.then(() => keep(ahead)).catch(() => undefined);
      }
      step();
    }, ms);
  };
  step();
  return {
    since,
    ending: ending.signal,
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer);
      await storing;
      await keep(waitedMs);
    },
  };
}

function parse(text: string | null): { readonly since: number; readonly waitedMs: number } | null {
  if (text === null) return null;
  const { since, waitedMs }: Record<string, unknown> = JSON.parse(text);
  return typeof since === "number" && typeof waitedMs === "number" ? { since, waitedMs } : null;
}
