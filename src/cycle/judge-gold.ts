import type { Axis } from "../core/axis.ts";
import type { GoldAnswer, GoldItem, GoldRun } from "../core/gold-record.ts";
import type { Critic, JudgeOutcome, JudgeRequest } from "../critics/critic.ts";
import { ImproveCronError } from "../errors.ts";
import type { CycleContext } from "./context.ts";
import { reserveCall } from "./judge-spend.ts";
import { goldItemsOf } from "./open-gold-run.ts";
import { callRecord, isNoFinding, wasCalled } from "./record-calls.ts";

/** As many as the critics make side by side. */
const atOnce = 2;

/** One run under way. */
export interface Work {
  readonly axis: Axis;
  readonly critic: Critic;
  readonly rubric: { readonly text: string; readonly fingerprint: string };
  readonly run: GoldRun;
  readonly until: number | null;
}

/** Makes the calls that are left. Answers why it stopped before the end; null where it did not. */
export async function judgeGold(context: CycleContext, work: Work): Promise<string | null> {
  const { run } = work;
  const items = await goldItemsOf(context, run.axis, run.startedAt);
  const given = await context.store.listGoldAnswers({ runId: run.id });
  const done = new Set(given.map(({ goldId, repeat }) => `${repeat} ${goldId}`));
  const left = [
    ...items.map((item) => ({ item, repeat: 1 })),
    ...items.slice(0, run.repeats).map((item) => ({ item, repeat: 2 })),
  ].filter(({ item, repeat }) => !done.has(`${repeat} ${item.id}`));
  const asked = left[Symbol.iterator]();
  let stopped: string | null = null;
  const worker = async (): Promise<void> => {
    // One iterator for all: each takes the next that nobody has taken.
    for (const { item, repeat } of asked) {
      const because = await judgeItem(context, work, item, repeat);
      // The other's reason stands, and an answer that came after it does not take it back.
      stopped ??= because;
      if (stopped !== null) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return stopped;
}

/** Has one item judged and keeps the answer. Answers why no further call is worth making; null where one is. */
async function judgeItem(
  context: CycleContext,
  { axis, critic, rubric, run, until }: Work,
  item: GoldItem,
  repeat: number,
): Promise<string | null> {
  if (until !== null && context.now() >= until) return "time";
  const about = { axis: axis.name, period: run.period, purpose: "gold", batch: run.id } as const;
  await using reserved = await reserveCall(context, { ...about, spec: critic.spec });
  if (reserved === null) return "budget";
  // Waiting for room takes time, too.
  if (until !== null && context.now() >= until) return "time";
  const bytes = await context.store.readArtifact(item.sha256);
  // Only a damaged database can have lost it; `doctor` says so.
  if (bytes === null) return null;
  const artifact = new TextDecoder().decode(bytes);
  const { at, isCut, maxCostUsd } = reserved;
  const outcome = await judgeUnlessUnusable(
    critic,
    { axis: axis.name, rubric: rubric.text, artifact },
    maxCostUsd,
  );
  if (outcome === null) return "prompt";
  if (outcome.kind === "no-answer" && !wasCalled(outcome)) return outcome.failure;
  const call = callRecord(outcome, { ...about, at, subject: item.sha256, rubric: rubric.fingerprint });
  if (outcome.kind === "no-answer" && (isNoFinding(outcome) || (isCut && outcome.failure === "budget"))) {
    // Not an answer: the item is asked again when the run is gone on with.
    await context.store.recordCriticCalls([call]);
    return outcome.failure;
  }
  await context.store.addGoldAnswer(answerOf(outcome, { run, item, repeat, at }), [call]);
  context.step("gold: answered");
  return null;
}

/** Null where the judging prompt cannot be used: a file of a person's own may not fail the month. */
async function judgeUnlessUnusable(
  critic: Critic,
  request: JudgeRequest,
  maxCostUsd: number,
): Promise<JudgeOutcome | null> {
  try {
    return await critic.judge(request, { maxCostUsd });
  } catch (error) {
    if (error instanceof ImproveCronError && error.code === "config") return null;
    throw error;
  }
}

function answerOf(
  outcome: JudgeOutcome,
  asked: { readonly run: GoldRun; readonly item: GoldItem; readonly repeat: number; readonly at: number },
): GoldAnswer {
  const { run } = outcome;
  return {
    runId: asked.run.id,
    goldId: asked.item.id,
    repeat: asked.repeat,
    word: outcome.kind === "judged" ? outcome.word : "ERROR",
    errorKind: outcome.kind === "judged" ? null : outcome.failure,
    reason: outcome.kind === "judged" ? outcome.reason : outcome.message,
    at: asked.at,
    critic: run.critic,
    cliVersion: run.cliVersion,
    model: run.model,
    modelFrom: run.modelFrom,
    prompt: run.prompt,
    costUsd: run.costUsd,
    latencyMs: run.latencyMs,
    tokens: run.tokens === null ? null : run.tokens.input + run.tokens.output,
  };
}
