import type { Axis } from "../core/axis.ts";
import type { Month } from "../core/cycle.ts";
import type { GoldRun } from "../core/gold-record.ts";
import { addMonths, monthOf } from "../core/month.ts";
import type { GoldRunOutcome } from "../core/run-summary.ts";
import type { CycleContext } from "./context.ts";
import { judgeGold, type Work } from "./judge-gold.ts";
import { keepGold } from "./keep-gold.ts";
import { openGoldRun } from "./open-gold-run.ts";

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
  const run = await openGoldRun(context, axis, { ...request, rubric: rubric.fingerprint, earlier });
  if (run === null) return ended("none", "no-gold");
  const work: Work = { axis, critic: context.critics.inBatch(critic), rubric, run, until: request.until };
  const because = await judgeGold(context, work);
  const answered = (await store.listGoldAnswers({ runId: run.id })).length;
  const state = because === null ? "done" : "stopped";
  await store.finishGoldRun({ id: run.id, state, at: context.now(), because });
  context.step("gold: run ended");
  return ended(state, because, { planned: run.planned, answered });
}
