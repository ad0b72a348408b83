import type { Axis } from "../core/axis.ts";
import type { Month } from "../core/cycle.ts";
import type { Probe } from "../core/probe.ts";
import { chooseProbes } from "../core/probe-choice.ts";
import { epochOf } from "../core/rubric.ts";
import { ImproveCronError } from "../errors.ts";
import type { CycleContext } from "./context.ts";
import type { FrameKey } from "./draw-items.ts";
import { judgeProbes } from "./judge-probes.ts";
import type { Making } from "./probe-making.ts";
import { writeProbes } from "./write-probes.ts";

/** What is to be made. */
export interface ProbeWish {
  readonly axis: Axis;
  /** The month that they are mixed into. */
  readonly period: Month;
  /** Its verdicts, for their form and so that none is repeated; null where it has none yet. */
  readonly frame: FrameKey | null;
  readonly wanted: number;
  /** Ends what is under way; nothing is begun after it. */
  readonly ending: AbortSignal;
  /** A making that ended early before this instant is begun anew. */
  readonly startedAt: number;
}

/** What came of it: as many probes as are wanted, or fewer and the reason. */
export interface ProbesMade {
  readonly probes: readonly Probe[];
  /** `no-critic`, `no-rubric`, `no-prompt`, `out-of-time`, `over-budget`, the kind of a failed call, or `caught`: the critic let too few pass. */
  readonly because: string | null;
}

const statesOfOldJudge = ["generated", "verified"] as const;

/**
 * Makes the probes that a month wants of an axis: written by one critic, those that repeat something left out, each judged
 * afresh three times by the critic under test, and those kept that it passes by majority. What was written and judged is
 * stored as it goes, so that a making that was cut off is gone on with. Whatever fails lowers the count, and nothing else.
 */
export async function makeProbes(context: CycleContext, wish: ProbeWish): Promise<ProbesMade> {
  const { axis, wanted } = wish;
  const judge = context.critics.of(axis);
  if (judge === null) return { probes: [], because: "no-critic" };
  const rubric = context.readRubric(axis);
  if (rubric === null) return { probes: [], because: "no-rubric" };
  const epoch = epochOf({
    rubric: rubric.fingerprint,
    model: axis.model ?? "none",
    settings: axis.settings,
  });
  await passOver(context, axis.name, epoch);
  const { critics } = context;
  const generator = axis.probeGenerator;
  const ownJudge = critics.inBatch(judge);
  const making: Making = {
    ...wish,
    judge: ownJudge,
    generator: generator === undefined ? ownJudge : critics.open(generator),
    rubric,
    epoch,
  };
  let because: string | null = null;
  if ((await readyProbes(context, making)).length < wanted) {
    try {
      because = (await writeProbes(context, making)) ?? (await judgeProbes(context, making));
    } catch (error) {
      // A prompt of the user's own that cannot be used is told by `doctor`; the month goes on.
      if (!(error instanceof ImproveCronError) || error.code !== "config") throw error;
      because = "no-prompt";
    }
  }
  const probes = await readyProbes(context, making);
  return { probes, because: probes.length >= wanted ? null : (because ?? "caught") };
}

/** What was made against another judge tests this one no more. */
async function passOver(context: CycleContext, axis: string, epoch: string): Promise<void> {
  const old = (await context.store.listProbes({ axis, states: statesOfOldJudge })).filter(
    (probe) => probe.epoch !== epoch,
  );
  if (old.length === 0) return;
  const at = context.now();
  await context.store.moveProbes(
    old.map(({ id }) => ({ id, from: statesOfOldJudge, to: "unneeded" as const, at })),
  );
}

async function readyProbes(context: CycleContext, making: Making): Promise<readonly Probe[]> {
  const { axis, epoch, wanted } = making;
  const verified = await context.store.listProbes({ axis: axis.name, states: ["verified"] });
  return chooseProbes(
    verified.filter((probe) => probe.epoch === epoch),
    wanted,
  );
}
