import { describe, expect, it } from "vitest";
import { type DrawnBatch, topUpMessage } from "../../src/reports/top-up-words.ts";
import { defaultDecision } from "../../src/core/policy.ts";

const rules = { kappa: false, kappaOverwhelming: false, streak: false };

const batch: DrawnBatch = {
  kind: "top-up-1",
  axis: "verify-dispatch",
  period: "2026-05",
  items: 20,
  minutes: 30,
  cut: 0,
  because: "grey",
  rules,
  policy: defaultDecision,
  dueAt: Date.UTC(2026, 6, 1, 13),
  timezone: "America/New_York",
  queue: "local",
  address: null,
};

const confirm = (spoke: Partial<DrawnBatch["rules"]>): string =>
  topUpMessage({ ...batch, because: "confirm", rules: { ...rules, ...spoke } }).text;

describe("the message that brings further items", () => {
  it("says how many, how long, until when, what is in doubt and where to grade", () => {
    const { kind, subject, text } = topUpMessage(batch);
    expect(kind).toBe("top-up-1");
    for (const figure of ["verify-dispatch", "2026-05", "20 more items", "30 minutes"]) {
      expect(subject).toContain(figure);
      expect(text).toContain(figure);
    }
    for (const figure of ["kappa below 0.6", "2026-07-01 09:00 EDT", "improve-cron grade"]) {
      expect(text).toContain(figure);
    }
    expect(text).not.toMatch(/undefined|used up/);
  });

  it("names the rules that are to be confirmed before autonomy is lost, and no other", () => {
    const words = [/kappa \(below 0\.6\)/, /3 months running/, /CUSUM/];
    const said = [{ kappa: true }, { streak: true }, { cusum: true }, { kappa: true, streak: true }].map(
      (spoke) => words.map((word) => word.test(confirm(spoke))),
    );
    expect(said).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [true, true, false],
    ]);
    for (const spoke of [{ kappa: true }, { streak: true }]) expect(confirm(spoke)).toContain("autonomy");
  });

  it("gives no count and no probability of a month that is being graded", () => {
    for (const because of ["grey", "confirm"] as const) {
      const { subject, text } = topUpMessage({ ...batch, because, rules: { ...rules, kappa: true } });
      expect(`${subject} ${text}`).not.toMatch(/\d+ overrides?\b|P\(|\d of \d/);
    }
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

  it("goes without a due date that there is none of", () => {
    expect(topUpMessage({ ...batch, dueAt: null }).text).not.toMatch(/null|NaN|Due/);
  });
});
