import { describe, expect, it } from "vitest";
import { decide } from "../../src/core/decision.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { type DrawnBatch, topUpMessage } from "../../src/reports/top-up-words.ts";

/** 2 overrides of 9 and 5 confirmed FAIL of a frame of 90 and 10. */
const step = decide({
  months: [
    {
      period: "2026-05",
      epoch: "e",
      frame: { pass: 90, fail: 10 },
      base: { sampled: 9, answered: 9, graded: 9, overrides: 2 },
      pass: { graded: 9, overrides: 2 },
      fail: { graded: 5, founderPass: 0 },
    },
  ],
  policy: defaultDecision,
});

const batch: DrawnBatch = {
  kind: "top-up-1",
  axis: "verify-dispatch",
  period: "2026-05",
  items: 20,
  minutes: 30,
  cut: 0,
  because: "grey",
  overrides: 2,
  graded: 9,
  step,
  policy: defaultDecision,
  dueAt: Date.UTC(2026, 6, 1, 13),
  timezone: "America/New_York",
  queue: "local",
  address: null,
};

describe("the message that brings further items", () => {
  it("says how many, how long, until when, what is in doubt and where to grade", () => {
    const { kind, subject, text } = topUpMessage(batch);
    expect(kind).toBe("top-up-1");
    for (const figure of ["verify-dispatch", "2026-05", "20 more items", "30 minutes"]) {
      expect(subject).toContain(figure);
      expect(text).toContain(figure);
    }
    for (const figure of [
      "2 overrides of 9",
      "P(kappa < 0.6) = 0.",
      "2026-07-01 09:00 EDT",
      "improve-cron grade",
    ]) {
      expect(text).toContain(figure);
    }
    expect(text).not.toContain("undefined");
    expect(text).not.toContain("used up");
  });

  it("names the bar that is to be confirmed before autonomy is lost", () => {
    const rules = { kappa: true, kappaOverwhelming: false, streak: false };
    const text = topUpMessage({
      ...batch,
      because: "confirm",
      step: { ...step, rules, pBelowThreshold: 0.9312 },
    }).text;
    expect(text).toContain("Before verify-dispatch loses its autonomy");
    expect(text).toContain("0.931 (bar 0.9)");
    const streak = { ...rules, kappa: false, streak: true };
    const other = topUpMessage({
      ...batch,
      because: "confirm",
      step: { ...step, rules: streak, streak: 3, pOverrideAboveInStreak: 0.7 },
    }).text;
    expect(other).toContain("3 months running");
    expect(other).not.toContain("(bar 0.9)");
    const chart = { ...rules, kappa: false, cusum: true };
    const third = topUpMessage({
      ...batch,
      because: "confirm",
      step: { ...step, rules: chart, cusum: 4.567 },
    }).text;
    expect(third).toContain("CUSUM at 4.57, bar 4");
  });

  it("says what the minutes left out, and where Notion has it", () => {
    const { text } = topUpMessage({
      ...batch,
      cut: 18,
      queue: "notion",
      address: "https://example.org/board",
    });
    expect(text).toContain("18 items fewer");
    expect(text).toContain("https://example.org/board");
  });

  it("goes without figures that there are none of", () => {
    const { text } = topUpMessage({ ...batch, dueAt: null, step: { ...step, pBelowThreshold: null } });
    expect(text).not.toMatch(/null|NaN|Due|P\(kappa/);
  });
});
