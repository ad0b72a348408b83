import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import type { PendingStep } from "../../src/core/run-summary.ts";
import {
  modesDifferMessage,
  openedMessage,
  outageMessage,
  reminderMessage,
  revertedMessage,
  watchMessage,
} from "../../src/reports/decision-words.ts";
import { sampleCycle, sampleItem, sampleRow } from "./sample-row.ts";

const timezone = "America/New_York";

describe("openedMessage", () => {
  const opened = {
    period: "2026-05",
    openedAt: Date.UTC(2026, 5, 1, 13),
    timezone,
    rows: [
      { cycle: sampleCycle(), items: [sampleItem(), sampleItem({ kind: "fail", word: "FAIL" })] },
      {
        cycle: sampleCycle({
          axis: "verify-strategic-output",
          state: "below-threshold",
          because: "too-few-pass",
          dueAt: null,
          frame: { pass: 7, fail: 5, noArtifact: 0 },
        }),
        items: [],
      },
    ],
    sentences: ["The plan passes the hour by 4 minutes."],
    minutesPlanned: 24,
  };

  it("names every axis, the items, the minutes, what the plan says and the due date", () => {
    const { kind, subject, text } = openedMessage(opened);
    expect(kind).toBe("opened");
    expect(subject).toMatch(/2026-05.*2 items.*24 minutes/);
    expect(text).toContain("verify-dispatch: 2 items");
    expect(text).toContain("verify-strategic-output: below-threshold, 7 PASS");
    expect(text).toContain("The plan passes the hour by 4 minutes.");
    expect(text).toContain("2026-07-01 09:00 EDT (13:00 UTC)");
  });

  it("tells nothing of the kinds of the items, nor of a queue with nothing in it", () => {
    const { text } = openedMessage({ ...opened, rows: opened.rows.slice(0, 1) });
    expect(text).not.toMatch(/PASS|FAIL|risk|probe/);
    const empty = openedMessage({ ...opened, rows: opened.rows.slice(1) });
    // What joins a month that is open says nothing of the items that are in it already.
    const joined = openedMessage({ ...opened, rows: opened.rows.slice(1), late: true });
    expect([empty, joined].map(({ subject }) => subject.includes("nothing more to grade"))).toEqual([
      false,
      true,
    ]);
    expect(empty.text).not.toMatch(/Due|grade/i);
  });
});

describe("revertedMessage and watchMessage", () => {
  it("carry the figures with n and interval", () => {
    for (const message of [revertedMessage, watchMessage]) {
      const { text } = message(sampleRow(), defaultDecision);
      expect(text).toContain("0.219 [0.077, 0.468]");
      expect(text).toContain("9 of 9 PASS and 5 of 5 FAIL");
      expect(text).toContain("4 overrides of 9");
    }
    expect(revertedMessage(sampleRow(), defaultDecision).kind).toBe("reverted");
    expect(watchMessage(sampleRow(), defaultDecision).kind).toBe("watch");
  });

  it("say that a sample is provisional", () => {
    expect(revertedMessage(sampleRow({ provisional: true }), defaultDecision).text).toContain("provisional");
    expect(revertedMessage(sampleRow(), defaultDecision).text).not.toContain("provisional");
  });
});

describe("modesDifferMessage", () => {
  const { decision } = sampleRow();
  const kept = sampleRow({
    pBelowThreshold: 0.83,
    decision: { ...decision, action: "keep", reasons: [], guarded: { action: "keep", reasons: [] } },
  });

  it("says what the rule says, what was done, probability and bar, and the two ways to follow the rule", () => {
    const { kind, subject, text } = modesDifferMessage(kept, defaultDecision);
    expect(kind).toBe("modes-differ");
    expect(subject).toMatch(/revert.*kept/);
    expect(text).toContain("revert (kappa 0.219 [0.077, 0.468] < 0.6)");
    expect(text).toContain("0.830");
    expect(text).toContain("0.9");
    expect(text).toContain("improve-cron axis assist verify-dispatch --reason");
    expect(text).toContain("decision.mode: literal");
  });

  it("says which condition of the guarded rules is missing, of each of them", () => {
    const { text } = modesDifferMessage({ ...kept, pOverrideAboveInStreak: 0.606 }, defaultDecision);
    expect(text).toContain("a streak of 3 months");
    expect(text).not.toContain("0.606");
    const reverted = sampleRow({ decision: { ...decision, literal: { action: "keep", reasons: [] } } });
    expect(modesDifferMessage(reverted, defaultDecision).text).toContain(
      "Done: reverted to assisted: P(kappa < 0.6)",
    );
  });

  it("does not offer assist where the rule would have kept the axis", () => {
    const reverted = sampleRow({ decision: { ...decision, literal: { action: "keep", reasons: [] } } });
    expect(modesDifferMessage(reverted, defaultDecision).text).not.toContain("axis assist");
  });
});

describe("reminderMessage and outageMessage", () => {
  it("count what waits", () => {
    const message = reminderMessage({
      period: "2026-05",
      items: 3,
      minutes: 4.5,
      dueAt: Date.UTC(2026, 6, 1, 13),
      timezone,
    });
    expect(message.kind).toBe("reminder");
    expect(message.text).toMatch(/3 items.*5 minutes.*2026-07-01/s);
  });

  it("name the first steps and count the rest", () => {
    const step: PendingStep = {
      kind: "vault-log",
      period: "2026-05",
      axis: "verify-dispatch",
      because: "the vault's folder\nis missing",
      hint: "Mount the vault.",
    };
    const message = outageMessage(
      Array.from({ length: 12 }, () => step),
      Date.UTC(2026, 5, 1, 13),
      timezone,
    );
    expect(message.kind).toBe("outage");
    expect(message.subject).toContain("12 steps");
    expect(message.text.split("\n")).toHaveLength(12);
    expect(message.text).toContain("the vault's folder is missing. Mount the vault.");
    expect(message.text).toContain("and 2 more");
  });
});
