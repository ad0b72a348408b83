import {
  askBudget,
  type BudgetAnswer,
  type JudgeSpend,
  judgeShare,
  totalSpend,
} from "../core/critic-budget.ts";
import type { CallPurpose } from "../core/critic-call.ts";
import type { CriticSpec } from "../core/critic-spec.ts";
import type { Month } from "../core/cycle.ts";
import { byPurpose, type JudgeCost } from "../core/judge-cost.ts";
import { addMonths, monthOf, monthStart } from "../core/month.ts";
import type { CallIntent, NotedCall } from "./call-intents.ts";
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

/** May a critic be called for this purpose now, as far as calls have ended? Whoever calls one asks `reserveCall`. */
export async function mayCall(
  context: Pick<CycleContext, "cost" | "now" | "store" | "timezone">,
  purpose: CallPurpose,
): Promise<BudgetAnswer> {
  const { cost, now, timezone } = context;
  if (cost.judgeUsdPerMonth === null) return { kind: "go", leftUsd: null };
  return askBudget(purpose, await readJudgeCost(context, monthOf(now(), timezone)), cost.judgeUsdPerMonth);
}

/** Room for one call under the cap, until it is disposed of: which is when the cost of the call is stored. */
export interface ReservedCall extends AsyncDisposable {
  /** The instant of the call, epoch milliseconds. */
  readonly at: number;
  /** What it may cost, US dollars. */
  readonly maxCostUsd: number;
  /** Whether that is less than the critic's own limit: a `budget` failure is then the month's, not the critic's. */
  readonly isCut: boolean;
}

/**
 * Room for one call, asked for right before it; null where the month has none left. Calls under way count with all that
 * they may cost. Where only these leave too little, it waits for them, so that nothing is refused, or cut, for money that
 * is not spent in the end. The last call gets what is left: the sum ends near the limit, over it by no more than a critic
 * oversteps its own. A call whose cost nobody gives counts as nothing once it has ended. The call is noted before it is made.
 */
export async function reserveCall(
  context: Pick<CycleContext, "callIntents" | "callsInFlight" | "cost" | "now" | "store" | "timezone">,
  intent: CallIntent & { readonly spec: Pick<CriticSpec, "maxCostUsd"> },
): Promise<ReservedCall | null> {
  const { callIntents, callsInFlight } = context;
  const { purpose, spec } = intent;
  for (;;) {
    const ended = callsInFlight.ended;
    const budget = await mayCall(context, purpose);
    // What ended while the sum was read may be in neither.
    if (callsInFlight.ended !== ended) continue;
    if (budget.kind === "over-budget") return null;
    // In whole millionths, as the sum is: 0.8 - 0.6 must be enough for 0.2.
    const leftUsd = Math.round((budget.leftUsd ?? Number.POSITIVE_INFINITY) * 1e6) / 1e6;
    if (callsInFlight.count === 0 || callsInFlight.usd + spec.maxCostUsd <= leftUsd) {
      const maxCostUsd = Math.min(spec.maxCostUsd, leftUsd);
      // Before anything is waited for: who asks next must count this one.
      const room = callsInFlight.begin(maxCostUsd);
      return noted(room, { maxCostUsd, isCut: maxCostUsd < spec.maxCostUsd }, () =>
        callIntents.begin(intent, context.now()),
      );
    }
    await callsInFlight.nextEnd();
  }
}

async function noted(
  room: Disposable,
  call: Omit<ReservedCall, keyof NotedCall>,
  begin: () => Promise<NotedCall>,
): Promise<ReservedCall> {
  try {
    const note = await begin();
    return {
      ...call,
      at: note.at,
      [Symbol.asyncDispose]: async () => {
        room[Symbol.dispose]();
        await note[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    room[Symbol.dispose]();
    throw error;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
