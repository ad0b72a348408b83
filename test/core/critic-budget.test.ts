import { describe, expect, it } from "vitest";
import { askBudget, judgeShare, totalSpend } from "../../src/core/critic-budget.ts";
import type { CallPurpose } from "../../src/core/critic-call.ts";

const spend = (verdictsUsd: number, callsUsd: number) => ({ verdictsUsd, callsUsd, isKnown: true });
const own: readonly CallPurpose[] = ["probe", "probe-check", "gold"];
const byHand: readonly CallPurpose[] = ["replay", "lens", "turn", "other"];

describe("askBudget", () => {
  it("lets everything go on without a cap", () => {
    for (const purpose of [...own, ...byHand]) {
      expect(askBudget(purpose, spend(1e6, 1e6), null)).toEqual({ kind: "go", leftUsd: null });
    }
  });

  it.each(own)("stops %s at 80%% of the cap, verdicts counted", (purpose) => {
    expect(askBudget(purpose, spend(6, 1.99), 10)).toEqual({ kind: "go", leftUsd: expect.closeTo(0.01, 6) });
    expect(askBudget(purpose, spend(6, 2), 10)).toEqual({ kind: "over-budget", spentUsd: 8, limitUsd: 8 });
    expect(askBudget(purpose, spend(0, 8), 10).kind).toBe("over-budget");
  });

  it.each(byHand)("leaves the rest to %s, up to the whole", (purpose) => {
    expect(askBudget(purpose, spend(6, 2), 10)).toEqual({ kind: "go", leftUsd: 2 });
    expect(askBudget(purpose, spend(6, 4), 10)).toEqual({
      kind: "over-budget",
      spentUsd: 10,
      limitUsd: 10,
    });
  });

  it("counts costs that nobody gave as nothing", () => {
    expect(askBudget("gold", { verdictsUsd: 0, callsUsd: 0, isKnown: false }, 1)).toEqual({
      kind: "go",
      leftUsd: 0.8,
    });
  });
});

describe("totalSpend", () => {
  it("is the same whatever the order of its parts was", () => {
    expect(totalSpend(spend(0.1 + 0.2, 0.3))).toBe(totalSpend(spend(0.3, 0.2 + 0.1)));
    expect(totalSpend(spend(0.1, 0.2))).toBe(0.3);
  });
});

describe("judgeShare", () => {
  const cost = { productionUsdPerMonth: 100, warn: 0.1, alarm: 0.15 };
  it.each([
    [0, "fine"],
    [10, "fine"],
    [10.01, "warn"],
    [15, "warn"],
    [15.01, "alarm"],
    [400, "alarm"],
  ] as const)("of %s USD against 100 is %s", (spent, level) => {
    expect(judgeShare(spent, cost)).toEqual({ share: spent / 100, level });
  });

  it("is not known where either side is not", () => {
    const unknown = { share: null, level: "fine" };
    expect(judgeShare(null, cost)).toEqual(unknown);
    expect(judgeShare(50, { ...cost, productionUsdPerMonth: null })).toEqual(unknown);
    expect(judgeShare(50, { ...cost, productionUsdPerMonth: 0 })).toEqual(unknown);
  });
});
