import { nextProbeStep } from "../core/probe-choice.ts";
import { judgementsWanted, type Probe } from "../core/probe.ts";
import type { Critic } from "../critics/critic.ts";
import type { CycleContext } from "./context.ts";
import { reserveCall } from "./judge-spend.ts";
import { becauseOf, type CallFacts, factsOf, type Making } from "./probe-making.ts";
import { callRecord, isNoFinding, wasCalled } from "./record-calls.ts";

/** Judges until there are enough, nothing is left, or nothing more can be had. Answers why it stopped early, or null. */
export async function judgeProbes(context: CycleContext, making: Making): Promise<string | null> {
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
