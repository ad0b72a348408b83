import { artifactHash } from "../core/artifact-hash.ts";
import type { Cycle, Month } from "../core/cycle.ts";
import type { Decision } from "../core/decided.ts";
import type { Effect } from "../core/effect.ts";
import {
  firstOfThreeClean,
  isCleanMonth,
  type MonthOfWork,
  ownAxis,
  ownSource,
  ownVerdict,
  ownVerdictId,
} from "../core/own-decisions.ts";
import { actsOtherwise } from "../core/reading.ts";
import { readNow } from "../core/recompute.ts";
import { type Verdict, verdictKeyOfId } from "../core/verdict.ts";
import { evidenceText } from "../reports/evidence-text.ts";
import { ownDecisionsEntry, ownDecisionsMarker } from "../reports/own-decisions-entry.ts";
import { policyOf, readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";

/** The month from which on decisions are recorded; set once, by the first three clean months in a row. */
const since = "own_decisions_since";

/** A run at the slot itself is on time, and so is one of a machine that slept over it for a day. */
const grace = 86_400_000;

/**
 * Records the program's own decisions as verdicts of `verify-improve-cron`, once there were three clean months in a row: closed
 * on time, no failed step left, no decision corrected. From the first of the three on each decision is recorded once, with its
 * evidence as the artifact; an axis file of that name lets them be sampled and graded like any other critic's.
 */
export async function recordOwnDecisions(context: CycleContext): Promise<void> {
  const { store, workspace } = context;
  const decisions = (await store.listDecisions()).filter(({ axis }) => axis !== ownAxis);
  const first = (await store.readSetting(since)) ?? (await findStart(context, decisions));
  if (first === null) return;
  const file = context.readAxes().find(({ name }) => name === ownAxis);
  const rules = { policy: context.decision, settings: file?.settings ?? {} };
  const verdicts: Verdict[] = [];
  const artifacts = new Map<string, Uint8Array>();
  for (const decision of decisions) {
    if (decision.period < first || decision.action === "none") continue;
    if (await isRecorded(context, decision, workspace)) continue;
    const evidence = evidenceText(decision);
    const verdict = ownVerdict(decision, evidence, rules);
    if (verdict === null) continue;
    verdicts.push(verdict);
    artifacts.set(artifactHash(evidence), new TextEncoder().encode(evidence));
  }
  if (verdicts.length > 0) await store.recordVerdicts({ verdicts, artifacts, storedAt: context.now() });
}

/** What is stored stays, also where a later program would word the evidence otherwise. */
async function isRecorded(context: CycleContext, decision: Decision, workspace: string): Promise<boolean> {
  const key = verdictKeyOfId(workspace, { axis: ownAxis, source: ownSource, id: ownVerdictId(decision) });
  return (await context.store.readVerdict(key)) !== null;
}

async function findStart(context: CycleContext, decisions: readonly Decision[]): Promise<Month | null> {
  const { store } = context;
  const first = firstOfThreeClean(await readMonths(context, decisions));
  if (first === null) return null;
  if (context.vaultLog !== null) {
    const marker = ownDecisionsMarker(context.workspace);
    await store.planEffects(
      [
        {
          axis: ownAxis,
          period: first,
          dedupeKey: "vault-log/own-decisions",
          payload: {
            kind: "vault-log",
            marker,
            markdown: ownDecisionsEntry(first, decisions, marker),
          },
        },
      ],
      context.now(),
    );
  }
  return await store.writeSetting(since, first, { onlyIfAbsent: true });
}

/** How each month went, ascending. Decisions are made again only where that can still be decisive: it takes its time. */
async function readMonths(
  context: CycleContext,
  decisions: readonly Decision[],
): Promise<readonly MonthOfWork[]> {
  const { store } = context;
  const cycles = (await store.listCycles()).filter(({ axis }) => axis !== ownAxis);
  const effects = await store.listEffects();
  const periods = [...new Set(cycles.map(({ period }) => period))].toSorted();
  const known = periods.map((period) => monthOf(period, cycles, effects));
  if (firstOfThreeClean(known) === null) return known;
  const months: MonthOfWork[] = [];
  for (const month of known) {
    const own = decisions.filter(({ period }) => period === month.period);
    const corrected = isCleanMonth(month) ? await countCorrected(context, own) : month.corrected;
    months.push({ ...month, corrected });
  }
  return months;
}

function monthOf(period: Month, cycles: readonly Cycle[], effects: readonly Effect[]): MonthOfWork {
  const own = cycles.filter((cycle) => cycle.period === period);
  const closed = own.filter(({ state }) => state === "closed");
  const planned = effects.filter((effect) => effect.period === period && effect.axis !== ownAxis);
  return {
    period,
    closed: closed.length,
    late: closed.filter(
      ({ closedAt, dueAt }) => closedAt !== null && dueAt !== null && closedAt > dueAt + grace,
    ).length,
    open: own.filter(({ state }) => state === "open").length,
    unfinished: planned.filter(({ state }) => state !== "done").length,
    corrected: planned.filter(({ dedupeKey }) => /\/corrected-\d+\//.test(dedupeKey)).length,
  };
}

/** Decisions that read otherwise by the grades of now: without a vault no correction is entered anywhere. */
async function countCorrected(context: CycleContext, decisions: readonly Decision[]): Promise<number> {
  let corrected = 0;
  for (const decision of decisions) {
    const { record } = await readAxisRecord(context, decision.axis);
    const file = context.readAxes().find(({ name }) => name === decision.axis) ?? null;
    const now = readNow(record, decision, {
      workspace: context.workspace,
      policy: policyOf(context, file),
    });
    if (now === null || actsOtherwise(decision, now)) corrected += 1;
  }
  return corrected;
}
