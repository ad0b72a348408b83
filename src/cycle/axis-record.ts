import type { Month } from "../core/cycle.ts";
import type { AxisRecord } from "../core/evidence.ts";
import { measuredMinutesPerItem } from "../core/grading-pace.ts";
import type { HistoryOptions } from "../core/history.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import type { HistoryAxis, HistoryContext } from "./history-context.ts";
import { readGoldMonths } from "./read-gold.ts";

/** Everything that the store knows of one axis, and the mark of the last grade that is in it. */
export async function readAxisRecord(
  context: Pick<HistoryContext, "store">,
  axis: string,
): Promise<{ readonly record: AxisRecord; readonly gradesMark: number }> {
  const { store } = context;
  // Grades first: whatever arrives while the rest is read is noticed by the mark.
  const grades = await store.listGrades({ axis });
  const record = {
    axis,
    cycles: await store.listCycles({ axis }),
    items: await store.listItems({ axis }),
    observations: grades.observations,
    counts: await store.listMonthCounts({ axis }),
    decisions: await store.listDecisions({ axis }),
    statusChanges: await store.listStatusChanges({ axis }),
  };
  return { record, gradesMark: grades.mark };
}

/** The decision policy of one axis: its own thresholds beat the config's. */
export function policyOf(
  context: Pick<HistoryContext, "decision">,
  axis: Pick<HistoryAxis, "kappaThreshold" | "overrideRate"> | null,
): DecisionPolicy {
  return {
    ...context.decision,
    kappaThreshold: axis?.kappaThreshold ?? context.decision.kappaThreshold,
    overrideRate: axis?.overrideRate ?? context.decision.overrideRate,
  };
}

/** What `axisHistory` needs beside the record. */
export async function historyOptions(
  context: HistoryContext,
  record: AxisRecord,
  axis: HistoryAxis | null,
  asOf: number,
): Promise<HistoryOptions> {
  const errors = new Map<Month, HistoryRow["errors"]>();
  // The rollup tells which months have any: most have none.
  const withErrors = new Set(
    record.counts.filter(({ word }) => word === "ERROR").map(({ period }) => period),
  );
  for (const { period } of record.cycles.filter((cycle) => withErrors.has(cycle.period))) {
    const verdicts = await context.store.listVerdicts({ axis: record.axis, period, word: "ERROR" });
    errors.set(
      period,
      verdicts.map(({ id, verdict }) => ({
        id: verdict.externalId ?? id,
        kind: verdict.errorKind ?? "unknown",
      })),
    );
  }
  const ids = await differingVerdictIds(context, record);
  // A pace that was learned later is no part of what was known then.
  const known = record.observations.filter(({ observedAt }) => observedAt <= asOf);
  return {
    workspace: context.workspace,
    policy: policyOf(context, axis),
    asOf,
    minutesPerItem: measuredMinutesPerItem(known) ?? context.burden.minutesPerItem,
    statusNow: await statusNow(context, record, axis),
    errorsOf: (period) => errors.get(period) ?? [],
    goldOf: await readGoldMonths(context, record, asOf),
    idOf: (verdictKey) => ids.get(verdictKey) ?? null,
  };
}

/** The critic's own ids of the verdicts on which the founder ever said something else, by verdict key. */
async function differingVerdictIds(
  context: Pick<HistoryContext, "store">,
  record: AxisRecord,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Set(record.observations.map(({ ref, grade }) => `${ref} ${grade}`));
  const other = { PASS: "FAIL", FAIL: "PASS", ERROR: null } as const;
  const keys = record.items
    .filter(({ ref, word }) => answers.has(`${ref} ${other[word]}`))
    .map(({ verdictKey }) => verdictKey);
  const ids = new Map<string, string>();
  for (const key of new Set(keys)) {
    const id = (await context.store.readVerdict(key))?.verdict.externalId ?? null;
    if (id !== null) ids.set(key, id);
  }
  return ids;
}

/** The status word that was decided for the axis (by a decision or by hand) and that its file does not show yet; else null. */
export async function pendingStatus(
  context: Pick<HistoryContext, "store">,
  axis: string,
): Promise<"assisted" | "graduated" | null> {
  const unfinished = await context.store.listEffects({ unfinished: true });
  const words = unfinished.flatMap(({ payload }) =>
    payload.kind === "axis-file" && payload.axis === axis && payload.edit.status !== null
      ? [payload.edit.status.to]
      : [],
  );
  return words.at(-1) ?? null;
}

/**
 * The status word that holds now. A change that is decided but not yet written into the file holds already:
 * else the same axis would be reverted twice while its file cannot be edited.
 */
export async function statusNow(
  context: HistoryContext,
  record: Pick<AxisRecord, "axis" | "statusChanges">,
  axis: HistoryAxis | null,
): Promise<string> {
  const pending = await pendingStatus(context, record.axis);
  return pending ?? axis?.status ?? record.statusChanges.at(-1)?.to ?? "unknown";
}
