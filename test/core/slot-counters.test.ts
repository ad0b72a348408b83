import { describe, expect, it } from "vitest";
import { countSlots, slotOf } from "../../src/core/slot-counters.ts";
import { createSchedule } from "../../src/schedule.ts";

const timezone = "America/New_York";
const calendar = { schedule: createSchedule("0 9 1 * *", timezone), timezone };
const minute = 60_000;

function cycle(
  period: string,
  openedAt: number,
  further: {
    state?: "open" | "skipped" | "below-threshold";
    because?: "too-old" | "not-caught-up" | "rotated";
  } = {},
) {
  return { period, openedAt, state: "open", because: null, ...further } as const;
}

function iso(period: string): string {
  return new Date(slotOf(period, calendar)).toISOString();
}

describe("slotOf", () => {
  it("is the first slot when the month is over, over both changes of the clock", () => {
    expect(iso("2026-09")).toBe("2026-10-01T13:00:00.000Z");
    // 1 November 2026 is the day on which daylight saving ends.
    expect(iso("2026-10")).toBe("2026-11-01T14:00:00.000Z");
    expect(iso("2026-02")).toBe("2026-03-01T14:00:00.000Z");
    expect(iso("2026-03")).toBe("2026-04-01T13:00:00.000Z");
  });

  it("counts a slot at the very start of the month", () => {
    const atMidnight = { schedule: createSchedule("0 0 1 * *", timezone), timezone };
    expect(new Date(slotOf("2026-05", atMidnight)).toISOString()).toBe("2026-06-01T04:00:00.000Z");
  });
});

describe("countSlots", () => {
  const slot = slotOf("2026-10", calendar);
  const next = slotOf("2026-11", calendar);

  it.each([
    ["before its slot, by hand", slot - 60 * minute, "onTime"],
    ["at its slot", slot, "onTime"],
    ["10 minutes after it", slot + 10 * minute, "onTime"],
    ["a moment later", slot + 10 * minute + 1, "late"],
    ["just before the next slot", next - 1, "late"],
    ["at the next slot", next, "caughtUp"],
  ] as const)("a month that is opened %s", (_when, at, counter) => {
    const none = { onTime: 0, late: 0, caughtUp: 0, skipped: 0 };
    expect(countSlots([cycle("2026-10", at)], calendar)).toEqual({ ...none, [counter]: 1 });
  });

  it("takes no axis that waited for one that was passed over, and an opened one before one that was", () => {
    const none = { onTime: 0, late: 0, caughtUp: 0, skipped: 0 };
    const waited = cycle("2026-10", slot, { state: "skipped", because: "rotated" });
    expect(countSlots([waited], calendar)).toEqual({ ...none, onTime: 1 });
    const passedOver = cycle("2026-10", slot, { state: "skipped", because: "too-old" });
    expect(countSlots([passedOver], calendar)).toEqual({ ...none, skipped: 1 });
    for (const both of [
      [cycle("2026-10", next), passedOver],
      [passedOver, cycle("2026-10", next)],
    ]) {
      expect(countSlots(both, calendar)).toEqual({ ...none, caughtUp: 1 });
    }
  });

  it("counts months and not axes, by the axis that was opened first", () => {
    const late = slot + 60 * minute;
    expect(countSlots([cycle("2026-10", late), cycle("2026-10", slot)], calendar).onTime).toBe(1);
    expect(countSlots([cycle("2026-10", slot), cycle("2026-10", late)], calendar)).toMatchObject({
      onTime: 1,
      late: 0,
    });
  });

  it("calls a month skipped only when it was passed over with all its axes", () => {
    const tooOld = cycle("2026-08", next, { state: "skipped", because: "too-old" });
    const notCaughtUp = cycle("2026-09", next, { state: "skipped", because: "not-caught-up" });
    const rotated = cycle("2026-10", slot, { state: "skipped", because: "rotated" });
    const thin = cycle("2026-10", slot, { state: "below-threshold" });
    expect(countSlots([tooOld, notCaughtUp, rotated, thin], calendar)).toEqual({
      onTime: 1,
      late: 0,
      caughtUp: 0,
      skipped: 2,
    });
    const byHand = cycle("2026-08", next + minute);
    expect(countSlots([tooOld, byHand], calendar)).toMatchObject({ caughtUp: 1, skipped: 0 });
  });
});
