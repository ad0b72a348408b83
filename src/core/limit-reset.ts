import { instantsOf, wallTimeIn } from "./zone.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A wait longer than this is no reset of a usage limit: the text was misread. */
const longestWait = 60 * day;

/**
 * When a usage limit ends, as the text of a critic's command line says it, epoch milliseconds; null where it does not say.
 * Understood: `resets 1pm (Europe/Lisbon)`, `resets at 3:30pm`, `resets Oct 7, 5am`, `try again at Oct 7th, 2026 3:04 PM`,
 * `try again in 3 days 2 hours 5 minutes`, `limit reached|1755806400`, ISO 8601.
 *
 * @param now When the text was read, epoch milliseconds.
 * @param zone The zone of times that name none: the machine's own, since the command line prints local time.
 * @throws RangeError for a `zone` that Intl does not know; a zone in the text that it does not know is passed over.
 * @example limitResetAt("You've hit your limit · resets 1pm (Europe/Lisbon)", Date.UTC(2026, 5, 1, 9), "UTC") // Date.UTC(2026, 5, 1, 12)
 */
export function limitResetAt(text: string, now: number, zone: string): number | null {
  const at = epochIn(text) ?? isoIn(text) ?? durationIn(text, now) ?? clockTimeIn(text, now, zone);
  return at !== null && at > now - day && at < now + longestWait ? at : null;
}

function epochIn(text: string): number | null {
  const seconds = /\|(\d{10})\b/.exec(text)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

function isoIn(text: string): number | null {
  const iso = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})/.exec(text)?.[0];
  const at = iso === undefined ? NaN : Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}

function durationIn(text: string, now: number): number | null {
  const span =
    /\b(?:resets?|again|retry|available)\s+(?:after|in)\s+((?:(?:and\s+)?[\d.]+\s*[a-z]+,?\s*)+)/i.exec(text);
  if (span === null) return null;
  let sum = 0;
  for (const [, amount, unit] of (span[1] ?? "").matchAll(/([\d.]+)\s*([a-z]+)/gi)) {
    sum += Number(amount) * (unitLength(unit ?? "") ?? NaN);
  }
  return Number.isFinite(sum) && sum > 0 ? now + sum : null;
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milliseconds?)$/i, 1],
  [/^(?:s|secs?|seconds?)$/i, 1000],
  [/^(?:m|mins?|minutes?)$/i, minute],
  [/^(?:h|hrs?|hours?)$/i, hour],
  [/^(?:d|days?)$/i, day],
];

function unitLength(unit: string): number | null {
  return units.find(([pattern]) => pattern.test(unit))?.[1] ?? null;
}

const clockTime =
  /\b(?:resets?|again|until|available)\b[^\d\n]{0,12}?(?:(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?<date>\d{1,2})(?:st|nd|rd|th)?,?\s*(?:(?<year>\d{4}),?\s*)?(?:at\s+)?)?(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s*(?<half>[ap])?\.?m?\b[^(\n]{0,3}(?:\((?<zone>[A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*)\))?/i;

/** A time of day is the next one; a date without a year is the next one, too. */
function clockTimeIn(text: string, now: number, localZone: string): number | null {
  const found = clockTime.exec(text)?.groups;
  if (found === undefined) return null;
  const { half, month, year } = found;
  const written = Number(found["hour"]);
  // A bare number is no time of day: "resets in 3 steps".
  if (half === undefined && found["minute"] === undefined) return null;
  if (half === undefined ? written > 23 : written < 1 || written > 12) return null;
  const hours = half === undefined ? written : (written % 12) + (/p/i.test(half) ? 12 : 0);
  const timeOfDay = hours * hour + Number(found["minute"] ?? 0) * minute;

  const zone = knownZone(found["zone"]) ?? localZone;
  const today = Math.floor(wallTimeIn(now, zone) / day) * day;
  if (month === undefined) {
    return instantOf(today + timeOfDay, zone, now) ?? instantOf(today + day + timeOfDay, zone, now);
  }
  const monthIndex = monthNames.indexOf(month.slice(0, 3).toLowerCase());
  const years =
    year === undefined ? [0, 1].map((ahead) => new Date(today).getUTCFullYear() + ahead) : [Number(year)];
  for (const one of years) {
    const at = instantOf(Date.UTC(one, monthIndex, Number(found["date"])) + timeOfDay, zone, now);
    if (at !== null) return at;
  }
  return null;
}

/** The first instant of a wall time that is not past; one that clocks skip is an hour later. */
function instantOf(wall: number, zone: string, now: number): number | null {
  const [at] = [...instantsOf(wall, zone), ...instantsOf(wall + hour, zone)];
  return at !== undefined && at > now ? at : null;
}

function knownZone(name: string | undefined): string | null {
  if (name === undefined) return null;
  try {
    wallTimeIn(0, name);
    return name;
  } catch {
    return null;
  }
}
