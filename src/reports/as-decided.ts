import { changedThresholds } from "../core/decision-record.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { kappaCell } from "./kappa-words.ts";
import { showProbability } from "./numbers.ts";
import { overridesOf } from "./row-counts.ts";

/**
 * The row as its decision saw it, with the thresholds of then: the decision's reasons are true of these figures, and late
 * grades have moved the row's own. The row itself where nothing else is known.
 */
export function asDecided(
  row: HistoryRow,
  policy: DecisionPolicy,
): { readonly row: HistoryRow; readonly policy: DecisionPolicy } {
  if (row.decidedOn === null) return { row, policy };
  const { policy: policyThen, ...figures } = row.decidedOn;
  const { pp, pf, fp, ff } = figures.table;
  return {
    row: {
      ...row,
      ...figures,
      overrides: pf,
      reverseOverrides: fp,
      graded: { ...row.graded, pass: pp + pf, fail: fp + ff },
    },
    policy: policyThen ?? policy,
  };
}

type Readable = Pick<
  HistoryRow,
  | "byNow"
  | "decidedOn"
  | "decision"
  | "graded"
  | "kappa"
  | "overrides"
  | "pBelowThreshold"
  | "streak"
  | "table"
>;

/** Whether a decided month has other figures by now than those it was decided on, or would be decided otherwise. */
export function readsOtherwise(row: Readable): boolean {
  const { byNow, decidedOn, decision, streak, table } = row;
  if (byNow === null || decidedOn === null) return false;
  const then = decidedOn.table;
  return (
    byNow.action !== decision.action ||
    streak !== decidedOn.streak ||
    (["pp", "pf", "fp", "ff"] as const).some((cell) => table[cell] !== then[cell]) ||
    isOther(row.pBelowThreshold, decidedOn.pBelowThreshold)
  );
}

/** The last digits of a sum follow the order of its parts: they are no other figure. */
function isOther(one: number | null, other: number | null): boolean {
  return one === null || other === null ? one !== other : Math.abs(one - other) > 1e-9;
}

/**
 * A decided month by the grades known now, and what they would come to; null where it reads as it was decided.
 *
 * @example "by the grades known now: kappa 0.345 [0.062, 0.633], 3 overrides of 9, P(kappa below the threshold) = 0.985; would be: revert (kappa)"
 */
export function byNowSentence(row: Readable, policy: DecisionPolicy | null = null): string | null {
  const { byNow, decidedOn, decision } = row;
  if (byNow === null || decidedOn === null || !readsOtherwise(row)) return null;
  const thresholds =
    policy !== null && decidedOn.policy !== null && changedThresholds(decidedOn.policy, policy).length > 0
      ? " and the thresholds of now"
      : "";
  const figures = [
    `kappa ${kappaCell(row.kappa)}`,
    overridesOf(row),
    ...(row.pBelowThreshold === null
      ? []
      : [`P(kappa below the threshold) = ${showProbability(row.pBelowThreshold)}`]),
  ].join(", ");
  const why = byNow.reasons.length === 0 ? "" : ` (${byNow.reasons.join(", ")})`;
  const end =
    byNow.action === decision.action ? `still ${byNow.action}${why}` : `would be: ${byNow.action}${why}`;
  return `by the grades known now${thresholds}: ${figures}; ${end}`;
}
