import { probeAnswerSchema, readProbes } from "../core/probe-answer.ts";
import type { ProbeBatch } from "../core/probe.ts";
import type { Critic, GenerateRequest } from "../critics/critic.ts";
import type { CycleContext } from "./context.ts";
import { reserveCall } from "./judge-spend.ts";
import { becauseOf, factsOf, type Making } from "./probe-making.ts";
import { readKnownTexts, readShapes } from "./probe-texts.ts";
import { callRecord } from "./record-calls.ts";

/** Has probes written unless they were already. Answers why there are none, or null. */
export async function writeProbes(context: CycleContext, making: Making): Promise<string | null> {
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

function generatorName({ spec }: Critic): string {
  return spec.model === null ? spec.kind : `${spec.kind}/${spec.model}`;
}
