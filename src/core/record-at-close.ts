import type { Cycle } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import type { DecisionBasis } from "./decision-record.ts";
import type { AxisRecord } from "./evidence.ts";

/** The record as the decision saw it: what came later is taken away. */
export function recordAtClose(
  record: AxisRecord,
  decision: Decision,
  basis: DecisionBasis | null,
): AxisRecord {
  const { at, period } = decision;
  const known = recordNow(record, decision, basis);
  // The order of insertion is exact; a clock that was set back makes instants lie.
  const observations =
    basis === null
      ? record.observations.filter(({ observedAt }) => observedAt <= at)
      : record.observations.slice(0, basis.grades);
  const months = basis?.months;
  if (months !== undefined) {
    const isKnown = new Set([...months, period]);
    return {
      ...known,
      observations,
      cycles: known.cycles.filter((cycle) => isKnown.has(cycle.period)),
      // The months themselves say where the latest restart lay.
      decisions: [],
      statusChanges: months.includes(period) ? [] : known.statusChanges,
    };
  }
  return {
    ...known,
    observations,
    cycles: known.cycles.flatMap((cycle): readonly Cycle[] => {
      if (cycle.period === period) return [cycle];
      if (cycle.openedAt > at) return [];
      const closedLater = cycle.closedAt !== null && cycle.closedAt > at;
      return [closedLater ? { ...cycle, state: "open", closedAt: null } : cycle];
    }),
    decisions: known.decisions.filter((one) => one.at <= at),
  };
}

/**
 * Everything that is known, but for the decision itself: it would be shown in place of a fresh one. A restart that would
 * have set aside months that the decision looked at was made after it, whatever its instant says.
 */
export function recordNow(record: AxisRecord, decision: Decision, basis: DecisionBasis | null): AxisRecord {
  const months = new Set(basis?.months);
  const earlier = record.cycles.filter(({ period }) => months.has(period) && period < decision.period);
  const oldest = Math.min(...earlier.map(({ closedAt, openedAt }) => closedAt ?? openedAt));
  return {
    ...record,
    cycles: record.cycles.filter(({ period }) => period <= decision.period),
    decisions: record.decisions.filter(({ period }) => period !== decision.period),
    statusChanges: record.statusChanges.filter(({ at }) => at < oldest),
  };
}
