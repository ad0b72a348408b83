import type { Month } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import { readDecisionRecord } from "./decision-record.ts";
import type { AxisRecord } from "./evidence.ts";

/**
 * The decisions of an axis whose month may read otherwise by now: a grade of it or of an older month came after the close, or
 * a month that it did not look at. Most do not: only these are worth deciding again.
 */
export function overtakenDecisions(record: AxisRecord): readonly Decision[] {
  const periods = new Map(record.items.map(({ ref, period }) => [ref, period]));
  const graded = record.observations.map(({ ref }) => periods.get(ref));
  const grades = { graded, oldest: oldestFromEach(graded) };
  return record.decisions.filter((decision) => isOvertaken(record, grades, decision));
}

/** Undefined for none: an item that a person asked for is no part of its month. */
type MaybeMonth = Month | undefined;

interface Grades {
  /** The month that each observation grades an item of. */
  readonly graded: readonly MaybeMonth[];
  /** The oldest of these from each observation on. */
  readonly oldest: readonly MaybeMonth[];
}

function oldestFromEach(months: readonly MaybeMonth[]): readonly MaybeMonth[] {
  let oldest: MaybeMonth;
  return months
    .toReversed()
    .map((month) => {
      if (month !== undefined && (oldest === undefined || month < oldest)) oldest = month;
      return oldest;
    })
    .toReversed();
}

function isOvertaken(record: AxisRecord, { graded, oldest }: Grades, decision: Decision): boolean {
  const stored = readDecisionRecord(decision.record);
  // A damaged record corrects nothing: `verify` tells of it.
  if (stored.kind === "damaged") return false;
  const isOfMonth = (month: MaybeMonth): boolean => month !== undefined && month <= decision.period;
  const known = stored.basis?.grades;
  const late =
    known === undefined
      ? record.observations.some(
          ({ observedAt }, index) => observedAt > decision.at && isOfMonth(graded[index]),
        )
      : isOfMonth(oldest[Math.max(0, known)]);
  const months = stored.basis?.months;
  const looked = new Set(months);
  const [first = decision.period] = months ?? [];
  // Of older months than those it looked at most were set aside by a restart; only their instants tell.
  return (
    late ||
    record.cycles.some(
      ({ closedAt, openedAt, period }) =>
        period < decision.period &&
        !looked.has(period) &&
        ((months !== undefined && period > first) || (closedAt ?? openedAt) > decision.at),
    )
  );
}
