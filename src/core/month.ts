import type { Month } from "./cycle.ts";
import { instantsOf, wallTimeIn } from "./zone.ts";

const monthText = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

/** Whether a text is a month, `YYYY-MM`, of the years 1000 to 9999. */
export function isMonth(text: string): boolean {
  return monthText.test(text);
}

/** Months since the year 0, so that months can be counted. */
function indexOf(month: Month): number {
  if (!isMonth(month)) throw new RangeError(`not a month (YYYY-MM): ${month}`);
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

function monthAt(index: number): Month {
  const month = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
  if (!isMonth(month)) throw new RangeError(`outside the years 1000 to 9999: ${month}`);
  return month;
}

/** Starts of months by zone and index: asked for every verdict, and never different. */
const knownStarts = new Map<string, Map<number, number>>();

function startAt(index: number, zone: string): number {
  let starts = knownStarts.get(zone);
  if (starts === undefined) {
    starts = new Map();
    knownStarts.set(zone, starts);
  }
  let start = starts.get(index);
  if (start === undefined) {
    start = findStart(Date.UTC(Math.floor(index / 12), index % 12, 1), zone);
    starts.set(index, start);
  }
  return start;
}

function findStart(midnight: number, zone: string): number {
  const [first] = instantsOf(midnight, zone);
  if (first !== undefined) return first;
  // Clocks skipped this midnight: the month starts with the first instant that they show after it.
  let before = midnight - 172_800_000;
  let after = midnight + 172_800_000;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallTimeIn(middle, zone) >= midnight) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * The instant at which a month starts in a zone, epoch milliseconds: local midnight of the 1st. Where clocks show that
 * midnight twice it is the first one; where they skip it, the first instant after it. A month is
 * `[monthStart(m), monthStart(nextMonth(m)))`.
 *
 * @throws RangeError for a text that is no month or a zone that Intl does not know.
 * @example monthStart("2026-11", "America/New_York") // Date.UTC(2026, 10, 1, 4)
 */
export function monthStart(month: Month, zone: string): number {
  return startAt(indexOf(month), zone);
}

/**
 * The calendar month of an instant in a zone: the period that a verdict belongs to.
 *
 * @throws RangeError for a zone that Intl does not know.
 * @example monthOf(Date.parse("2026-06-01T01:30:00+02:00"), "America/New_York") // "2026-05"
 */
export function monthOf(instant: number, zone: string): Month {
  const utc = new Date(instant);
  const index = utc.getUTCFullYear() * 12 + utc.getUTCMonth();
  // No zone is more than a day from UTC, so the month is UTC's or a neighbour of it.
  if (instant < startAt(index, zone)) return monthAt(index - 1);
  if (instant >= startAt(index + 1, zone)) return monthAt(index + 1);
  return monthAt(index);
}

/** The month n months later, or earlier for a negative n. `addMonths("2026-11", 3)` is `2027-02`. */
export function addMonths(month: Month, n: number): Month {
  return monthAt(indexOf(month) + n);
}

/** All months from `first` to `last`, both included, ascending; none when `last` is earlier. */
export function monthsFrom(first: Month, last: Month): readonly Month[] {
  const months: Month[] = [];
  for (let index = indexOf(first); index <= indexOf(last); index += 1) months.push(monthAt(index));
  return months;
}

/** The calendar date of an instant in a zone, `YYYY-MM-DD`. */
export function dateIn(instant: number, zone: string): string {
  return new Date(wallTimeIn(instant, zone)).toISOString().slice(0, 10);
}

const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** `EST` where American English has such a word, else the offset, e.g. `UTC+05:45`: neither changes with the machine's language. */
function shortZoneName(instant: number, zone: string): string {
  let names = zoneNames.get(zone);
  if (names === undefined) {
    names = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" });
    zoneNames.set(zone, names);
  }
  const name = names.formatToParts(instant).find((part) => part.type === "timeZoneName")?.value ?? "";
  if (/^[A-Z]{2,5}$/.test(name) && name !== "GMT" && name !== "UTC") return name;
  const minutes = Math.round((wallTimeIn(instant, zone) - instant) / 60_000);
  if (minutes === 0) return "UTC";
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "-" : "+"}${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/**
 * An instant for people: date, time to the minute and zone.
 *
 * @example formatInZone(Date.UTC(2026, 10, 1, 14), "America/New_York") // "2026-11-01 09:00 EST"
 */
export function formatInZone(instant: number, zone: string): string {
  const shown = new Date(wallTimeIn(instant, zone)).toISOString();
  return `${shown.slice(0, 10)} ${shown.slice(11, 16)} ${shortZoneName(instant, zone)}`;
}

/** An instant in local time for people, and in UTC for whoever compares machines: `{ local: "2026-11-01 09:00 EST", utc: "2026-11-01T14:00:00Z" }`. */
export function localAndUtc(instant: number, zone: string): { readonly local: string; readonly utc: string } {
  return {
    local: formatInZone(instant, zone),
    utc: `${new Date(instant).toISOString().slice(0, 19)}Z`,
  };
}

/** Whether a text names a zone, e.g. `America/New_York`. A bare offset is not one: newer Node versions alone would take it. */
export function isZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    wallTimeIn(0, text);
    return true;
  } catch {
    return false;
  }
}
