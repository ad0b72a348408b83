import type { AppOptions } from "../app.ts";
import type { Clock } from "../clock.ts";
import { placedFault } from "../config/config-problem.ts";
import type { AxisSet, Config } from "../config/config.ts";
import type { Critics } from "../critics/critic.ts";
import type { CallIntents } from "../cycle/call-intents.ts";
import { CallsInFlight } from "../cycle/calls-in-flight.ts";
import type { CycleContext } from "../cycle/context.ts";
import { drawVaultPicture } from "../cycle/vault-pictures.ts";
import { sumResults } from "../intake/intake-result.ts";
import { openInstructions } from "../intake/instruction-files.ts";
import { readRubricFile } from "../intake/rubric-source.ts";
import type { LocalQueue } from "../regrade/local-queue.ts";
import type { Notion } from "../regrade/notion/open-notion.ts";
import type { RegradeQueue } from "../regrade/queue.ts";
import type { Schedule } from "../schedule.ts";
import type { Store } from "../store/store.ts";
import { type AxisIntake, isWaiting } from "./axis-logs.ts";
import { newRef } from "./item-ref.ts";
import { effectsOf, rehearsedEffects } from "./open-effects.ts";

/** The month's view of what was opened. */
export function cycleOf(
  options: AppOptions,
  opened: {
    readonly config: Config;
    readonly clock: Clock;
    readonly store: Store;
    readonly queue: RegradeQueue;
    readonly localQueue: LocalQueue;
    readonly notion: Notion;
    readonly critics: Critics;
    readonly schedule: Schedule;
    readonly axes: () => AxisSet;
    readonly readLogs: () => Promise<readonly AxisIntake[]>;
    readonly callIntents: CallIntents;
    readonly step: (name: string) => void;
  },
): CycleContext {
  const {
    axes,
    callIntents,
    clock,
    config,
    critics,
    localQueue,
    notion,
    queue,
    readLogs,
    schedule,
    step,
    store,
  } = opened;
  const cycle: CycleContext = {
    workspace: config.workspace,
    store,
    queue,
    queueOf: (kind) => [localQueue, notion.queue].find((one) => one.kind === kind) ?? null,
    effects: options.dryRun
      ? rehearsedEffects
      : effectsOf(config, options, step, notion, (axis) => drawVaultPicture(cycle, axis)),
    critics: options.dryRun ? withoutCritics(critics) : critics,
    ingest: async () => {
      const logs = await readLogs();
      const waiting = logs.flatMap(({ axis, result }) =>
        result.notes.filter(isWaiting).map(({ file, message }) => ({ axis, because: `${file}: ${message}` })),
      );
      return { ...sumResults(logs.map(({ result }) => result)), waiting };
    },
    readAxes: () => axes().axes,
    axisFaults: () =>
      axes().problems.map((problem) => ({ because: placedFault(problem), hint: problem.hint })),
    readRubric: ({ rubricPath }) => {
      const reading = rubricPath === null ? null : readRubricFile(rubricPath);
      return reading?.kind === "rubric" ? reading : null;
    },
    now: clock.now,
    rehearsal: clock.rehearsal,
    trigger: "run",
    processId: process.pid,
    newRef,
    schedule,
    timezone: config.timezone,
    sampling: config.sampling,
    burden: config.burden,
    topUp: config.topUp,
    callsInFlight: new CallsInFlight(),
    callIntents,
    decision: config.decision,
    probes: config.probes,
    cost: config.cost,
    catchUp: config.catchUp,
    vaultLog: config.vaultLog,
    instructions: openInstructions({ ...config.instructions, home: config.home, env: options.env }),
    step,
  };
  return cycle;
}

/** Calls cost money: a dry run makes none. */
function withoutCritics(critics: Critics): Critics {
  return { ...critics, of: () => null };
}
