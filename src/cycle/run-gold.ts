import type { Axis } from "../core/axis.ts";
import type { Month } from "../core/cycle.ts";
import type { GoldAnswer, GoldItem, GoldRun } from "../core/gold-record.ts";
import { isRetired } from "../core/gold-set.ts";
import { addMonths, monthOf } from "../core/month.ts";
import { epochOf } from "../core/rubric.ts";
import type { GoldRunOutcome } from "../core/run-summary.ts";
import { orderKeyOf } from "../core/sampling.ts";
import type { Critic, JudgeOutcome, JudgeRequest } from "../critics/critic.ts";
import { ImproveCronError } from "../errors.ts";
import type { CycleContext } from "./context.ts";
import { reserveCall } from "./judge-spend.ts";
import { keepGold } from "./keep-gold.ts";
import { callRecord, isNoFinding, wasCalled } from "./record-calls.ts";

/** At least so many items are judged twice in a run, where there are so many, and at least this share. */
const fewestRepeats = 10;
const repeatShare = 0.1;

/** As many as the critics make side by side. */
const atOnce = 2;

/** What a pass of the month spends on gold at most, milliseconds: the rest comes with the next pass. */
const passTime = 30 * 60_000;

/**
 * The monthly run of every axis: the newest month that was opened is re-run once, after everything else of the pass is done. Whatever
 * a critic does, no month waits for it or fails.
 */
export async function runGoldOfMonth(context: CycleContext): Promise<readonly GoldRunOutcome[]> {
  const until = context.now() + passTime;
  const outcomes = await runEach(context, context.readAxes(), { trigger: "cycle", until });
  return outcomes.filter(hasNews);
}

/** The same for these axes because a person asks for it, also where the month has its run, and with as much time as it takes. */
export function runGoldByHand(
  context: CycleContext,
  axes: readonly Axis[],
): Promise<readonly GoldRunOutcome[]> {
  return runEach(context, axes, { trigger: "hand", until: null });
}

async function runEach(
  context: CycleContext,
  axes: readonly Axis[],
  request: { readonly trigger: GoldRun["trigger"]; readonly until: number | null },
): Promise<readonly GoldRunOutcome[]> {
  const lastComplete = addMonths(monthOf(context.now(), context.timezone), -1);
  const outcomes: GoldRunOutcome[] = [];
  for (const axis of axes) {
    const cycles = await context.store.listCycles({ axis: axis.name });
    const opened = cycles
      .map(({ period }) => period)
      .toSorted()
      .at(-1);
    if (opened === undefined && request.trigger === "cycle") continue;
    outcomes.push(await runGold(context, axis, { ...request, period: opened ?? lastComplete }));
  }
  return outcomes;
}

/** An axis without a critic, or without gold, is not told of every month. */
function hasNews({ state, admitted, exposed, retired }: GoldRunOutcome): boolean {
  return state !== "none" || admitted + exposed + retired > 0;
}

/**
 * Brings the gold set of an axis up to date and has the critic judge all of it. A run that was stopped is gone on with; a month
 * that has its run gets another one only by hand. The budget is asked before every call.
 */
export async function runGold(
  context: CycleContext,
  axis: Axis,
  request: {
    readonly period: Month;
    readonly trigger: GoldRun["trigger"];
    /** No call is begun after this instant; null: there is no hurry. */
    readonly until: number | null;
  },
): Promise<GoldRunOutcome> {
  const { store } = context;
  const { period } = request;
  const kept = await keepGold(context, axis);
  context.step("gold: kept");
  const ended = (
    state: GoldRunOutcome["state"],
    because: string | null,
    run: { readonly planned: number; readonly answered: number } = { planned: 0, answered: 0 },
  ): GoldRunOutcome => ({ axis: axis.name, period, state, because, ...kept, ...run });
  const critic = context.critics.of(axis);
  if (critic === null) return ended("none", "no-critic");
  const rubric = context.readRubric(axis);
  if (rubric === null) return ended("none", "no-rubric");
  const earlier = await store.listGoldRuns({ axis: axis.name, period });
  if (request.trigger === "cycle" && earlier.some(({ state }) => state === "done"))
    return ended("none", "done-before");
  const run = await openRun(context, axis, { ...request, rubric: rubric.fingerprint, earlier });
  if (run === null) return ended("none", "no-gold");
  const work: Work = { axis, critic: context.critics.inBatch(critic), rubric, run, until: request.until };
  const because = await judgeAll(context, work);
  const answered = (await store.listGoldAnswers({ runId: run.id })).length;
  const state = because === null ? "done" : "stopped";
  await store.finishGoldRun({ id: run.id, state, at: context.now(), because });
  context.step("gold: run ended");
  return ended(state, because, { planned: run.planned, answered });
}

interface Work {
  readonly axis: Axis;
  readonly critic: Critic;
  readonly rubric: { readonly text: string; readonly fingerprint: string };
  readonly run: GoldRun;
  readonly until: number | null;
}

/** The run to go on with, or a new one; null where there is no gold to run. */
async function openRun(
  context: CycleContext,
  axis: Axis,
  request: {
    readonly period: Month;
    readonly trigger: GoldRun["trigger"];
    readonly rubric: string;
    readonly earlier: readonly GoldRun[];
  },
): Promise<GoldRun | null> {
  const { store } = context;
  const { earlier, period, rubric, trigger } = request;
  const last = earlier.at(-1);
  if (last !== undefined && last.state !== "done") {
    // Under another rubric it would be another question: half a run of each would tell nothing.
    if (last.rubric === rubric) return last;
    await store.finishGoldRun({ id: last.id, state: "stopped", at: context.now(), because: "superseded" });
  }
  const items = await itemsOf(context, axis.name, Number.POSITIVE_INFINITY);
  if (items.length === 0) return null;
  // A clock that was set back may date the run before what it judges.
  const startedAt = Math.max(context.now(), ...items.map(({ admittedAt }) => admittedAt));
  const repeats = Math.min(items.length, Math.max(fewestRepeats, Math.ceil(repeatShare * items.length)));
  const model = axis.model ?? axis.critic?.model ?? "none";
  const run: GoldRun = {
    id: `gold/${period}/${axis.name}/${earlier.length + 1}`,
    axis: axis.name,
    period,
    trigger,
    state: "running",
    because: null,
    rubric,
    epoch: epochOf({ rubric, model, settings: axis.settings }),
    planned: items.length + repeats,
    repeats,
    startedAt,
    finishedAt: null,
  };
  await store.openGoldRun(run);
  context.step("gold: run opened");
  return run;
}

/** What a run judges, in an order that tells nothing of label, split or age: those that were gold when it began. */
async function itemsOf(
  { store }: Pick<CycleContext, "store">,
  axis: string,
  startedAt: number,
): Promise<readonly GoldItem[]> {
  const salt = await store.readSalt();
  const items = (await store.listGold({ axis })).filter(
    (item) => !isRetired(item) && item.admittedAt <= startedAt,
  );
  const place = (item: GoldItem): number => orderKeyOf(salt, `gold/${item.id}`);
  return items.toSorted((a, b) => place(a) - place(b));
}

/** Makes the calls that are left. Answers why it stopped before the end; null where it did not. */
async function judgeAll(context: CycleContext, work: Work): Promise<string | null> {
  const { run } = work;
  const items = await itemsOf(context, run.axis, run.startedAt);
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
