import type { CallPurpose } from "./critic-call.ts";

/** What a calendar month's judging has come to, US dollars, as far as costs were given. */
export interface JudgeSpend {
  /** Of the verdicts given in the month. */
  readonly verdictsUsd: number;
  /** Of the calls that the program itself made in the month: probes, gold, replays, ... */
  readonly callsUsd: number;
  /** Whether anybody gave a cost at all. */
  readonly isKnown: boolean;
}

/**
 * Probes and gold may use this share of the cap; the rest is kept for what a person asks for by hand, so that they stop
 * first.
 */
export const ownShare = 0.8;

/** What the program begins by itself, month by month. */
const ownPurposes: ReadonlySet<CallPurpose> = new Set<CallPurpose>(["probe", "probe-check", "gold"]);

/** `leftUsd` is what the next calls may cost together; null where there is no cap. */
export type BudgetAnswer =
  | { readonly kind: "go"; readonly leftUsd: number | null }
  | { readonly kind: "over-budget"; readonly spentUsd: number; readonly limitUsd: number };

/**
 * May a critic be called for this purpose, given what the month has cost so far? Asked before each call; probes and
 * gold are refused from 80% of the cap on, everything else from the whole of it. Verdicts of others are never stopped, and
 * count. A cost that nobody gave counts as nothing.
 *
 * @param capUsd `cost.judge_usd_per_month`; null: no cap
 * @example askBudget("gold", { verdictsUsd: 6, callsUsd: 2, isKnown: true }, 10) // over-budget: 8 of 8
 * @example askBudget("replay", { verdictsUsd: 6, callsUsd: 2, isKnown: true }, 10) // go, 2 left
 */
export function askBudget(purpose: CallPurpose, spend: JudgeSpend, capUsd: number | null): BudgetAnswer {
  if (capUsd === null) return { kind: "go", leftUsd: null };
  const limitUsd = ownPurposes.has(purpose) ? ownShare * capUsd : capUsd;
  const spentUsd = totalSpend(spend);
  return spentUsd >= limitUsd
    ? { kind: "over-budget", spentUsd, limitUsd }
    : { kind: "go", leftUsd: limitUsd - spentUsd };
}

/** US dollars. */
export function totalSpend({ verdictsUsd, callsUsd }: JudgeSpend): number {
  // The last digits of a sum follow the order in which its parts came in; a millionth of a dollar does not.
  return Math.round((verdictsUsd + callsUsd) * 1e6) / 1e6;
}

/** What judging costs against what is judged. `share` is null where either is not known. */
export interface JudgeShare {
  readonly share: number | null;
  readonly level: "fine" | "warn" | "alarm";
}

/**
 * How much of what the judged work costs goes into judging it? `warn` from above `cost.warn` (10%), `alarm` from above
 * `cost.alarm` (15%).
 *
 * @example judgeShare(16, { productionUsdPerMonth: 100, warn: 0.1, alarm: 0.15 }) // { share: 0.16, level: "alarm" }
 */
export function judgeShare(
  spentUsd: number | null,
  cost: { readonly productionUsdPerMonth: number | null; readonly warn: number; readonly alarm: number },
): JudgeShare {
  const { productionUsdPerMonth: production, warn, alarm } = cost;
  if (spentUsd === null || production === null || production <= 0) return { share: null, level: "fine" };
  const share = spentUsd / production;
  return { share, level: share > alarm ? "alarm" : share > warn ? "warn" : "fine" };
}
