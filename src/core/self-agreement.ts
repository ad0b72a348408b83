import { effectiveGrade, type GradeObservation, type Item, type Month } from "./cycle.ts";
import { groupBy } from "./group-by.ts";
import { jeffreysInterval } from "./intervals.ts";

/** How often the founder gave a re-asked item the grade that he had given it before. Counts only. */
export interface SelfAgreementCounts {
  /** Of `asked`, those with the same grade again. */
  readonly same: number;
  /** Re-asked items with a PASS or FAIL both times. */
  readonly asked: number;
  /** Re-asked items with a can't tell either time: neither same nor other. */
  readonly cantTell: number;
}

/** The founder's own noise: nobody can be expected to agree with him more than he does. */
export interface SelfAgreement extends SelfAgreementCounts {
  /** same / asked, 0 to 1, with its 95% Jeffreys interval; null where nothing has been asked again. */
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly because: "no-data" | null;
}

/** One re-asked item that has an answer, beside the answer that was there before. */
export interface ReaskAnswer {
  readonly period: Month;
  readonly outcome: "same" | "other" | "cant-tell";
}

/**
 * What came of the items that were asked again (kind `reask`), by the grades known at `asOf`?
 *
 * An answer is compared with the last grade of the same verdict in an older month, as it stood when the founder first
 * answered again: what he changes after that is no second blind grade. An item without an answer, withdrawn, or without an
 * older grade is left out. `record` holds one axis.
 */
export function reaskAnswers(
  record: { readonly items: readonly Item[]; readonly observations: readonly GradeObservation[] },
  asOf: number,
): readonly ReaskAnswer[] {
  const byRef = groupBy(record.observations, ({ ref }) => ref);
  const byVerdict = groupBy(record.items, ({ verdictKey }) => verdictKey);
  const seen = (item: Item): readonly GradeObservation[] =>
    item.state === "withdrawn"
      ? []
      : (byRef.get(item.ref) ?? []).filter(({ observedAt }) => observedAt <= asOf);
  return record.items.flatMap((item) => {
    if (item.kind !== "reask") return [];
    const observations = seen(item);
    const now = effectiveGrade(observations, asOf)?.grade ?? null;
    if (now === null) return [];
    const answeredAt = Math.min(...observations.filter(({ grade }) => grade !== null).map(instantOf));
    const before = (byVerdict.get(item.verdictKey) ?? [])
      .filter((one) => one.period < item.period)
      .flatMap((one) => {
        const earlier = seen(one).filter((observation) => instantOf(observation) <= answeredAt);
        const last = effectiveGrade(earlier, asOf);
        return last === null || last.grade === null
          ? []
          : [{ grade: last.grade, order: [one.period, instantOf(last), one.ref] as const }];
      })
      .toSorted((a, b) => compare(a.order, b.order))
      .at(-1);
    if (before === undefined) return [];
    const cantTell = now === "CANT_TELL" || before.grade === "CANT_TELL";
    return [
      { period: item.period, outcome: cantTell ? "cant-tell" : now === before.grade ? "same" : "other" },
    ];
  });
}

type Order = readonly [period: Month, instant: number, ref: string];

/** By month; within one by instant and ref, so that the order of the records never matters. */
function compare([monthA, instantA, refA]: Order, [monthB, instantB, refB]: Order): number {
  if (monthA !== monthB) return monthA < monthB ? -1 : 1;
  return instantA - instantB || (refA < refB ? -1 : 1);
}

function instantOf(observation: GradeObservation): number {
  return observation.at ?? observation.observedAt;
}

export function countAnswers(answers: readonly ReaskAnswer[]): SelfAgreementCounts {
  const count = (outcome: ReaskAnswer["outcome"]): number =>
    answers.filter((answer) => answer.outcome === outcome).length;
  const same = count("same");
  return { same, asked: same + count("other"), cantTell: count("cant-tell") };
}

/**
 * How often does the founder agree with himself? It is the ceiling of what a critic can reach, and never part of kappa.
 *
 * @example 5 same and 1 other // { same: 5, asked: 6, cantTell: 0, rate: 0.833…, low: 0.441…, high: 0.981… }
 */
export function selfAgreement(answers: readonly ReaskAnswer[]): SelfAgreement {
  const counts = countAnswers(answers);
  const interval = jeffreysInterval(counts.same, counts.asked);
  return interval.status === "ok"
    ? { ...counts, rate: counts.same / counts.asked, low: interval.low, high: interval.high, because: null }
    : { ...counts, rate: null, low: null, high: null, because: "no-data" };
}
