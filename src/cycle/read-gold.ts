import type { Month } from "../core/cycle.ts";
import type { AxisRecord } from "../core/evidence.ts";
import { type GoldMonth, goldMonths, type GoldRecord } from "../core/gold-month.ts";
import { monthOf } from "../core/month.ts";
import type { HistoryContext } from "./history-context.ts";

/** Everything that the store knows of the gold of one axis. */
async function readGoldRecord({ store }: Pick<HistoryContext, "store">, axis: string): Promise<GoldRecord> {
  const items = await store.listGold({ axis });
  const runs = await store.listGoldRuns({ axis });
  return { items, runs, answers: runs.length === 0 ? [] : await store.listGoldAnswers({ axis }) };
}

/** The gold figures of each month of an axis, by what was known at `asOf`. */
export async function readGoldMonths(
  context: Pick<HistoryContext, "store" | "now" | "timezone">,
  record: Pick<AxisRecord, "axis" | "counts" | "items">,
  asOf: number,
): Promise<(period: Month) => GoldMonth | null> {
  const gold = await readGoldRecord(context, record.axis);
  return goldMonths(gold, {
    counts: record.counts,
    drawn: new Set(
      record.items.filter(({ kind }) => kind === "pass" || kind === "fail").map(({ ref }) => ref),
    ),
    asOf,
    now: context.now(),
    monthOf: (instant) => monthOf(instant, context.timezone),
  });
}
