import type { Cycle, CycleBecause, Month } from "./cycle.ts";
import { addMonths, monthStart } from "./month.ts";

/** How many months were opened when, by their slots. */
export interface SlotCounters {
  /** Opened before its slot or at most 10 minutes after it. */
  readonly onTime: number;
  /** Opened later, but before the next slot. */
  readonly late: number;
  /** Opened when the next slot had come already. */
  readonly caughtUp: number;
  /** Passed over: too old, or not to be caught up. */
  readonly skipped: number;
}

/** The schedule of the months: its slots and the zone in which months are cut. */
export interface SlotCalendar {
  readonly schedule: { next(after: number): number };
  readonly timezone: string;
}

/** Up to so long after its slot a fire belongs to it. A machine that wakes or starts needs a moment. */
export const slotGraceMs = 10 * 60_000;

/**
 * The slot of a month, epoch milliseconds: the first one when the month is over.
 *
 * @example slotOf("2026-10", { schedule, timezone: "America/New_York" }) // 2026-11-01T14:00Z for "0 9 1 * *"
 */
export function slotOf(period: Month, { schedule, timezone }: SlotCalendar): number {
  // `next` answers later slots only; one at the very end of the month counts too.
  return schedule.next(monthStart(addMonths(period, 1), timezone) - 1);
}

const passedOver: ReadonlySet<CycleBecause | null> = new Set<CycleBecause>(["too-old", "not-caught-up"]);

/**
 * When the months were opened, counted by month and not by axis: the first cycle that was opened says when.
 * A month whose cycles were all passed over is skipped; one without any cycle is not counted, since nothing was there.
 */
export function countSlots(
  cycles: readonly Pick<Cycle, "period" | "state" | "because" | "openedAt">[],
  calendar: SlotCalendar,
): SlotCounters {
  const counters = { onTime: 0, late: 0, caughtUp: 0, skipped: 0 };
  const openedAt = new Map<Month, number | null>();
  for (const cycle of cycles) {
    const known = openedAt.get(cycle.period) ?? null;
    const isPassedOver = cycle.state === "skipped" && passedOver.has(cycle.because);
    const at = isPassedOver ? null : cycle.openedAt;
    openedAt.set(cycle.period, at === null || known === null ? (at ?? known) : Math.min(at, known));
  }
  for (const [period, at] of openedAt) {
    const slot = slotOf(period, calendar);
    if (at === null) counters.skipped += 1;
    else if (at <= slot + slotGraceMs) counters.onTime += 1;
    else if (at < calendar.schedule.next(slot)) counters.late += 1;
    else counters.caughtUp += 1;
  }
  return counters;
}
