/** What the clocks of a zone show: date, time to the minute, and the zone's short name at that instant. */
export interface WallClock {
  readonly date: string;
  readonly time: string;
  readonly zoneName: string;
}

/** From one instant up to another, epoch milliseconds, the clocks of a zone are this far from UTC and bear this name. */
export interface ClockSpan {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly zoneName: string;
}

const knownSpans = new Map<string, readonly ClockSpan[]>();

/** Tells of a zone what `clockSpans` found earlier, so that Intl need not be loaded for it: that takes half as long as starting Node. */
export function knowClocks(zone: string, spans: readonly ClockSpan[]): void {
  knownSpans.set(zone, spans);
}

/**
 * The wall clock of a zone at an instant, epoch milliseconds.
 *
 * @throws RangeError for a zone that Intl does not know.
 * @example wallClock(Date.UTC(2026, 10, 1, 14), "America/New_York") // { date: "2026-11-01", time: "09:00", zoneName: "EST" }
 */
export function wallClock(ms: number, zone: string): WallClock {
  if (zone === "UTC") return shown(ms, "UTC");
  const span = knownSpan(ms, zone);
  return span === undefined ? askIntl(ms, zone) : shown(ms + span.offset, span.zoneName);
}

/** What is known without Intl of a zone's clocks at an instant. */
export function knownSpan(ms: number, zone: string): ClockSpan | undefined {
  return knownSpans.get(zone)?.find(({ from, to }) => from <= ms && ms < to);
}

function shown(wall: number, zoneName: string): WallClock {
  const iso = new Date(wall).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 16), zoneName };
}

/** Making one takes much longer than asking it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function askIntl(ms: number, zone: string): WallClock {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "iso8601",
      // 24:00 of some engines is 00:00 here.
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    });
    clocks.set(zone, clock);
  }
  const parts = clock.formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((one) => one.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
    zoneName: part("timeZoneName"),
  };
}

const minute = 60_000;
/** Two settings of the clocks within one of these would be missed; no zone does that. */
const week = 10_080 * minute;

/** The spans of a zone's clocks that cover the time between two instants, ascending: what to tell `knowClocks`. */
export function clockSpans(zone: string, from: number, to: number): readonly ClockSpan[] {
  const spans: ClockSpan[] = [];
  let start = Math.floor(from / minute) * minute;
  while (start < to) {
    const now = stateAt(start, zone);
    let end = start + week;
    while (end < to && isSame(stateAt(end, zone), now)) end += week;
    // The clocks were set in the last of these weeks, at a full minute; or not at all, then it ends the span, too.
    let before = end - week;
    while (end - before > minute) {
      const middle = before + Math.floor((end - before) / (2 * minute)) * minute;
      if (isSame(stateAt(middle, zone), now)) before = middle;
      else end = middle;
    }
    spans.push({ from: start, to: end, ...now });
    start = end;
  }
  return spans;
}

function stateAt(ms: number, zone: string): Pick<ClockSpan, "offset" | "zoneName"> {
  const { date, time, zoneName } = askIntl(ms, zone);
  return { offset: Date.parse(`${date}T${time}:00Z`) - ms, zoneName };
}

function isSame(
  one: Pick<ClockSpan, "offset" | "zoneName">,
  other: Pick<ClockSpan, "offset" | "zoneName">,
): boolean {
  return one.offset === other.offset && one.zoneName === other.zoneName;
}
