import { askBudget, type BudgetAnswer, type JudgeSpend } from "../core/critic-budget.ts";
import type { CallPurpose } from "../core/critic-call.ts";
import type { Month } from "../core/cycle.ts";
import { addMonths, monthOf, monthStart } from "../core/month.ts";
import type { CycleContext } from "./context.ts";

/** What judging has cost in a calendar month: the verdicts given in it, and the calls made in it. */
export async function readSpend(
  { store, timezone }: Pick<CycleContext, "store" | "timezone">,
  month: Month,
): Promise<JudgeSpend> {
  const counts = await store.listMonthCounts({ period: month });
  const calls = await store.sumCriticCalls({
    from: monthStart(month, timezone),
    to: monthStart(addMonths(month, 1), timezone),
  });
  return {
    verdictsUsd: sum(counts.map(({ costUsd }) => costUsd)),
    callsUsd: sum(calls.map(({ costUsd }) => costUsd)),
    isKnown: [...counts, ...calls].some(({ costKnown }) => costKnown > 0),
  };
}

/** May a critic be called for this purpose now? To be asked before each batch of calls. */
export async function mayCall(context: CycleContext, purpose: CallPurpose): Promise<BudgetAnswer> {
  const spend = await readSpend(context, monthOf(context.now(), context.timezone));
  return askBudget(purpose, spend, context.cost.judgeUsdPerMonth);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
