import { describe, expect, it } from "vitest";
import {
  addMonths,
  dateIn,
  formatInZone,
  isMonth,
  isZone,
  localAndUtc,
  monthOf,
  monthStart,
  monthsFrom,
} from "../../src/core/month.ts";

const newYork = "America/New_York";

describe("isMonth", () => {
  it.each(["2015-01", "2026-12", "2100-12"])("takes %s", (text) => expect(isMonth(text)).toBe(true));

  it.each(["2026-00", "2026-13", "2026-1", "26-01", "2026-01-01", " 2026-01", "2026-01\n", "0999-01", ""])(
    "refuses %j",
    (text) => expect(isMonth(text)).toBe(false),
  );
});

describe("counting months", () => {
  it("goes over the year's end in both directions", () => {
    expect(addMonths("2026-11", 3)).toBe("2027-02");
    expect(addMonths("2026-01", -13)).toBe("2024-12");
    expect(addMonths("2026-12", 1)).toBe("2027-01");
    expect(addMonths("2026-01", -1)).toBe("2025-12");
  });

  it("counts and lists", () => {
    expect(monthsFrom("2025-11", "2026-02")).toHaveLength(4);
    expect(monthsFrom("2026-02", "2025-11")).toEqual([]);
    expect(monthsFrom("2025-11", "2026-02")).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
    expect(monthsFrom("2026-02", "2026-02")).toEqual(["2026-02"]);
    expect(monthsFrom("2026-02", "2026-01")).toEqual([]);
    expect(monthsFrom("2015-01", "2100-12")).toHaveLength(1032);
  });

  it("throws for what is no month", () => {
    expect(() => addMonths("2026-13", 1)).toThrow(RangeError);
    expect(() => addMonths("9999-12", 1)).toThrow(RangeError);
  });
});

describe("monthStart", () => {
  it("is local midnight on either side of a clock change", () => {
    expect(monthStart("2026-11", newYork)).toBe(Date.UTC(2026, 10, 1, 4));
    expect(monthStart("2026-12", newYork)).toBe(Date.UTC(2026, 11, 1, 5));
    expect(monthStart("2026-07", "Asia/Kathmandu")).toBe(Date.UTC(2026, 5, 30, 18, 15));
    expect(monthStart("2026-07", "Pacific/Apia")).toBe(Date.UTC(2026, 5, 30, 11));
    expect(monthStart("2026-07", "America/Sao_Paulo")).toBe(Date.UTC(2026, 6, 1, 3));
    // Brazil had summer time until 2019.
    expect(monthStart("2018-12", "America/Sao_Paulo")).toBe(Date.UTC(2018, 11, 1, 2));
  });

  it("is the first instant after a midnight that clocks skipped", () => {
    // Paraguay went from 00:00 to 01:00 on Sunday 1 October 2017, Jordan on Friday 1 April 2016.
    expect(monthStart("2017-10", "America/Asuncion")).toBe(Date.UTC(2017, 9, 1, 4));
    expect(monthOf(Date.UTC(2017, 9, 1, 4) - 1, "America/Asuncion")).toBe("2017-09");
    expect(monthStart("2016-04", "Asia/Amman")).toBe(Date.UTC(2016, 2, 31, 22));
  });

  it("is the first one of a midnight that clocks showed twice", () => {
    // Cuba went from 01:00 back to 00:00 on Sunday 1 November 2026.
    expect(monthStart("2026-11", "America/Havana")).toBe(Date.UTC(2026, 10, 1, 4));
  });

  it("throws for an unknown zone", () => {
    expect(() => monthStart("2026-11", "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("monthOf", () => {
  it("looks at the instant in the zone, never at a written offset", () => {
    expect(monthOf(Date.parse("2026-06-01T01:30:00+02:00"), newYork)).toBe("2026-05");
    expect(monthOf(Date.parse("2026-06-01T03:59:59.999Z"), newYork)).toBe("2026-05");
    expect(monthOf(Date.parse("2026-06-01T04:00:00Z"), newYork)).toBe("2026-06");
    expect(monthOf(Date.parse("2026-12-31T10:00:00Z"), "Pacific/Kiritimati")).toBe("2027-01");
    expect(monthOf(Date.parse("2027-01-01T10:59:59Z"), "Pacific/Pago_Pago")).toBe("2026-12");
  });

  it.each([
    newYork,
    "Asia/Kathmandu",
    "Pacific/Apia",
    "America/Sao_Paulo",
    "America/Asuncion",
    "America/Havana",
    "Africa/Casablanca",
    "Australia/Lord_Howe",
    "Europe/London",
    "UTC",
  ])("agrees with a calendar in %s at both ends of every month from 2015 to 2100", (zone) => {
    // The oracle shares nothing with the code: another locale, and the parts of the date by name.
    const calendar = new Intl.DateTimeFormat("en-GB", { timeZone: zone, year: "numeric", month: "2-digit" });
    const shown = (instant: number): string => {
      const parts = new Map(calendar.formatToParts(instant).map((part) => [part.type, part.value]));
      return `${parts.get("year")}-${parts.get("month")}`;
    };
    const wrong = monthsFrom("2015-01", "2100-12").filter((month) => {
      const start = monthStart(month, zone);
      return !(
        shown(start) === month &&
        monthOf(start, zone) === month &&
        shown(start - 1) === addMonths(month, -1) &&
        monthOf(start - 1, zone) === addMonths(month, -1)
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe("dates for people", () => {
  it("gives the date in the zone", () => {
    expect(dateIn(Date.parse("2026-06-01T03:00:00Z"), newYork)).toBe("2026-05-31");
    expect(dateIn(Date.parse("2026-05-31T19:00:00Z"), "Asia/Kathmandu")).toBe("2026-06-01");
  });

  it("names the zone in words that depend on no machine", () => {
    const instant = Date.UTC(2026, 10, 1, 14);
    expect(formatInZone(instant, newYork)).toBe("2026-11-01 09:00 EST");
    expect(formatInZone(Date.UTC(2026, 6, 1, 13), newYork)).toBe("2026-07-01 09:00 EDT");
    expect(formatInZone(instant, "Asia/Kathmandu")).toBe("2026-11-01 19:45 UTC+05:45");
    expect(formatInZone(instant, "America/Sao_Paulo")).toBe("2026-11-01 11:00 UTC-03:00");
    expect(formatInZone(instant, "America/St_Johns")).toBe("2026-11-01 10:30 UTC-03:30");
    expect(formatInZone(instant, "Europe/London")).toBe("2026-11-01 14:00 UTC");
    expect(formatInZone(Date.UTC(2026, 6, 1), "Europe/London")).toBe("2026-07-01 01:00 UTC+01:00");
    expect(formatInZone(instant, "UTC")).toBe("2026-11-01 14:00 UTC");
  });

  it("sets UTC beside local time", () => {
    expect(localAndUtc(Date.UTC(2026, 10, 1, 14), newYork)).toEqual({
      local: "2026-11-01 09:00 EST",
      utc: "2026-11-01T14:00:00Z",
    });
  });
});

describe("isZone", () => {
  it.each([newYork, "UTC", "Etc/GMT+5", "Pacific/Apia"])("knows %s", (zone) => {
    expect(isZone(zone)).toBe(true);
  });

  it.each(["", "America/New_Yrok", "+05:00", "-0300", " UTC", "EST5"])("does not know %j", (zone) => {
    expect(isZone(zone)).toBe(false);
  });
});
