import { describe, expect, it } from "vitest";
import { instantsOf, wallTimeIn } from "../../src/core/zone.ts";

describe("wallTimeIn", () => {
  it("shows the local date and time, milliseconds kept, half-hour and quarter-hour offsets included", () => {
    expect(wallTimeIn(Date.UTC(2026, 10, 1, 14), "America/New_York")).toBe(Date.UTC(2026, 10, 1, 9));
    expect(wallTimeIn(Date.UTC(2026, 5, 30, 20, 0, 0, 7), "Asia/Kathmandu")).toBe(
      Date.UTC(2026, 6, 1, 1, 45, 0, 7),
    );
    expect(wallTimeIn(Date.UTC(2026, 0, 1, 0, 30), "America/St_Johns")).toBe(Date.UTC(2025, 11, 31, 21, 0));
    expect(wallTimeIn(-1, "UTC")).toBe(-1);
  });

  it("throws for an unknown zone", () => {
    expect(() => wallTimeIn(0, "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("instantsOf", () => {
  it("gives one instant on an ordinary day", () => {
    expect(instantsOf(Date.UTC(2026, 6, 1), "Pacific/Apia")).toEqual([Date.UTC(2026, 5, 30, 11)]);
  });

  it("gives both where clocks were set back, the first one first", () => {
    expect(instantsOf(Date.UTC(2026, 10, 1, 1, 30), "America/New_York")).toEqual([
      Date.UTC(2026, 10, 1, 5, 30),
      Date.UTC(2026, 10, 1, 6, 30),
    ]);
  });

  it("gives none where clocks skipped it, be it an hour or a whole day", () => {
    expect(instantsOf(Date.UTC(2026, 2, 8, 2, 30), "America/New_York")).toEqual([]);
    // Samoa moved across the date line and had no 30 December 2011.
    expect(instantsOf(Date.UTC(2011, 11, 30, 12), "Pacific/Apia")).toEqual([]);
  });
});
