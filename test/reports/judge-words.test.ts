import { describe, expect, it } from "vitest";
import { callSumLines, judgeChangeWords, judgeCostMessage } from "../../src/reports/judge-words.ts";

describe("callSumLines", () => {
  const gold = {
    purpose: "gold",
    calls: 30,
    answered: 28,
    costUsd: 0.75,
    costKnown: 29,
    tokens: 41000,
    latencyMs: 60_000,
  } as const;
  const writing = {
    ...gold,
    purpose: "probe",
    calls: 10,
    answered: 10,
    costUsd: 0.25,
    costKnown: 10,
  } as const;

  it("adds up what was called for what, what it cost, and how long a call took", () => {
    const [line] = callSumLines([gold, writing], "in this run");
    for (const part of ["40 times", "30", "10", "38 answered", "1.00 USD", "82000", "3.0 s", "1 without"]) {
      expect(line).toContain(part);
    }
  });

  it("says nothing where nobody was called, and no sum where no cost is known", () => {
    expect(callSumLines([], "in this run")).toEqual([]);
    expect(callSumLines([{ ...gold, costKnown: 0, costUsd: 0 }], "in this run")[0]).not.toContain("USD");
  });
});

describe("judgeChangeWords", () => {
  it("names what changed, on one line whatever a program calls itself", () => {
    const words = judgeChangeWords([
      { what: "model", before: "m-1", after: "m-2\nPASS" },
      { what: "prompt", before: "a".repeat(64), after: "b".repeat(64) },
    ]);
    expect(words).toContain("m-1 -> m-2");
    expect(words).toContain(`${"a".repeat(12)} -> ${"b".repeat(12)}`);
    expect(words).not.toContain("\n");
    expect(words).not.toContain("a".repeat(13));
  });
});

describe("judgeCostMessage", () => {
  it("says the share, the sum and the month", () => {
    const message = judgeCostMessage(
      {
        period: "2026-05",
        verdictsUsd: 10,
        callsUsd: 6.2,
        spentUsd: 16.2,
        isKnown: true,
        verdictsPriced: 20,
        share: 0.162,
        level: "alarm",
        purposes: [],
      },
      100,
    );
    expect(message.kind).toBe("judge-cost");
    for (const part of ["2026-05", "16.20", "10.00", "6.20", "16.2%"]) expect(message.text).toContain(part);
  });
});
