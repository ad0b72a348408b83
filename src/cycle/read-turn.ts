import type { Axis } from "../core/axis.ts";
import type { Month } from "../core/cycle.ts";
import { axisHistory } from "../core/history.ts";
import { riskBandOf } from "../core/risk.ts";
import { missedMonths, type Turn } from "../core/rotation.ts";
import { historyOptions, policyOf, readAxisRecord } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";

/** Where an axis stands when axes take turns: its last closed month, by all grades known now, and how long it has waited. */
export async function readTurn(context: CycleContext, axis: Axis, period: Month): Promise<Turn> {
  const { record } = await readAxisRecord(context, axis.name);
  const options = await historyOptions(context, record, axis, Number.POSITIVE_INFINITY);
  const last = axisHistory(record, options).findLast(({ state }) => state === "closed") ?? null;
  return {
    risk: riskBandOf(last, options.statusNow, policyOf(context, axis)),
    pBelowThreshold: last?.pBelowThreshold ?? null,
    streak: last?.streak ?? 0,
    ...missedMonths(record.cycles, period),
  };
}
