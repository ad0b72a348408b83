import type { DateResponse } from "./property-value.ts";
import { validationError } from "./api-error.ts";

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const withTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** What a request wrote as a date, as answers give it back: with the offset instead of the zone. */
export function readDate(request: {
  readonly start: string;
  readonly end?: string | null | undefined;
  readonly time_zone?: string | null | undefined;
}): DateResponse {
  const zone = request.time_zone ?? null;
  const start = readMoment(request.start, zone);
  const end = request.end === undefined || request.end === null ? null : readMoment(request.end, zone);
  if (end !== null && instantOf(end) < instantOf(start)) {
    throw validationError("Invalid date range: the end date should be after the start date.");
  }
  return { start, end, time_zone: null };
}

function readMoment(text: string, zone: string | null): string {
  const bad = (why: string): Error => validationError(`Invalid date "${text}": ${why}.`);
  if (dateOnly.test(text)) {
    if (zone !== null) throw bad("a date with time_zone needs a time");
    const day = new Date(`${text}T00:00:00Z`);
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) throw bad("no such day");
    return text;
  }
  if (!withTime.test(text)) throw bad("should be ISO 8601");
  const offset = /(Z|[+-]\d{2}:\d{2})$/.exec(text)?.[0] ?? null;
  if (zone !== null && offset !== null) throw bad("with time_zone it must not have an offset");
  const local = offset === null ? text : text.slice(0, -offset.length);
  const shift = offset ?? (zone === null ? "Z" : offsetOf(local, zone));
  const instant = Date.parse(`${local}${shift}`);
  if (Number.isNaN(instant)) throw bad("no such time");
  const minutes = shift === "Z" ? 0 : shiftMinutes(shift);
  const shown = new Date(instant + minutes * 60_000).toISOString().slice(0, -1);
  return `${shown}${shift === "Z" ? "+00:00" : shift}`;
}

function shiftMinutes(offset: string): number {
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6)));
}

/** The offset that holds in a zone at a local time. */
function offsetOf(local: string, zone: string): string {
  try {
    const guess = new Date(`${local}Z`);
    const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const name = (at: Date): string =>
      parts
        .formatToParts(at)
        .find((part) => part.type === "timeZoneName")
        ?.value.slice(3) || "+00:00";
    // Twice: the first offset finds the instant, the second is the one that holds there.
    const first = name(guess);
    return name(new Date(guess.getTime() - shiftMinutes(first) * 60_000));
  } catch {
    throw validationError(`time_zone "${zone}" is no IANA time zone.`);
  }
}

/** Milliseconds of a date in answer form; a day begins at midnight UTC. */
export function instantOf(text: string): number {
  return Date.parse(dateOnly.test(text) ? `${text}T00:00:00Z` : text);
}
