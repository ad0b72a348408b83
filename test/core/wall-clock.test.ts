import { describe, expect, it } from "vitest";
import { wallTimeIn } from "../../src/core/zone.ts";
import { clockSpans, knowClocks, wallClock } from "../../src/core/wall-clock.ts";

const from = Date.UTC(2025, 0, 1);
const to = Date.UTC(2027, 0, 1);

describe("clockSpans", () => {
  it("begin where clocks were set, to the minute, and cover the whole time", () => {
    const spans = clockSpans("America/New_York", from, to);
    expect(spans.map(({ zoneName, offset }) => [zoneName, offset / 3_600_000])).toEqual([
      ["EST", -5],
      ["EDT", -4],
      ["EST", -5],
      ["EDT", -4],
      ["EST", -5],
    ]);
    expect(spans[1]?.from).toBe(Date.UTC(2025, 2, 9, 7));
    expect(spans[1]?.to).toBe(Date.UTC(2025, 10, 2, 6));
    expect(spans[0]?.from).toBe(from);
    expect(spans.at(-1)?.to).toBeGreaterThanOrEqual(to);
  });

  it.each(["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca"])(
    "say of %s what Intl says",
    (zone) => {
      const instants = Array.from({ length: 300 }, (_, index) => from + index * 209_717_777);
      const borders = clockSpans(zone, from, to).flatMap((span) => [span.from - 1, span.from, span.to - 1]);
      const asked = [...instants, ...borders].map((instant) => wallClock(instant, zone));
      knowClocks(zone, clockSpans(zone, from, to));
      const known = [...instants, ...borders].map((instant) => wallClock(instant, zone));
      expect(known).toEqual(asked);
    },
  );

  it("are believed where they reach, and Intl is asked beyond", () => {
    knowClocks("Europe/Paris", [{ from, to, offset: 3_600_000, zoneName: "made" }]);
    expect(wallClock(from, "Europe/Paris")).toEqual({ date: "2025-01-01", time: "01:00", zoneName: "made" });
    expect(wallClock(to, "Europe/Paris").zoneName).toBe("GMT+1");
    expect(wallTimeIn(from, "Europe/Paris")).toBe(from + 3_600_000);
  });
});
