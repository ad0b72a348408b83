import type { JudgeShare, JudgeSpend } from "./critic-budget.ts";
import type { CallPurpose, CallSum } from "./critic-call.ts";
import type { Month } from "./cycle.ts";

/** What the calls for one purpose came to, all axes together. */
export interface PurposeCost {
  readonly purpose: CallPurpose;
  readonly calls: number;
  /** Those that gave an answer. */
  readonly answered: number;
  readonly costUsd: number;
  /** Calls whose cost is known. */
  readonly costKnown: number;
  readonly tokens: number;
  /** All calls together, milliseconds. */
  readonly latencyMs: number;
}

/** What judging cost in a calendar month. */
export interface JudgeCost extends JudgeSpend, JudgeShare {
  readonly period: Month;
  /** US dollars of verdicts and calls. */
  readonly spentUsd: number;
  /** Verdicts that gave a cost; `verdictsUsd` is theirs. */
  readonly verdictsPriced: number;
  /** The program's own calls, ascending by purpose. */
  readonly purposes: readonly PurposeCost[];
}

/** The sums of the axes put together, ascending by purpose. */
export function byPurpose(sums: readonly CallSum[]): readonly PurposeCost[] {
  const purposes = new Map<CallPurpose, PurposeCost>();
  for (const { purpose, calls, answered, costUsd, costKnown, tokensIn, tokensOut, latencyMs } of sums) {
    const known = purposes.get(purpose);
    purposes.set(purpose, {
      purpose,
      calls: calls + (known?.calls ?? 0),
      answered: answered + (known?.answered ?? 0),
      costUsd: costUsd + (known?.costUsd ?? 0),
      costKnown: costKnown + (known?.costKnown ?? 0),
      tokens: tokensIn + tokensOut + (known?.tokens ?? 0),
      latencyMs: latencyMs + (known?.latencyMs ?? 0),
    });
  }
  return [...purposes.values()].toSorted((a, b) => (a.purpose < b.purpose ? -1 : 1));
}
