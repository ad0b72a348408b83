import { askBudget, ownShare } from "../core/critic-budget.ts";
import type { CriticCall } from "../core/critic-call.ts";
import type { Month } from "../core/cycle.ts";
import type { JudgeCost } from "../core/judge-cost.ts";
import type { JudgeStatus } from "../core/judge-status.ts";
import { type JudgeChanged, judgeTimeline, judgingPurposes } from "../core/judge-timeline.ts";
import { addMonths, monthOf, monthStart } from "../core/month.ts";
import type { CycleContext } from "./context.ts";
import type { HistoryContext } from "./history-context.ts";
import { readJudgeCost } from "./judge-spend.ts";

/** What judging costs, and which judges are not what they were. */
export async function readJudgeStatus(context: CycleContext): Promise<JudgeStatus> {
  const { timezone } = context;
  const month = monthOf(context.now(), timezone);
  const lastMonth = await readJudgeCost(context, addMonths(month, -1));
  const thisMonth = await readJudgeCost(context, month);
  const since = monthStart(lastMonth.period, timezone);
  const calls = await context.store.listCriticCalls({ purposes: judgingPurposes });
  const names = [...new Set(calls.flatMap(({ axis }) => (axis === null ? [] : [axis])))].toSorted();
  const changes = names.flatMap((axis) =>
    judgeTimeline(
      calls.filter((call) => call.axis === axis),
      (instant) => monthOf(instant, timezone),
    )
      .filter(({ at }) => at >= since)
      .map((changed) => ({ axis, ...changed, at: new Date(changed.at).toISOString() })),
  );
  return {
    lastMonth,
    thisMonth,
    ...capOf(thisMonth, context.cost.judgeUsdPerMonth),
    changes: changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  };
}

function capOf(thisMonth: JudgeCost, usd: number | null): Pick<JudgeStatus, "cap"> {
  if (usd === null) return {};
  const isStopped = (purpose: CriticCall["purpose"]): boolean =>
    askBudget(purpose, thisMonth, usd).kind === "over-budget";
  return {
    cap: {
      usd,
      probesAndGoldUsd: ownShare * usd,
      stopped: isStopped("replay") ? ["everything"] : isStopped("gold") ? ["probes and gold"] : [],
    },
  };
}

/** When the judge of an axis changed, by the month whose work found it; up to the instant `asOf`. */
export async function readJudgeChanges(
  { store, timezone }: Pick<HistoryContext, "store" | "timezone">,
  axis: string,
  asOf: number,
): Promise<ReadonlyMap<Month, readonly JudgeChanged[]>> {
  const calls = await store.listCriticCalls({ axis, purposes: judgingPurposes });
  const changed = judgeTimeline(
    calls.filter(({ at }) => at <= asOf),
    (instant) => monthOf(instant, timezone),
  );
  const months = new Map<Month, readonly JudgeChanged[]>();
  for (const one of changed) months.set(one.period, [...(months.get(one.period) ?? []), one]);
  return months;
}
