import { describe, expect, it } from "vitest";
import type { MonthEvidence } from "../../src/core/decision.ts";
import { epochNotes } from "../../src/core/epoch-notes.ts";
import { axisHistory } from "../../src/core/history.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { sampleCycle } from "../reports/sample-row.ts";

/** Months from January on, each with its epoch and overrides: `a1` is one override on epoch a; `-` is a month without any epoch. */
function monthsOf(...words: readonly string[]): readonly MonthEvidence[] {
  return words.map((word, index): MonthEvidence => {
    const overrides = Number(word.slice(1));
    const graded = word === "-" ? 0 : 9;
    return {
      period: `2026-0${index + 1}`,
      epoch: word === "-" ? null : word.charAt(0),
      frame: { pass: 90, fail: 10 },
      base: { sampled: graded, answered: graded, graded, overrides },
      pass: { graded, overrides },
      fail: { graded: 5, founderPass: 0 },
    };
  });
}

describe("epochNotes", () => {
  it.each([
    ["nothing before", ["a1"], null],
    ["one epoch", ["a1", "a1"], null],
    ["no epoch of its own", ["a1", "-"], null],
    [
      "a new one, and a streak",
      ["a1", "b1"],
      { change: { kind: "new", after: "a", streakMonths: 1 }, streakEpochs: 2 },
    ],
    ["a new one, and no streak", ["a0", "b1"], { change: { kind: "new", after: "a", streakMonths: 0 } }],
    ["a clean month ends the streak", ["a1", "b0"], { change: { kind: "new", after: "a", streakMonths: 0 } }],
    ["one that came back", ["a0", "b0", "a0"], { change: { kind: "resumed", after: "b", streakMonths: 0 } }],
    [
      "the month before had none",
      ["a0", "-", "b0"],
      { change: { kind: "new", after: "a", streakMonths: 0 } },
    ],
    ["the month after a change", ["a1", "b1", "b1"], { streakEpochs: 2 }],
    ["long after a change", ["a0", "b0", "b1"], null],
  ] as const)("%s", (_what, words, notes) => {
    expect(epochNotes(monthsOf(...words), 2)).toEqual(notes);
  });

  it("has nothing to say of no month", () => {
    expect(epochNotes([], 2)).toBeNull();
  });
});

describe("epochNotes in the history", () => {
  it.each(["closed", "open"] as const)(
    "stand in the row of a month that is closed, and only there: %s",
    (state) => {
      const at = Date.UTC(2026, 3, 10);
      const april = sampleCycle({
        period: "2026-04",
        epoch: "a",
        state: "closed",
        openedAt: at,
        closedAt: at + 1,
      });
      const closedAt = state === "closed" ? at + 3 : null;
      const may = sampleCycle({ period: "2026-05", epoch: "b", state, openedAt: at + 2, closedAt });
      const nothing = { items: [], observations: [], counts: [], decisions: [], statusChanges: [] };
      const rows = axisHistory(
        { axis: april.axis, cycles: [april, may], ...nothing },
        {
          workspace: "default",
          policy: defaultDecision,
          asOf: at + 4,
          minutesPerItem: 1.5,
          statusNow: "graduated",
          errorsOf: () => [],
        },
      );
      const change = { kind: "new", after: "a", streakMonths: 0 };
      expect(rows.map((row) => row.epochNotes)).toEqual([
        undefined,
        state === "closed" ? { change } : undefined,
      ]);
    },
  );
});
