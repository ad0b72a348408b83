import type { Month } from "../core/cycle.ts";
import type { PlannedEffect } from "../core/effect.ts";
import { addMonths, isMonth, monthOf, monthStart } from "../core/month.ts";
import { byPurpose } from "../core/judge-cost.ts";
import type { PendingStep, RunSummary } from "../core/run-summary.ts";
import { ImproveCronError } from "../errors.ts";
import { createEffectPass } from "./apply-effects.ts";
import { noteClock } from "./clock-check.ts";
import { closeDueCycles } from "./close-cycle.ts";
import { collectGrades } from "./collect-grades.ts";
import type { CycleContext } from "./context.ts";
import { planCorrections } from "./corrections.ts";
import { axesOnceFiled, goneSteps, noteGoneFiles } from "./gone-files.ts";
import { faultySteps, type HeldAxes, heldAxes } from "./held-axes.ts";
import { ingestLogs } from "./ingest-logs.ts";
import { noteStatusChanges } from "./note-status.ts";
import { planJudgeCost } from "./judge-cost-alarm.ts";
import { openMonth } from "./open-month.ts";
import { periodsToOpen } from "./periods-to-open.ts";
import { watchOutage } from "./outage.ts";
import { publishItems } from "./publish-items.ts";
import { settleProbes } from "./settle-probes.ts";
import { recordOwnDecisions } from "./record-own-decisions.ts";
import { planReminders } from "./reminder.ts";
import { runGoldOfMonth } from "./run-gold.ts";
import { planVaultPictures } from "./vault-pictures.ts";
import { doubleTrigger, isDouble } from "./slot-counters.ts";

export interface RunOptions {
  /** A complete month that somebody named; null for the last complete one and those that were missed. */
  readonly month: Month | null;
  readonly sampleTarget: number | null;
  /**
   * The latest month that may be opened where none is named; null opens none. Left out, it is the last complete month:
   * only a daemon waits for a slot.
   */
  readonly upTo?: Month | null;
}

/**
 * The monthly job: ingest, collect, close what can close, act, open the last complete month and every missed one.
 * Each step is recorded before and after, so that a run may be killed anywhere and begun again.
 * The caller holds the run lock.
 */
export async function runMonth(context: CycleContext, options: RunOptions): Promise<RunSummary> {
  const startedAt = context.now();
  const lastComplete = addMonths(monthOf(startedAt, context.timezone), -1);
  if (options.month !== null) checkMonth(context, options.month, startedAt);
  context.step("run: begin");
  // A daemon that waits for slots says `upTo`, and knows by itself what it has done.
  const double = options.month === null && options.upTo === undefined && (await isDouble(context));
  const pending: PendingStep[] = [...faultySteps(context)];
  const { summary: ingest, unread } = await ingestLogs(context, pending);
  context.step("run: ingested");
  await noteStatusChanges(context);
  await noteGoneFiles(context);
  const onceFiled = await axesOnceFiled(context);
  const held = heldAxes(context, unread, onceFiled);
  context.step("run: statuses noted");
  const collection = await collectGrades(context);
  pending.push(...collection.pending);
  await planCorrections(context);
  const { closed, toppedUp } = await closeDueCycles(context, collection.unreachableQueues, held);
  await settleProbes(context);
  context.step("run: closed");
  // What was decided is acted on before anything new is begun.
  const outbox = createEffectPass(context);
  await outbox.apply((effect) => !bringsItems(effect));
  const opened = await openPeriods(context, lastComplete, options, held);
  context.step("run: opened");
  pending.push(...(await publishItems(context, collection.unreachableQueues)));
  context.step("run: published");
  await planReminders(context, toppedUp);
  await planJudgeCost(context);
  await recordOwnDecisions(context);
  await planVaultPictures(context);
  context.step("run: reminders planned");
  await outbox.apply();
  pending.push(...goneSteps(context, onceFiled));
  await watchOutage(context, [...pending, ...outbox.pending]);
  // The message about an outage is itself an effect of this pass.
  await outbox.apply();
  pending.push(...outbox.pending);
  context.step("run: acted");
  // Last, since it is slow and nothing waits for it.
  const gold = await runGoldOfMonth(context);
  const calls = byPurpose(await context.store.sumCriticCalls({ from: startedAt, to: context.now() + 1 }));
  const status = pending.length === 0 ? "done" : "pending";
  await noteClock(context);
  const summary: RunSummary = {
    status,
    period: options.month ?? options.upTo ?? lastComplete,
    ingest,
    closed,
    opened,
    toppedUp,
    effects: outbox.effects,
    gold,
    ...(calls.length === 0 ? {} : { calls }),
    pending,
  };
  await context.store.recordRun({
    startedAt,
    finishedAt: context.now(),
    trigger: double ? doubleTrigger : context.trigger,
    pid: context.processId,
    status,
    summary: JSON.stringify({ ...summary, ingest: { ...ingest, rejects: ingest.rejects.length } }),
  });
  context.step("run: recorded");
  return summary;
}

/** Who is told of further items looks for them at once: they are published before. */
function bringsItems({ payload }: PlannedEffect): boolean {
  return payload.kind === "message" && payload.message.kind.startsWith("top-up");
}

function checkMonth(context: CycleContext, month: Month, now: number): void {
  if (!isMonth(month)) {
    throw new ImproveCronError(
      "usage",
      `--month ${month} is not a month`,
      "Write it as YYYY-MM, e.g. 2026-05.",
    );
  }
  if (monthStart(addMonths(month, 1), context.timezone) > now) {
    throw new ImproveCronError(
      "usage",
      `the month ${month} is not over yet in ${context.timezone}`,
      "Its verdicts can be sampled when it has ended.",
    );
  }
}

async function openPeriods(
  context: CycleContext,
  lastComplete: Month,
  options: RunOptions,
  held: HeldAxes,
): Promise<RunSummary["opened"]> {
  const { store } = context;
  if (options.month === null && options.upTo === null) return [];
  // Catch-up reaches back to the month before the first run of this database, whatever the run was asked for.
  const since = await store.writeSetting("first_run_covers", lastComplete, { onlyIfAbsent: true });
  const opened: RunSummary["opened"][number][] = [];
  const open = async (period: Month, skip: Parameters<typeof openMonth>[2]["skip"]): Promise<void> => {
    opened.push(...(await openMonth(context, period, { sampleTarget: options.sampleTarget, skip, held })));
  };
  if (options.month !== null) {
    await open(options.month, null);
    return opened;
  }
  const known = new Set((await store.listCycles()).map(({ period }) => period));
  const latest = options.upTo ?? lastComplete;
  const missed = periodsToOpen({
    lastComplete: latest,
    since,
    opened: known,
    now: context.now(),
    timezone: context.timezone,
    catchUp: context.catchUp,
  });
  for (const { period, skip } of missed) await open(period, skip);
  // An axis whose file came after the opening joins the last complete month.
  if (known.has(latest)) await open(latest, null);
  return opened;
}
