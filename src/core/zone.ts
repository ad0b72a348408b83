import { knownSpan } from "./wall-clock.ts";

/**
 * The date and time that a zone's clocks show. Intl is asked only when a function is called: a program that merely imports this file does not pay for it.
 *
 * A wall time is a number: the epoch milliseconds at which UTC clocks would show the same date and time.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    clocks.set(zone, clock);
  }
  return clock;
}

const shownTime = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;

/**
 * What the clocks of a zone show at an instant, as a wall time; milliseconds are kept.
 * For years 100 to 9999.
 *
 * @throws RangeError for a zone that Intl does not know.
 * @example wallTimeIn(Date.UTC(2026, 10, 1, 14), "America/New_York") // Date.UTC(2026, 10, 1, 9)
 */
export function wallTimeIn(instant: number, zone: string): number {
  const known = knownSpan(instant, zone);
  if (known !== undefined) return instant + known.offset;
  const shown = clockOf(zone).format(instant);
  const parts = shownTime.exec(shown);
  if (parts === null) throw new RangeError(`no calendar date at ${instant} in ${zone}: ${shown}`);
  const [month, day, year, hour, minute, second] = parts.slice(1).map(Number);
  const wall = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  // The clock shows whole seconds; zones have shifted by whole seconds only.
  return wall + (((instant % 1000) + 1000) % 1000);
}

const day = 86_400_000;

/**
 * The instants at which the clocks of a zone show a wall time, ascending: one on most days, two where clocks were set
 * back over it, none where they skipped it.
 *
 * @throws RangeError for a zone that Intl does not know.
 * @example instantsOf(Date.UTC(2026, 2, 8, 2, 30), "America/New_York") // []
 */
export function instantsOf(wall: number, zone: string): readonly number[] {
  // The two offsets around a clock change are those in force a day before and a day after it.
  const before = wall - (wallTimeIn(wall - day, zone) - (wall - day));
  const after = wall - (wallTimeIn(wall + day, zone) - (wall + day));
  const candidates = before === after ? [before] : [Math.min(before, after), Math.max(before, after)];
  return candidates.filter((instant) => wallTimeIn(instant, zone) === wall);
}
