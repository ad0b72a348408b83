import { describe, expect, it } from "vitest";
import { showInstant } from "../../src/reports/time.ts";

describe("showInstant", () => {
  it.each([
    ["winter", Date.UTC(2026, 10, 1, 14), "America/New_York", "2026-11-01 09:00 EST (14:00 UTC)"],
    ["summer", Date.UTC(2026, 5, 1, 13), "America/New_York", "2026-06-01 09:00 EDT (13:00 UTC)"],
    [
      "another day in UTC",
      Date.UTC(2026, 5, 1, 2),
      "America/New_York",
      "2026-05-31 22:00 EDT (2026-06-01 02:00 UTC)",
    ],
    ["midnight", Date.UTC(2026, 5, 1, 4), "America/New_York", "2026-06-01 00:00 EDT (04:00 UTC)"],
    ["UTC itself", Date.UTC(2026, 5, 1, 2), "UTC", "2026-06-01 02:00 UTC"],
    ["no short name", Date.UTC(2026, 5, 1, 2), "Asia/Kolkata", "2026-06-01 07:30 GMT+5:30 (02:00 UTC)"],
  ])("%s", (_, ms, zone, expected) => {
    expect(showInstant(ms, zone)).toBe(expected);
  });
});
