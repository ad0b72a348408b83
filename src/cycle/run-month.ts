import type { Month } from "../core/cycle.ts";
import type { RejectedRow } from "../core/intake.ts";
import { addMonths, isMonth, monthOf, monthStart } from "../core/month.ts";
import type { IngestSummary, PendingStep, RunSummary } from "../core/run-summary.ts";
import { ImproveCronError, messageOf } from "../errors.ts";
import { createEffectPass } from "./apply-effects.ts";
import { noteClock } from "./clock-check.ts";
import { closeDueCycles } from "./close-cycle.ts";
import { collectGrades } from "./collect-grades.ts";
import type { CycleContext } from "./context.ts";
import { noteStatusChanges } from "./note-status.ts";
import { openMonth, periodsToOpen } from "./open-month.ts";
import { watchOutage } from "./outage.ts";
import { publishItems } from "./publish-items.ts";
import { planReminders } from "./reminder.ts";

/**
 * The monthly job: ingest, collect, close what can close, act, open the last complete month and every missed one.
 * Each step is recorded before and after, so that a run may be killed anywhere and begun again.
 * The caller holds the run lock.
 */
export async function runMonth(
  context: CycleContext,
  options: { readonly month: Month | null; readonly sampleTarget: number | null },
): Promise<RunSummary> {
  const startedAt = context.now();
  const lastComplete = addMonths(monthOf(startedAt, context.timezone), -1);
  if (options.month !== null) checkMonth(context, options.month, startedAt);
  context.step("run: begin");
  const pending: PendingStep[] = [];
  const ingest = await ingestLogs(context, pending);
  context.step("run: ingested");
  await noteStatusChanges(context);
  context.step("run: statuses noted");
  const collection = await collectGrades(context);
  pending.push(...collection.pending);
  const closed = await closeDueCycles(context, collection.unreachableQueues);
  context.step("run: closed");
  // What was decided is acted on before anything new is begun.
  const outbox = createEffectPass(context);
  await outbox.apply();
  const opened = await openPeriods(context, lastComplete, options);
  context.step("run: opened");
  pending.push(...(await publishItems(context)));
  context.step("run: published");
  await planReminders(context);
  context.step("run: reminders planned");
  await outbox.apply();
  await watchOutage(context, [...pending, ...outbox.pending]);
  // The message about an outage is itself an effect of this pass.
  await outbox.apply();
  pending.push(...outbox.pending);
  context.step("run: acted");
  const status = pending.length === 0 ? "done" : "pending";
  await noteClock(context);
  const summary: RunSummary = {
    status,
    period: options.month ?? lastComplete,
    ingest,
    closed,
    opened,
    effects: outbox.effects,
    pending,
  };
  await context.store.recordRun({
    startedAt,
    finishedAt: context.now(),
    trigger: context.trigger,
    pid: context.processId,
    status,
    summary: JSON.stringify({ ...summary, ingest: { ...ingest, rejects: ingest.rejects.length } }),
  });
  context.step("run: recorded");
  return summary;
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

/** A log that cannot be read holds nothing else up: it is pending, and read at the next run. */
async function ingestLogs(context: CycleContext, pending: PendingStep[]): Promise<IngestSummary> {
  try {
    const { read, stored, duplicate, rejected, rejects, waiting } = await context.ingest();
    for (const because of waiting) {
      pending.push({ kind: "ingest", period: null, axis: null, because, hint: null });
    }
    return { read, stored, duplicate, rejected, rejects: rejects.map(withoutSeen) };
  } catch (error) {
    const hint = error instanceof ImproveCronError ? error.hint : null;
    pending.push({ kind: "ingest", period: null, axis: null, because: messageOf(error), hint });
    return { read: 0, stored: 0, duplicate: 0, rejected: 0, rejects: [] };
  }
}

function withoutSeen({ file, line, reason, raw }: RejectedRow): IngestSummary["rejects"][number] {
  return { file, line, reason, raw };
}

async function openPeriods(
  context: CycleContext,
  lastComplete: Month,
  options: { readonly month: Month | null; readonly sampleTarget: number | null },
): Promise<RunSummary["opened"]> {
  const { store } = context;
  // Catch-up reaches back to the month before the first run of this database, whatever the run was asked for.
  const since = await store.writeSetting("first_run_covers", lastComplete, { onlyIfAbsent: true });
  const opened: RunSummary["opened"][number][] = [];
  const open = async (period: Month, skip: Parameters<typeof openMonth>[2]["skip"]): Promise<void> => {
    opened.push(...(await openMonth(context, period, { sampleTarget: options.sampleTarget, skip })));
  };
  if (options.month !== null) {
    await open(options.month, null);
    return opened;
  }
  const known = new Set((await store.listCycles()).map(({ period }) => period));
  const missed = periodsToOpen({
    lastComplete,
    since,
    opened: known,
    now: context.now(),
    timezone: context.timezone,
    catchUp: context.catchUp,
  });
  for (const { period, skip } of missed) await open(period, skip);
  // An axis whose file came after the opening joins the last complete month.
  if (known.has(lastComplete)) await open(lastComplete, null);
  return opened;
}
