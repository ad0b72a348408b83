import { headingForm } from "./adjustments.ts";
import type { Month } from "./cycle.ts";
import { type AxisRecord, seeItems } from "./evidence.ts";
import { namedClause, rubricClauses } from "./rubric-clauses.ts";

/** A verdict of a closed month on which critic and founder differ, with the rule that it is about. */
interface ClauseDisagreement {
  readonly ref: string;
  readonly verdictKey: string;
  readonly period: Month;
  readonly critic: "PASS" | "FAIL";
  readonly founder: "PASS" | "FAIL";
  /** The founder's words; null where he gave none. */
  readonly reason: string | null;
  /** The critic's; null where it gave none. */
  readonly criticReason: string | null;
  /** When the founder said so, else when it was seen. Epoch milliseconds. */
  readonly at: number;
}

/** What critic and founder disagree on under one rule. */
export interface ClauseGroup {
  /** In the words of the rubric where it has that rule; null for those of which nobody named a rule. */
  readonly clause: string | null;
  /** Critic PASS, founder FAIL. */
  readonly overrides: number;
  /** Critic FAIL, founder PASS. */
  readonly reverseOverrides: number;
  /** Ascending by instant, then ref. */
  readonly disagreements: readonly ClauseDisagreement[];
}

/** What is known of a verdict; see `Store.readVerdict`. */
export interface SaidOfVerdict {
  readonly reason: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

/**
 * Which rules of the rubric do critic and founder read differently? Every disagreement of a closed month, grouped by the
 * rule that was named (`namedClause`), the rule with most overrides first, then most disagreements, then the latest; those
 * without a rule come last. The month's own sample only: no probes, risk, gold or re-asked items, and nothing of a month
 * that is open, for it is graded blind.
 *
 * @param said what the critic said of a verdict, by its key; only disagreements are asked for
 */
export function disagreementsByClause(
  record: Pick<AxisRecord, "cycles" | "items" | "observations">,
  facts: {
    readonly rubric: string | null;
    readonly said: (verdictKey: string) => SaidOfVerdict | null;
    readonly asOf?: number;
  },
): readonly ClauseGroup[] {
  const clauses = facts.rubric === null ? [] : rubricClauses(facts.rubric);
  const groups = new Map<string, { readonly clause: string | null; readonly all: ClauseDisagreement[] }>();
  for (const disagreement of closedDisagreements(record, facts.asOf)) {
    const said = facts.said(disagreement.verdictKey);
    const criticReason = said?.reason ?? null;
    const clause = namedClause(
      { meta: said?.meta ?? {}, critic: criticReason, founder: disagreement.reason },
      clauses,
    );
    const key = clause === null ? "" : headingForm(clause);
    const group = groups.get(key) ?? { clause, all: [] };
    group.all.push({ ...disagreement, criticReason });
    groups.set(key, group);
  }
  return [...groups.values()].map(groupOf).toSorted(byWeight);
}

/** The keys of the verdicts that `disagreementsByClause` asks about. */
export function disagreeingVerdicts(
  record: Pick<AxisRecord, "cycles" | "items" | "observations">,
): readonly string[] {
  return closedDisagreements(record).map(({ verdictKey }) => verdictKey);
}

function closedDisagreements(
  record: Pick<AxisRecord, "cycles" | "items" | "observations">,
  asOf = Number.POSITIVE_INFINITY,
): readonly Omit<ClauseDisagreement, "criticReason">[] {
  const closed = new Set(record.cycles.filter(({ state }) => state === "closed").map(({ period }) => period));
  const items = record.items.filter(({ period }) => closed.has(period));
  return seeItems(items, record.observations, asOf).flatMap(({ item, seen }) => {
    const critic = item.kind === "pass" ? "PASS" : item.kind === "fail" ? "FAIL" : null;
    const founder = seen?.grade ?? null;
    if (seen === null || critic === null || (founder !== "PASS" && founder !== "FAIL")) return [];
    if (founder === critic) return [];
    const { ref, verdictKey, period } = item;
    return [
      { ref, verdictKey, period, critic, founder, reason: seen.reason, at: seen.at ?? seen.observedAt },
    ];
  });
}

function groupOf({
  clause,
  all,
}: {
  readonly clause: string | null;
  readonly all: readonly ClauseDisagreement[];
}): ClauseGroup {
  const disagreements = all.toSorted((a, b) => a.at - b.at || (a.ref < b.ref ? -1 : 1));
  const overrides = all.filter(({ critic }) => critic === "PASS").length;
  return { clause, overrides, reverseOverrides: all.length - overrides, disagreements };
}

function byWeight(a: ClauseGroup, b: ClauseGroup): number {
  const last = ({ disagreements }: ClauseGroup): number => disagreements.at(-1)?.at ?? 0;
  return (
    Number(a.clause === null) - Number(b.clause === null) ||
    b.overrides - a.overrides ||
    b.disagreements.length - a.disagreements.length ||
    last(b) - last(a)
  );
}
