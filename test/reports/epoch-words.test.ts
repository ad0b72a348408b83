import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { epochSentence } from "../../src/reports/epoch-words.ts";
import { rowDetails } from "../../src/reports/row-details.ts";
import { closedEntry } from "../../src/reports/log-entry.ts";
import { sampleRow } from "./sample-row.ts";

const [before, own] = ["a".repeat(64), "e".repeat(64)];
const change = { kind: "new", after: before, streakMonths: 2 } as const;

describe("epochSentence", () => {
  it("says nothing where no epoch changed", () => {
    expect(epochSentence(sampleRow())).toBeNull();
  });

  it("names the month, both epochs, and whether a streak was carried over", () => {
    const carried = epochSentence(sampleRow({ epochNotes: { change } })) ?? "";
    for (const part of ["2026-05", own.slice(0, 12), before.slice(0, 12), "streak"])
      expect(carried).toContain(part);
    expect(carried).not.toContain(own);
    const without = epochSentence(sampleRow({ epochNotes: { change: { ...change, streakMonths: 0 } } }));
    expect(without).not.toContain("streak");
    const resumed = epochSentence(sampleRow({ epochNotes: { change: { ...change, kind: "resumed" } } }));
    expect(resumed).not.toBe(carried);
    expect(resumed).toContain("resumes");
  });

  it("tells the epochs of a streak where a mode reverts for it, and only there", () => {
    const epochNotes = { streakEpochs: 2 };
    expect(epochSentence(sampleRow({ epochNotes }))).toBeNull();
    const { decision } = sampleRow();
    const reverted = { ...decision, literal: { action: "revert", reasons: ["streak"] } } as const;
    expect(epochSentence(sampleRow({ epochNotes, streak: 3, decision: reverted }))).toContain("2 epochs");
  });

  it("stands in the history and in the entry of the close", () => {
    const row = sampleRow({ epochNotes: { change } });
    const sentence = epochSentence(row) ?? "";
    const details = rowDetails(row, defaultDecision).filter((line) => line.includes(sentence));
    expect(details).toHaveLength(1);
    const entry = closedEntry(row, { closedAt: 0, timezone: "UTC", policy: defaultDecision });
    expect(entry.split("\n").filter((line) => line.includes(before.slice(0, 12)))).toHaveLength(1);
    expect(rowDetails(sampleRow(), defaultDecision).join("\n")).not.toContain("epochs:");
  });
});
