import type { Axis } from "../core/axis.ts";
import type { AxisRecord } from "../core/evidence.ts";
import type { AskedItems } from "../core/fresh-evidence.ts";
import { type Regraduation, regraduation } from "../core/regraduation.ts";
import { policyOf, readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";

/** How far an axis is from acting alone again, with the record that says so. */
export async function readRegraduation(
  context: CycleContext,
  axis: Pick<Axis, "name" | "kappaThreshold" | "overrideRate">,
): Promise<{ readonly gate: Regraduation; readonly record: AxisRecord; readonly asked: AskedItems }> {
  const { record } = await readAxisRecord(context, axis.name);
  const asked = await readAsked(context, axis.name);
  const { now, timezone } = context;
  const gate = regraduation({ record, asked, policy: policyOf(context, axis), now: now(), timezone });
  return { gate, record, asked };
}

/** The batches of an axis that were asked for, with their items. */
async function readAsked({ store }: Pick<CycleContext, "store">, axis: string): Promise<AskedItems> {
  const batches = await store.listAskedBatches({ axis });
  return { batches, items: batches.length === 0 ? [] : await store.listItems({ axis, asked: true }) };
}
