import type { App } from "../app.ts";
import { checkClock } from "../cycle/clock-check.ts";
import { listPendingEffects } from "../cycle/pending-effects.ts";
import { readOpenCycles } from "../cycle/read-status.ts";
import { readCounters } from "../cycle/slot-counters.ts";
import type { OpenCycle, PassCounters } from "../core/status-report.ts";
import type { Pass } from "./passes.ts";

/** What anybody on this machine may know of the daemon: numbers and names, no secret and no text of an artifact. */
export interface Health {
  /** False after a pass that failed. */
  readonly ok: boolean;
  /** Of the program that runs, which an upgrade may have replaced on the disk since: then the version of that one. */
  readonly version: string;
  readonly replacedBy: string | null;
  readonly pid: number;
  readonly workspace: string;
  /** Instants in ISO 8601, UTC. */
  readonly now: string;
  readonly nextSlot: string;
  readonly lastPass: { readonly at: string; readonly cause: string; readonly outcome: string } | null;
  readonly open: readonly OpenCycle[];
  /** Steps that wait, without what was said about them: that may quote other programs. */
  readonly pending: readonly {
    readonly kind: string;
    readonly period: string | null;
    readonly axis: string | null;
  }[];
  readonly counters: PassCounters;
  readonly warnings: readonly string[];
}

export async function readHealth(
  app: Pick<App, "cycle">,
  daemon: Pick<Health, "version" | "replacedBy" | "pid"> & {
    readonly lastPass: Pass | null;
    readonly warnings: readonly string[];
  },
): Promise<Health> {
  const { cycle } = app;
  const { lastPass, version, replacedBy, pid } = daemon;
  const now = cycle.now();
  const clock = await checkClock(cycle);
  return {
    ok: lastPass?.outcome !== "failed",
    version,
    replacedBy,
    pid,
    workspace: cycle.workspace,
    now: new Date(now).toISOString(),
    nextSlot: new Date(cycle.schedule.next(now)).toISOString(),
    lastPass:
      lastPass === null
        ? null
        : { at: new Date(lastPass.at).toISOString(), cause: lastPass.cause, outcome: lastPass.outcome },
    open: await readOpenCycles(cycle),
    pending: (await listPendingEffects(cycle)).map(({ kind, period, axis }) => ({ kind, period, axis })),
    counters: await readCounters(cycle),
    warnings: clock === null ? daemon.warnings : [...daemon.warnings, clock],
  };
}
