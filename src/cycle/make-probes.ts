import type { Axis } from "../core/axis.ts";
import type { Month } from "../core/cycle.ts";
import { judgementsWanted, type Probe, type ProbeBatch } from "../core/probe.ts";
import { probeAnswerSchema, readProbes } from "../core/probe-answer.ts";
import { chooseProbes, nextProbeStep } from "../core/probe-choice.ts";
import { epochOf } from "../core/rubric.ts";
import type { Critic, GenerateRequest, NoAnswer } from "../critics/critic.ts";
import { ImproveCronError } from "../errors.ts";
import type { CycleContext } from "./context.ts";
import type { FrameKey } from "./draw-items.ts";
import { reserveCall, type ReservedCall } from "./judge-spend.ts";
import { readKnownTexts, readShapes } from "./probe-texts.ts";
import { callRecord, isNoFinding, wasCalled } from "./record-calls.ts";

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

/** What one making works with. */
interface Making extends ProbeWish {
  readonly judge: Critic;
  readonly generator: Critic;
  readonly rubric: { readonly text: string; readonly fingerprint: string };
  readonly epoch: string;
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
      because = (await generate(context, making)) ?? (await judgeAll(context, making));
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

/** Has probes written unless they were already. Answers why there are none, or null. */
async function generate(context: CycleContext, making: Making): Promise<string | null> {
  const { axis, epoch, generator, period, rubric } = making;
  const { store } = context;
  const known = await store.readProbeBatch(axis.name, period, epoch);
  if (known !== null && known.state === "judging") return null;
  if (known !== null && known.state === "done") {
    if (known.because === null || known.beganAt >= making.startedAt) return known.because;
  }
  const batch: ProbeBatch = {
    axis: axis.name,
    period,
    epoch,
    rubric: rubric.fingerprint,
    generator: generatorName(generator),
    state: "generating",
    because: null,
    beganAt: context.now(),
  };
  if (making.ending.aborted) return "out-of-time";
  await using reserved = await reserveCall(context, {
    ...factsOf(making),
    purpose: "probe",
    spec: generator.spec,
  });
  if (reserved === null) return "over-budget";
  const request = await requestOf(context, making);
  await store.saveProbeBatch(batch, [], []);
  const { maxCostUsd } = reserved;
  const outcome = await generator.generate(request, { signal: making.ending, maxCostUsd });
  const call = callRecord(outcome, { ...factsOf(making), purpose: "probe", at: reserved.at });
  if (outcome.kind === "no-answer") {
    const because = becauseOf(outcome, reserved);
    await store.saveProbeBatch({ ...batch, state: "done", because }, [], [call]);
    return because;
  }
  const origin = {
    workspace: context.workspace,
    axis: axis.name,
    period,
    epoch,
    generator: batch.generator,
    madeAt: context.now(),
  };
  const texts = await readKnownTexts(context, { axis: axis.name, rubric: rubric.text, frame: making.frame });
  const written = readProbes(outcome.value.probes, texts, origin);
  const because = written.length === 0 ? "empty" : null;
  const state = because === null ? "judging" : "done";
  await store.saveProbeBatch({ ...batch, state, because }, written, [call]);
  return because;
}

async function requestOf(
  context: CycleContext,
  making: Making,
): Promise<GenerateRequest<typeof probeAnswerSchema>> {
  const { axis, frame, rubric } = making;
  const count = Math.max(context.probes.generate, making.wanted);
  const tried = await context.store.listProbes({ axis: axis.name });
  const modes = [...new Set(tried.map(({ failureMode }) => failureMode))].slice(-mostModesTold);
  return {
    purpose: "probes",
    instructions: context.critics.prompt("probe-write", {
      rubric: rubric.text,
      intent: axis.intent ?? "Nothing is said of it beside the rubric.",
      count: String(count),
      tried: modes.length === 0 ? "none yet" : modes.join("; "),
    }),
    task: `Write ${count} probes.`,
    input: await readShapes(context, frame),
    schema: probeAnswerSchema,
  };
}

/** The newest names of failure modes; the list is a help and no history. */
const mostModesTold = 60;

/** Judges until there are enough, nothing is left, or nothing more can be had. Answers why it stopped early, or null. */
async function judgeAll(context: CycleContext, making: Making): Promise<string | null> {
  const { axis, epoch, period } = making;
  const { store } = context;
  let because: string | null = null;
  while (because === null) {
    const all = await store.listProbes({ axis: axis.name });
    const own = all.filter((probe) => probe.epoch === epoch);
    const waiting = own.filter((probe) => probe.period === period || probe.state === "verified");
    const step = nextProbeStep(waiting, making.wanted, judgementsWanted);
    if (step.kind === "done") break;
    if (step.kind === "move") {
      const { id } = step.probe;
      await store.moveProbes([{ id, from: ["generated"], to: step.to, at: context.now() }]);
      continue;
    }
    because = await judgeOne(context, making, step);
  }
  const batch = await store.readProbeBatch(axis.name, period, epoch);
  // Cut off, it stays open: the next pass goes on where this one stopped.
  if (batch !== null && because === null) await store.saveProbeBatch({ ...batch, state: "done" }, [], []);
  return because;
}

/** Makes the calls that a probe still wants. Each is stored when it ends. An outage, and the end of time or money, are no judgement. */
async function judgeOne(
  context: CycleContext,
  making: Making,
  { probe, n }: { readonly probe: Probe; readonly n: readonly number[] },
): Promise<string | null> {
  const artifact = await context.store.readArtifact(probe.artifactSha256);
  if (artifact === null) return "no-artifact";
  const request = {
    axis: making.axis.name,
    rubric: making.rubric.text,
    artifact: new TextDecoder().decode(artifact),
  };
  const facts = { ...factsOf(making), purpose: "probe-check", subject: probe.artifactSha256 } as const;
  const ends = await Promise.all(
    n.map((one) => judgeOnce(context, making, { probe, n: one, request, facts })),
  );
  return ends.find((end) => end !== null) ?? null;
}

async function judgeOnce(
  context: CycleContext,
  making: Making,
  call: {
    readonly probe: Probe;
    readonly n: number;
    readonly request: Parameters<Critic["judge"]>[0];
    readonly facts: Omit<CallFacts, "at">;
  },
): Promise<string | null> {
  if (making.ending.aborted) return "out-of-time";
  await using reserved = await reserveCall(context, {
    ...factsOf(making),
    purpose: "probe-check",
    spec: making.judge.spec,
  });
  if (reserved === null) return "over-budget";
  const { at, isCut, maxCostUsd } = reserved;
  const outcome = await making.judge.judge(call.request, { signal: making.ending, maxCostUsd });
  const kept = wasCalled(outcome) ? [callRecord(outcome, { ...call.facts, at })] : [];
  const isNone = outcome.kind === "no-answer";
  if (isNone && (isNoFinding(outcome) || (isCut && outcome.failure === "budget"))) {
    await context.store.recordCriticCalls(kept);
    return becauseOf(outcome, reserved);
  }
  await context.store.addProbeJudgement(
    {
      probeId: call.probe.id,
      n: call.n,
      word: isNone ? null : outcome.word,
      failure: isNone ? outcome.failure : null,
      reason: isNone ? outcome.message : outcome.reason,
      at: context.now(),
      model: outcome.run.model,
      cliVersion: outcome.run.cliVersion,
    },
    kept,
  );
  return null;
}

/** Only the end of the time cancels a call here; and what failed for a sum that was cut failed for the month's cap. */
function becauseOf({ failure }: NoAnswer, { isCut }: ReservedCall): string {
  if (failure === "cancelled") return "out-of-time";
  return failure === "budget" && isCut ? "over-budget" : failure;
}

type CallFacts = Parameters<typeof callRecord>[1];

function factsOf({ axis, period, rubric }: Making): Pick<CallFacts, "axis" | "period" | "batch" | "rubric"> {
  return {
    axis: axis.name,
    period,
    batch: `probes/${period}/${axis.name}`,
    rubric: rubric.fingerprint,
  };
}

function generatorName({ spec }: Critic): string {
  return spec.model === null ? spec.kind : `${spec.kind}/${spec.model}`;
}
