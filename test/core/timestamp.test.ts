import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monthOf } from "../../src/core/month.ts";
import { checkInstant, parseTimestamp } from "../../src/core/timestamp.ts";

const newYork = "America/New_York";
const ok = (at: number) => ({ kind: "ok", at });
const two = (n: number): string => String(n).padStart(2, "0");
const bad = (because: string) => ({ kind: "bad", because });

describe("parseTimestamp", () => {
  it.each([
    ["2026-05-03T14:12:00-04:00", Date.UTC(2026, 4, 3, 18, 12)],
    ["2026-05-03 14:12:00-04:00", Date.UTC(2026, 4, 3, 18, 12)],
    ["2026-05-03T14:12Z", Date.UTC(2026, 4, 3, 14, 12)],
    ["2026-05-03T14:12+0545", Date.UTC(2026, 4, 3, 8, 27)],
    ["2026-05-03T14:12:31.5Z", Date.UTC(2026, 4, 3, 14, 12, 31, 500)],
    ["2026-05-03T14:12:31.123999Z", Date.UTC(2026, 4, 3, 14, 12, 31, 123)],
    ["2024-02-29T00:00Z", Date.UTC(2024, 1, 29)],
    ["2000-02-29T00:00Z", Date.UTC(2000, 1, 29)],
    ["2026-12-31T23:59:59Z", Date.UTC(2026, 11, 31, 23, 59, 59)],
    ["0050-01-01T00:00Z", Date.parse("0050-01-01T00:00:00Z")],
  ])("reads %s, whatever zone is at hand", (text, at) => {
    expect(parseTimestamp(text, null)).toEqual(ok(at));
    expect(parseTimestamp(text, "Asia/Kathmandu")).toEqual(ok(at));
  });

  it.each([
    ["2026-02-30T10:00Z", "impossible-date"],
    ["2026-02-29T10:00Z", "impossible-date"],
    ["2100-02-29T10:00Z", "impossible-date"],
    ["2026-04-31T10:00Z", "impossible-date"],
    ["2026-13-01T10:00Z", "impossible-date"],
    ["2026-00-01T10:00Z", "impossible-date"],
    ["2026-01-00T10:00Z", "impossible-date"],
    ["2026-01-01T24:00Z", "impossible-time"],
    ["2026-01-01T10:60Z", "impossible-time"],
    ["2026-06-30T23:59:60Z", "impossible-time"],
    ["2026-01-01T10:00+24:00", "impossible-offset"],
    ["2026-01-01T10:00+05:60", "impossible-offset"],
    ["2026-01-01", "date-only"],
    ["2026-01-01T10:00", "no-zone"],
    ["2026-01-01 10:00:00.5", "no-zone"],
    ["1714745520", "not-a-timestamp"],
    ["1714745520000", "not-a-timestamp"],
    ["", "not-a-timestamp"],
    ["2026-01-01Z", "not-a-timestamp"],
    ["2026-01-01T10Z", "not-a-timestamp"],
    ["2026-01-01T10:00.5Z", "not-a-timestamp"],
    ["2026-01-01T10:00:00.Z", "not-a-timestamp"],
    ["2026-01-01T10:00 Z", "not-a-timestamp"],
    ["2026-01-01T10:00+05", "not-a-timestamp"],
    ["2026-1-01T10:00Z", "not-a-timestamp"],
    [" 2026-01-01T10:00Z", "not-a-timestamp"],
    ["2026-01-01T10:00Z\n", "not-a-timestamp"],
    ["2026-01-01  10:00Z", "not-a-timestamp"],
    ["٢٠٢٦-01-01T10:00Z", "not-a-timestamp"],
    ["1 January 2026 10:00 UTC", "not-a-timestamp"],
  ])("refuses %j", (text, because) => {
    expect(parseTimestamp(text, null)).toEqual(bad(because));
  });

  it("takes the axis's zone where none is written", () => {
    expect(parseTimestamp("2026-07-01 09:00", newYork)).toEqual(ok(Date.UTC(2026, 6, 1, 13)));
    expect(parseTimestamp("2026-01-01T09:00:00.250", newYork)).toEqual(
      ok(Date.UTC(2026, 0, 1, 14, 0, 0, 250)),
    );
  });

  it("means the first of a doubled local time, and refuses a skipped one", () => {
    expect(parseTimestamp("2026-11-01T01:30", newYork)).toEqual(ok(Date.UTC(2026, 10, 1, 5, 30)));
    expect(parseTimestamp("2026-03-08T02:30", newYork)).toEqual(bad("skipped-local-time"));
    expect(parseTimestamp("2026-03-08T03:00", newYork)).toEqual(ok(Date.UTC(2026, 2, 8, 7)));
    expect(parseTimestamp("2026-03-08T02:30-05:00", newYork)).toEqual(ok(Date.UTC(2026, 2, 8, 7, 30)));
  });

  it("puts an instant into the month of the config's zone, not of the offset it was written with", () => {
    const parsed = parseTimestamp("2026-06-01T01:30:00+02:00", null);
    expect(parsed.kind === "ok" && monthOf(parsed.at, newYork)).toBe("2026-05");
  });

  it("agrees with Date on every timestamp of the years 2015 to 2100", () => {
    const written = fc.record({
      day: fc.date({
        min: new Date("2015-01-01T00:00:00Z"),
        max: new Date("2100-12-31T23:59:59Z"),
        noInvalidDate: true,
      }),
      separator: fc.constantFrom("T", " "),
      precision: fc.constantFrom("minute", "second", "fraction"),
      sign: fc.constantFrom("+", "-"),
      hours: fc.integer({ min: 0, max: 23 }),
      minutes: fc.integer({ min: 0, max: 59 }),
      zone: fc.constantFrom("Z", "colon", "plain"),
    });
    fc.assert(
      fc.property(written, ({ day, separator, precision, sign, hours, minutes, zone }) => {
        const iso = day.toISOString();
        const time = iso.slice(11, precision === "minute" ? 16 : precision === "second" ? 19 : 23);
        const offset =
          zone === "Z" ? "Z" : `${sign}${two(hours)}${zone === "colon" ? ":" : ""}${two(minutes)}`;
        const standard = `${iso.slice(0, 10)}T${time}${zone === "Z" ? "Z" : `${sign}${two(hours)}:${two(minutes)}`}`;
        expect(parseTimestamp(`${iso.slice(0, 10)}${separator}${time}${offset}`, null)).toEqual(
          ok(Date.parse(standard)),
        );
      }),
    );
  });

  it("accepts a day of a month exactly when Date gives that day back", () => {
    const numbers = fc.record({
      year: fc.integer({ min: 2015, max: 2100 }),
      month: fc.integer({ min: 0, max: 13 }),
      day: fc.integer({ min: 0, max: 32 }),
    });
    fc.assert(
      fc.property(numbers, ({ year, month, day }) => {
        const date = new Date(Date.UTC(year, month - 1, day));
        const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        const text = `${year}-${two(month)}-${two(day)}T00:00Z`;
        expect(parseTimestamp(text, null)).toEqual(real ? ok(date.getTime()) : bad("impossible-date"));
      }),
      { numRuns: 500 },
    );
  });

  it("does not touch Intl unless a zone has to be looked up", () => {
    const source = fileURLToPath(new URL("../../src/core/timestamp.ts", import.meta.url));
    const program = `
      let asked = 0;
      const DateTimeFormat = Intl.DateTimeFormat;
      Intl.DateTimeFormat = function (...args) { asked += 1; return new DateTimeFormat(...args); };
      import(${JSON.stringify(source)}).then(({ parseTimestamp }) => {
        parseTimestamp("2026-05-03T14:12:00-04:00", "America/New_York");
        const zoned = asked;
        parseTimestamp("2026-05-03T14:12:00", "America/New_York");
        console.log(JSON.stringify({ zoned, bare: asked }));
      });`;
    const run = spawnSync(process.execPath, ["--import", "tsx", "-e", program], { encoding: "utf8" });
    expect(JSON.parse(run.stdout)).toEqual({ zoned: 0, bare: 1 });
  });
});

describe("checkInstant", () => {
  const now = Date.UTC(2026, 5, 1);

  it("refuses what is before 2015, 1970 included", () => {
    expect(checkInstant(0, now)).toBe("before-2015");
    expect(checkInstant(Date.UTC(2015, 0, 1) - 1, now)).toBe("before-2015");
    expect(checkInstant(Date.UTC(2015, 0, 1), now)).toBeNull();
  });

  it("refuses what is more than 24 hours ahead", () => {
    expect(checkInstant(now + 86_400_000, now)).toBeNull();
    expect(checkInstant(now + 86_400_001, now)).toBe("in-the-future");
    expect(checkInstant(Date.UTC(2099, 0, 1), now)).toBe("in-the-future");
  });
});
