import { describe, expect, it } from "vitest";
import { describeClock, describeNextRuns } from "../../../src/cli/doctor/time-checks.ts";
import { createSchedule } from "../../../src/schedule.ts";

describe("describeNextRuns", () => {
  it("shows three slots in local time and UTC, over a change of clocks", () => {
    const zone = "America/New_York";
    const schedule = createSchedule("0 9 1 * *", zone);
    const { ok, message } = describeNextRuns(schedule, zone, Date.UTC(2026, 8, 1, 13));
    expect(ok).toBe(true);
    expect(message.split("; ")).toEqual([
      "2026-10-01 09:00 EDT (13:00 UTC)",
      "2026-11-01 09:00 EST (14:00 UTC)",
      "2026-12-01 09:00 EST (14:00 UTC)",
    ]);
  });
});

describe("describeClock", () => {
  it("is a finding only with a warning", () => {
    expect(describeClock(0, null, "UTC").ok).toBe(true);
    expect(describeClock(0, "the clock stands back", "UTC").ok).toBe(false);
  });
});
