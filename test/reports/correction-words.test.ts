import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/core/decided.ts";
import type { Reading } from "../../src/core/reading.ts";
import { type Correction, correctionEntry, correctionMarker } from "../../src/reports/correction-words.ts";

function readingOf(action: "keep" | "revert", overrides: number): Reading {
  return {
    action,
    reasons: [],
    evidence: "insufficient",
    literal: { action, reasons: [] },
    guarded: { action, reasons: [] },
    kappa: 0.219,
    overrides,
    streak: 1,
    pBelowThreshold: 0.5,
    table: { pp: 9 - overrides, pf: overrides, fp: 0, ff: 5 },
  };
}

function correctionOf(
  from: "keep" | "revert",
  to: "keep" | "revert",
  changes: Partial<Correction> = {},
): Correction {
  const decision: Decision = {
    axis: "verify-dispatch",
    period: "2026-05",
    at: Date.UTC(2026, 5, 15),
    mode: "guarded",
    action: from,
    reasons: [],
    evidence: null,
    literal: { action: from, reasons: [] },
    guarded: { action: from, reasons: [] },
    statusBefore: "graduated",
    statusAfter: from === "revert" ? "assisted" : "graduated",
    kappa: 1,
    overrides: 0,
    record: "{}",
  };
  return {
    workspace: "default",
    axis: "verify-dispatch",
    period: "2026-05",
    number: 1,
    decision,
    decided: readingOf(from, from === "revert" ? 4 : 0),
    now: readingOf(to, to === "revert" ? 4 : 0),
    gradeChanges: [
      { ref: "a", period: "2026-05", kind: "late", from: null, to: "FAIL" },
      { ref: "b", period: "2026-05", kind: "changed", from: "PASS", to: "FAIL" },
    ],
    otherMonths: false,
    status: decision.statusAfter,
    at: Date.UTC(2026, 6, 10),
    timezone: "UTC",
    ...changes,
  };
}

describe("correctionEntry", () => {
  it("says what was decided, what it reads now, why, and how to act on it", () => {
    const entry = correctionEntry(correctionOf("keep", "revert"));
    for (const part of [
      "0 of 9",
      "4 of 9",
      "1 late grade, 1 changed grade",
      "improve-cron axis assist verify-dispatch",
    ]) {
      expect(entry).toContain(part);
    }
    expect(entry.trimEnd().endsWith("^ic-2026-05-verify-dispatch-corrected-1")).toBe(true);
  });

  it("offers no command where there is nothing to take away", () => {
    const assisted = correctionEntry(correctionOf("keep", "revert", { status: "assisted" }));
    expect(assisted).not.toContain("axis assist");
    const back = correctionEntry(correctionOf("revert", "keep"));
    expect(back).not.toContain("axis assist");
    expect(back).toContain("by hand");
  });

  it("says that a month reads as it was decided again", () => {
    const entry = correctionEntry(correctionOf("keep", "keep", { number: 2 }));
    expect(entry).toContain("as it was decided again");
    expect(entry).not.toContain("axis assist");
  });

  it("keeps the workspaces of one log apart", () => {
    expect(correctionMarker("team", "2026-05", "verify-closed", 3)).toBe(
      "^ic-team-2026-05-verify-closed-corrected-3",
    );
  });
});
