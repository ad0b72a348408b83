/**
 * An instant (epoch milliseconds) as people read it: the wall clock of the zone with its short name, and UTC.
 * The UTC date is named only where it is another day.
 *
 * @example showInstant(Date.UTC(2026, 10, 1, 14), "America/New_York") // "2026-11-01 09:00 EST (14:00 UTC)"
 */
export function showInstant(ms: number, zone: string): string {
  const local = wallClock(ms, zone);
  const utc = wallClock(ms, "UTC");
  if (zone === "UTC") return `${utc.date} ${utc.time} UTC`;
  const utcDate = utc.date === local.date ? "" : `${utc.date} `;
  return `${local.date} ${local.time} ${local.zoneName} (${utcDate}${utc.time} UTC)`;
}

interface WallClock {
  readonly date: string;
  readonly time: string;
  readonly zoneName: string;
}

/** Making one costs Intl a hundred times what asking it does. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
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
  return clock;
}

function wallClock(ms: number, zone: string): WallClock {
  const parts = clockOf(zone).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((one) => one.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
    zoneName: part("timeZoneName"),
  };
}
