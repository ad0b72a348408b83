import { describe, expect, it } from "vitest";
import { atLeastDaysLater } from "../../src/cycle/due.ts";
import { createSchedule } from "../../src/schedule.ts";

const monthly = createSchedule("0 9 1 * *", "America/New_York");

describe("when a cycle is due", () => {
  it("is the next slot that leaves 14 days", () => {
    // Opened at the slot of 1 June: due at that of 1 July.
    expect(atLeastDaysLater(monthly, Date.UTC(2026, 5, 1, 13), 14)).toBe(Date.UTC(2026, 6, 1, 13));
    expect(atLeastDaysLater(monthly, Date.UTC(2026, 5, 17, 13), 14)).toBe(Date.UTC(2026, 6, 1, 13));
    expect(atLeastDaysLater(monthly, Date.UTC(2026, 5, 17, 13) + 1, 14)).toBe(Date.UTC(2026, 7, 1, 13));
  });
});
