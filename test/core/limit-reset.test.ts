import { describe, expect, it } from "vitest";
import { limitResetAt } from "../../src/core/limit-reset.ts";

/** Monday, 1 June 2026, 09:00 UTC: 10:00 in Lisbon, 05:00 in New York. */
const now = Date.UTC(2026, 5, 1, 9);
const zone = "America/New_York";

describe("limitResetAt", () => {
  it.each([
    ["You've hit your limit · resets 1pm (Europe/Lisbon)", Date.UTC(2026, 5, 1, 12)],
    ["You've hit your limit · resets 9am (Europe/Lisbon)", Date.UTC(2026, 5, 2, 8)],
    ["Limit reached. Resets at 3:30pm", Date.UTC(2026, 5, 1, 19, 30)],
    ["Weekly limit reached - resets Oct 7, 5am", null],
    ["Weekly limit reached ∙ resets Jun 7, 5am (Asia/Tokyo)", Date.UTC(2026, 5, 6, 20)],
    ["resets 12am (Europe/Lisbon)", Date.UTC(2026, 5, 1, 23)],
    ["resets 12:15 pm (Europe/Lisbon)", Date.UTC(2026, 5, 1, 11, 15)],
    ["resets at 14:00 (UTC)", Date.UTC(2026, 5, 1, 14)],
    ["You've hit your usage limit. Try again at Jun 3rd, 2026 3:04 PM.", Date.UTC(2026, 5, 3, 19, 4)],
    ["Try again at 3:04 PM.", Date.UTC(2026, 5, 1, 19, 4)],
    ["Please try again in 3 days 2 hours 5 minutes.", now + ((3 * 24 + 2) * 60 + 5) * 60_000],
    ["Rate limited: try again in 1.5s", now + 1500],
    ["resets in 4h 10m", now + 250 * 60_000],
    ["retry after 30 seconds", now + 30_000],
    ["Claude AI usage limit reached|1780315200", 1_780_315_200_000],
    ["quota used up until 2026-06-02T00:00:00+02:00", Date.UTC(2026, 5, 1, 22)],
    ["resets 1pm (Mars/Olympus)", Date.UTC(2026, 5, 1, 17)],
    ["You've hit your limit", null],
    ["429 Too Many Requests", null],
    ["resets in 3 steps", null],
    ["resets 25:00", null],
    ["resets 13pm", null],
    ["limit reached|1000000000", null],
    ["try again in 90 days", null],
    ["try again in a moment", null],
  ])("%s", (text, at) => {
    expect(limitResetAt(text, now, zone)).toBe(at);
  });

  it("takes a date without a year for the next one", () => {
    const december = Date.UTC(2026, 11, 30, 12);
    expect(limitResetAt("resets Jan 2, 5am", december, "UTC")).toBe(Date.UTC(2027, 0, 2, 5));
  });

  it("takes a time that clocks skip for the hour after", () => {
    const night = Date.UTC(2026, 2, 8, 3);
    expect(limitResetAt("resets 2:30am", night, zone)).toBe(Date.UTC(2026, 2, 8, 7, 30));
  });
});
