import { describe, expect, it } from "vitest";
import type { ModeOutcome } from "../../src/core/decision.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { riskBandOf, riskOf } from "../../src/core/risk.ts";

type Last = Exclude<Parameters<typeof riskOf>[0], null>;
const keep: ModeOutcome = { action: "keep", reasons: [] };

function last(more: Partial<Omit<Last, "decision">> & Partial<Last["decision"]> = {}): Last {
  const { streak = 0, pBelowThreshold = 0.05, ...decision } = more;
  return {
    streak,
    pBelowThreshold,
    decision: {
      mode: "guarded",
      action: "keep",
      reasons: [],
      evidence: "healthy",
      literal: keep,
      guarded: keep,
      ...decision,
    },
  };
}

const isAtRisk = (row: Last | null, status = "graduated") => riskOf(row, status, defaultDecision) !== null;
const band = (row: Last | null, status = "graduated") => riskBandOf(row, status, defaultDecision);

describe("riskOf", () => {
  it("sees a revert or a watch of either mode, a streak of 2, and a kappa that is more likely too low", () => {
    expect(isAtRisk(last())).toBe(false);
    expect(isAtRisk(last({ literal: { action: "revert", reasons: ["kappa"] } }))).toBe(true);
    expect(isAtRisk(last({ guarded: { action: "revert", reasons: ["kappa"] } }))).toBe(true);
    expect(isAtRisk(last({ guarded: { action: "watch", reasons: ["cusum"] } }))).toBe(true);
    expect([1, 2].map((streak) => isAtRisk(last({ streak })))).toEqual([false, true]);
    expect([0.5, 0.51, null].map((pBelowThreshold) => isAtRisk(last({ pBelowThreshold })))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("is of graduated axes with a closed month", () => {
    expect(isAtRisk(null)).toBe(false);
    expect(isAtRisk(last({ streak: 3 }), "assisted")).toBe(false);
  });
});

describe("riskBandOf", () => {
  it("puts at risk before in doubt before healthy", () => {
    expect(band(last({ streak: 2 }))).toBe(2);
    expect(band(last({ streak: 1 }))).toBe(1);
    expect(band(last({ evidence: "uncertain" }))).toBe(1);
    expect(band(last({ evidence: "insufficient" }))).toBe(1);
    expect(band(last())).toBe(0);
  });

  it("takes what is not known for doubt, and has no risk without autonomy", () => {
    expect(band(null)).toBe(1);
    expect(band(last({ streak: 3, evidence: "uncertain" }), "assisted")).toBe(1);
  });
});
