import type { Cycle } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import type { AxisRecord } from "./evidence.ts";
import type { HistoryOptions } from "./history-options.ts";
import type { HistoryRow } from "./history-row.ts";

/** The status word that stood at an instant, told by the recorded changes around it. */
export function statusOf(
  record: AxisRecord,
  cycle: Cycle,
  decided: Decision | null,
  options: HistoryOptions,
): HistoryRow["status"] {
  if (decided !== null) return { before: decided.statusBefore, after: decided.statusAfter };
  const at = cycle.closedAt ?? (cycle.state === "open" ? options.asOf : cycle.openedAt);
  const earlier = record.statusChanges.filter((change) => change.at <= at).at(-1);
  const later = record.statusChanges.find((change) => change.at > at);
  const word = earlier?.to ?? later?.from ?? options.statusNow;
  return { before: word, after: word };
}

/** A graduation stands at the last row that was there when it happened: that is what it answers. */
export function graduationsAfter(
  { cycles, statusChanges }: AxisRecord,
  cycle: Cycle,
  { asOf }: HistoryOptions,
): Pick<HistoryRow, "graduations"> {
  const graduations = statusChanges
    .filter(({ at, by }) => by === "axis graduate" && at <= asOf)
    .filter(({ at }) => {
      const before = cycles.findLast(
        ({ closedAt, openedAt, state }) => state !== "open" && (closedAt ?? openedAt) <= at,
      );
      return before?.period === cycle.period;
    })
    .map(({ at, door = null, reason }) => ({ at: new Date(at).toISOString(), door, reason }));
  return graduations.length === 0 ? {} : { graduations };
}
