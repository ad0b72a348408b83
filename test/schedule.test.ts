import { describe, expect, it } from "vitest";
import { monthsFrom } from "../src/core/month.ts";
import { checkSchedule, createSchedule, scheduleWarnings, slotFields } from "../src/schedule.ts";

const newYork = "America/New_York";
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
const monthly = createSchedule("0 9 1 * *", newYork);

describe("createSchedule", () => {
  it("comes once in each of 24 months, at 09:00 by the clocks of the zone", () => {
    const slots: string[] = [];
    let at = Date.UTC(2025, 11, 15);
    for (let n = 0; n < 24; n += 1) {
      at = monthly.next(at);
      slots.push(new Date(at).toISOString());
    }
    // Summer time holds on the 1st of April to November, but for 1 November 2026, the day on which it ends at 02:00.
    const summer = new Set(
      ["04", "05", "06", "07", "08", "09", "10", "11"].flatMap((m) => [`2026-${m}`, `2027-${m}`]),
    );
    summer.delete("2026-11");
    expect(slots).toEqual(
      monthsFrom("2026-01", "2027-12").map(
        (month) => `${month}-01T${summer.has(month) ? 13 : 14}:00:00.000Z`,
      ),
    );
    expect(slots).toContain("2026-11-01T14:00:00.000Z");
  });

  it("is strictly after the instant, to the millisecond", () => {
    const slot = Date.UTC(2026, 10, 1, 14);
    const following = Date.UTC(2026, 11, 1, 14);
    expect(monthly.next(slot - 1)).toBe(slot);
    expect(monthly.next(slot)).toBe(following);
    expect(monthly.next(slot + 1)).toBe(following);
    // Asking changes nothing: an earlier instant still has its slot.
    expect(monthly.next(slot - 1)).toBe(slot);
  });

  it("does not lose a slot that clocks skip", () => {
    const schedule = createSchedule("30 2 8 * *", newYork);
    const slot = schedule.next(Date.UTC(2026, 2, 1));
    expect(slot).toBeGreaterThanOrEqual(Date.UTC(2026, 2, 8, 7));
    expect(slot).toBeLessThan(Date.UTC(2026, 2, 8, 8));
    expect(schedule.next(slot)).toBe(Date.UTC(2026, 3, 8, 6, 30));
  });

  it("comes once where clocks show its time twice", () => {
    const schedule = createSchedule("30 1 1 * *", newYork);
    const slot = Date.UTC(2026, 10, 1, 5, 30);
    expect(schedule.next(Date.UTC(2026, 9, 15))).toBe(slot);
    for (const minutes of [0, 30, 60, 90]) {
      expect(schedule.next(slot + minutes * 60_000)).toBe(Date.UTC(2026, 11, 1, 6, 30));
    }
  });

  it("takes tabs and runs of spaces", () => {
    const after = Date.UTC(2026, 5, 15);
    expect(createSchedule(" 0\t9  1\t*\t* ", newYork).next(after)).toBe(monthly.next(after));
  });

  it("starts no timer", () => {
    const before = timers();
    createSchedule("* * * * *", "UTC").next(Date.UTC(2026, 0, 1));
    expect(timers()).toBe(before);
  });

  it("refuses with a config error", () => {
    for (const [pattern, zone] of [
      ["0 9 1 * 1", newYork],
      ["0 9 1 * *", "America/New_Yrok"],
    ] as const) {
      expect(() => createSchedule(pattern, zone)).toThrow(expect.objectContaining({ code: "config" }));
    }
  });
});

describe("checkSchedule", () => {
  it.each([
    "0 9 1 * *",
    "0\t9\t1\t*\t*",
    "30 7 1,15 * *",
    "0 9 * * 1",
    "0 9 1 JAN-DEC *",
    "0 9 L * *",
    "0 9 ? * MON",
    "0 0 29 2 *",
  ])("finds nothing wrong with %j", (pattern) => expect(checkSchedule(pattern, newYork)).toEqual([]));

  it.each([
    ["both days restricted", "0 9 1 * 1"],
    ["both days restricted, one by a step", "0 9 */2 * 1-5"],
    ["a reversed range of days", "0 9 31-1 * *"],
    ["a reversed range of hours", "0 17-9 1 * *"],
    ["a minute that is none", "60 9 1 * *"],
    ["an hour that is none", "0 24 1 * *"],
    ["day 0", "0 9 0 * *"],
    ["a word", "monthly"],
    ["a nickname", "@monthly"],
    ["four fields", "0 9 1 *"],
    ["seconds", "0 0 9 1 * *"],
    ["nothing", ""],
    ["a day that never comes", "0 9 31 2 *"],
  ])("refuses %s", (_, pattern) => expect(checkSchedule(pattern, newYork)).toHaveLength(1));

  it("repeats no number that nobody wrote", () => {
    const [problem = ""] = checkSchedule("0 9 32 * *", newYork);
    expect(problem.replaceAll("0 9 32 * *", "")).not.toMatch(/\d/);
  });

  it.each(["America/New_Yrok", "", "+05:00"])("refuses the zone %j", (zone) => {
    expect(checkSchedule("0 9 1 * *", zone)).toHaveLength(1);
    expect(checkSchedule("0 9 1 * 1", zone)).toHaveLength(2);
  });
});

describe("scheduleWarnings", () => {
  it("warns of slots in the hours that clocks skip or show twice, in zones that change them", () => {
    for (const pattern of ["0 0 1 * *", "30 3 1 * *", "0 2-8 1 * *", "0 * 1 * *"]) {
      expect(scheduleWarnings(pattern, newYork)).toHaveLength(1);
      expect(scheduleWarnings(pattern, "Asia/Kathmandu")).toEqual([]);
    }
    expect(scheduleWarnings("0 4 1 * *", newYork)).toEqual([]);
    expect(scheduleWarnings("0 2 1 * *", "Australia/Sydney")).toHaveLength(1);
  });

  it("warns of days that some months do not have", () => {
    for (const days of ["29", "31", "30,31"])
      expect(scheduleWarnings(`0 9 ${days} * *`, newYork)).toHaveLength(1);
    for (const days of ["28", "1,31", "L", "*", "15-31"]) {
      expect(scheduleWarnings(`0 9 ${days} * *`, newYork)).toEqual([]);
    }
    expect(scheduleWarnings("0 9 * * 1", newYork)).toEqual([]);
  });

  it("leaves what is wrong to checkSchedule", () => {
    expect(scheduleWarnings("0 0 1 *", newYork)).toEqual([]);
    expect(scheduleWarnings("0 0 1 * *", "nowhere")).toEqual([]);
  });
});

describe("slotFields", () => {
  it.each([
    ["0 9 1 * *", { minutes: [0], hours: [9], days: [1], months: null, weekdays: null, exact: true }],
    [
      "*/30 8-9 1,15 JAN *",
      { minutes: [0, 30], hours: [8, 9], days: [1, 15], months: [1], weekdays: null, exact: true },
    ],
    ["0 9 L * *", { minutes: [0], hours: [9], days: "last", months: null, weekdays: null, exact: true }],
    ["0 9 * * 7", { minutes: [0], hours: [9], days: null, months: null, weekdays: [0], exact: true }],
  ])("reads the numbers of %s", (pattern, fields) => {
    expect(slotFields(pattern)).toEqual(fields);
  });

  it.each(["30 8 15W * *", "30 8 * * MON#2", "30 8 1,L * *", "30 8 LW * *"])(
    "makes %s every day, rather than fewer days",
    (pattern) => {
      expect(slotFields(pattern)).toEqual({
        minutes: [30],
        hours: [8],
        days: null,
        months: null,
        weekdays: null,
        exact: false,
      });
    },
  );

  it("refuses what is no pattern", () => {
    expect(() => slotFields("9 o'clock")).toThrow(expect.objectContaining({ code: "config" }));
  });
});
