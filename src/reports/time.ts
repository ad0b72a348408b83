import { wallClock } from "../core/wall-clock.ts";

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
