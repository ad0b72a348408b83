import {
  askBudget,
  type BudgetAnswer,
  type JudgeSpend,
  judgeShare,
  totalSpend,
} from "../core/critic-budget.ts";
import type { CallPurpose } from "../core/critic-call.ts";
import type { Month } from "../core/cycle.ts";
import { byPurpose, type JudgeCost } from "../core/judge-cost.ts";
import { addMonths, monthOf, monthStart } from "../core/month.ts";
import type { CycleContext } from "./context.ts";

/** What judging has cost in a calendar month: the verdicts given in it, and the calls made in it. */
export async function readJudgeCost(
  context: Pick<CycleContext, "cost" | "store" | "timezone">,
  period: Month,
): Promise<JudgeCost> {
  const { cost, store, timezone } = context;
  const counts = await store.listMonthCounts({ period });
  const sums = await store.sumCriticCalls({
    from: monthStart(period, timezone),
    to: monthStart(addMonths(period, 1), timezone),
  });
  const spend: JudgeSpend = {
    verdictsUsd: sum(counts.map(({ costUsd }) => costUsd)),
    callsUsd: sum(sums.map(({ costUsd }) => costUsd)),
    isKnown: [...counts, ...sums].some(({ costKnown }) => costKnown > 0),
  };
  const spentUsd = totalSpend(spend);
  return {
    ...spend,
    ...judgeShare(spend.isKnown ? spentUsd : null, cost),
    period,
    spentUsd,
    verdictsPriced: sum(counts.map(({ costKnown }) => costKnown)),
    purposes: byPurpose(sums),
  };
}

/** May a critic be called for this purpose now? To be asked before each batch of calls. */
export async function mayCall(
  context: Pick<CycleContext, "cost" | "now" | "store" | "timezone">,
  purpose: CallPurpose,
): Promise<BudgetAnswer> {
  const { cost, now, timezone } = context;
  if (cost.judgeUsdPerMonth === null) return { kind: "go", leftUsd: null };
  return askBudget(purpose, await readJudgeCost(context, monthOf(now(), timezone)), cost.judgeUsdPerMonth);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
