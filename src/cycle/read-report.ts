import type { Month } from "../core/cycle.ts";
import { addMonths, monthOf, monthStart } from "../core/month.ts";
import { type ReportData, reportData } from "../core/report-data.ts";
import type { MonthCost } from "../core/report-month.ts";
import { policyOf } from "./axis-record.ts";
import type { CycleContext } from "./context.ts";
import { readHistory } from "./read-history.ts";
import { readStatus } from "./read-status.ts";

/**
 * Everything that the report shows of all axes. Of open months nothing that would tell the critic's word.
 * `asOf` takes the grades known at that instant; null takes those known now. What waits is as it stands now.
 */
export async function readReport(
  context: CycleContext,
  given: { readonly asOf: number | null; readonly productionUsdPerMonth: number | null },
): Promise<ReportData> {
  const { store, timezone } = context;
  const rows = await readHistory(context, { axis: null, since: null, asOf: given.asOf });
  const status = await readStatus(context, {
    warnings: [],
    productionUsdPerMonth: given.productionUsdPerMonth,
  });
  const files = context.readAxes();
  const axes = await Promise.all(
    status.axes.map(async ({ axis }) => {
      const file = files.find(({ name }) => name === axis) ?? null;
      return {
        axis,
        title: file?.title ?? null,
        policy: policyOf(context, file),
        changes: await store.listStatusChanges({ axis }),
      };
    }),
  );
  return reportData({
    workspace: context.workspace,
    madeAt: context.now(),
    asOf: given.asOf,
    timezone,
    rows,
    axes,
    costs: await readCosts(context, [...new Set(rows.map(({ period }) => period))]),
    status,
    monthOf: (instant) => monthOf(instant, timezone),
  });
}

/** What the verdicts of each month and the calls made in it cost, by axis. */
async function readCosts(
  { store, timezone }: Pick<CycleContext, "store" | "timezone">,
  months: readonly Month[],
): Promise<readonly MonthCost[]> {
  const costs: MonthCost[] = (await store.listMonthCounts({})).map(
    ({ axis, costKnown, costUsd, period }) => ({ axis, period, usd: costUsd, priced: costKnown }),
  );
  for (const period of months) {
    const span = {
      from: monthStart(period, timezone),
      to: monthStart(addMonths(period, 1), timezone),
    };
    for (const { axis, costKnown, costUsd } of await store.sumCriticCalls(span)) {
      if (axis !== null) costs.push({ axis, period, usd: costUsd, priced: costKnown });
    }
  }
  return summed(costs);
}

function summed(costs: readonly MonthCost[]): readonly MonthCost[] {
  const sums = new Map<string, MonthCost>();
  for (const { axis, period, priced, usd } of costs) {
    const name = `${axis} ${period}`;
    const known = sums.get(name);
    sums.set(name, {
      axis,
      period,
      usd: usd + (known?.usd ?? 0),
      priced: priced + (known?.priced ?? 0),
    });
  }
  return [...sums.values()];
}
