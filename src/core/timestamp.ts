import { instantsOf } from "./zone.ts";

/** Why a text is no instant. */
export type TimestampFault =
  | "not-a-timestamp"
  | "date-only"
  | "no-zone"
  | "impossible-date"
  | "impossible-time"
  | "impossible-offset"
  | "skipped-local-time";

export type ParsedTimestamp =
  | { readonly kind: "ok"; readonly at: number }
  | { readonly kind: "bad"; readonly because: TimestampFault };

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/;

/**
 * The instant that a timestamp names, epoch milliseconds UTC: `YYYY-MM-DD`, `T` or a space, `HH:MM`, optional `:SS` and
 * fraction (cut to milliseconds), then `Z`, `+HH:MM` or `+HHMM`. Missing seconds are 00. Impossible dates, 24:00, second
 * 60, bare dates and epoch numbers are refused.
 *
 * `zone` is the zone of a timestamp that names none; null refuses such ones. A local time that clocks show twice means
 * the first one, one that they skip is refused. Intl is touched only for these.
 *
 * The one rule for all ways in: `Date.parse` takes 30 February, and zod's `iso.datetime` wants seconds.
 *
 * @throws RangeError for a `zone` that Intl does not know.
 * @example parseTimestamp("2026-05-03T14:12:00-04:00", null) // { kind: "ok", at: 1777831920000 }
 */
export function parseTimestamp(text: string, zone: string | null): ParsedTimestamp {
  const parts = form.exec(text);
  if (parts === null) return bad("not-a-timestamp");
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return bad("impossible-date");
  if (parts[4] === undefined) return bad("date-only");

  const [hour, minute, second] = [Number(parts[4]), Number(parts[5]), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return bad("impossible-time");
  const milliseconds = Number((parts[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const wall = midnightOf(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;

  if (parts[8] !== undefined) return { kind: "ok", at: wall };
  if (parts[9] !== undefined) {
    const [offsetHours, offsetMinutes] = [Number(parts[10]), Number(parts[11])];
    if (offsetHours > 23 || offsetMinutes > 59) return bad("impossible-offset");
    const offset = (offsetHours * 60 + offsetMinutes) * 60_000;
    return { kind: "ok", at: parts[9] === "-" ? wall + offset : wall - offset };
  }
  if (zone === null) return bad("no-zone");
  const [first] = instantsOf(wall, zone);
  return first === undefined ? bad("skipped-local-time") : { kind: "ok", at: first };
}

function bad(because: TimestampFault): ParsedTimestamp {
  return { kind: "bad", because };
}

/** `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
function midnightOf(year: number, month: number, day: number): number {
  return year > 99 ? Date.UTC(year, month - 1, day) : new Date(0).setUTCFullYear(year, month - 1, day);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Before 2015 there were no such critics; a clock more than a day ahead is wrong. */
export type InstantFault = "before-2015" | "in-the-future";

const start2015 = Date.UTC(2015, 0, 1);

/** How far ahead of the clock a verdict may be, in milliseconds: 24 hours. */
export const mostAheadMs = 86_400_000;

/** Why an instant cannot be that of a verdict: before 2015 (UTC), or more than 24 hours after `now`; null when it can. */
export function checkInstant(at: number, now: number): InstantFault | null {
  if (at < start2015) return "before-2015";
  return at > now + mostAheadMs ? "in-the-future" : null;
}
