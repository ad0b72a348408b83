import type { Axis } from "../core/axis.ts";
import type { MonthCount } from "../core/cycle.ts";
import type { AxisRecord } from "../core/evidence.ts";
import type { AskedItems } from "../core/fresh-evidence.ts";
import { type Regraduation, regraduation } from "../core/regraduation.ts";
import { policyOf, readAxisRecord } from "./axis-record.ts";
import { anyVerdict } from "./check-rubric.ts";
import type { CycleContext } from "./context.ts";

/** How far an axis is from acting alone again, with the record that says so. */
export async function readRegraduation(
  context: CycleContext,
  axis: Pick<Axis, "name" | "kappaThreshold" | "overrideRate">,
): Promise<{ readonly gate: Regraduation; readonly record: AxisRecord; readonly asked: AskedItems }> {
  const { record } = await readAxisRecord(context, axis.name);
  const asked = await readAsked(context, axis.name);
  const { now, timezone } = context;
  const rubrics = await readRubrics(context, record);
  const policy = policyOf(context, axis);
  const gate = regraduation({ record, asked, rubrics, policy, now: now(), timezone });
  return { gate, record, asked };
}

/** The batches of an axis that were asked for, with their items. */
async function readAsked({ store }: Pick<CycleContext, "store">, axis: string): Promise<AskedItems> {
  const batches = await store.listAskedBatches({ axis });
  return { batches, items: batches.length === 0 ? [] : await store.listItems({ axis, asked: true }) };
}

/** An epoch is counted by its fingerprint alone; one of its verdicts tells its rubric. */
async function readRubrics(
  context: Pick<CycleContext, "store">,
  { axis, counts }: AxisRecord,
): Promise<ReadonlyMap<string, string>> {
  const rows = new Map<string, MonthCount>();
  for (const row of counts) if (row.word !== "ERROR") rows.set(row.epoch, row);
  const rubrics = new Map<string, string>();
  for (const row of rows.values()) {
    const verdict = await anyVerdict(context, axis, row);
    if (verdict !== null) rubrics.set(row.epoch, verdict.rubric);
  }
  return rubrics;
}
