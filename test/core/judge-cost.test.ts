import { describe, expect, it } from "vitest";
import { byPurpose } from "../../src/core/judge-cost.ts";

describe("byPurpose", () => {
  const sum = {
    calls: 2,
    answered: 1,
    costUsd: 0.5,
    costKnown: 1,
    tokensIn: 10,
    tokensOut: 5,
    latencyMs: 30,
  };

  it("puts the axes together, ascending by purpose", () => {
    const sums = [
      { axis: "a", purpose: "probe", ...sum },
      { axis: "a", purpose: "gold", ...sum },
      { axis: "b", purpose: "gold", ...sum, latencyMs: 12 },
    ] as const;
    expect(byPurpose(sums)).toEqual([
      { purpose: "gold", calls: 4, answered: 2, costUsd: 1, costKnown: 2, tokens: 30, latencyMs: 42 },
      { purpose: "probe", calls: 2, answered: 1, costUsd: 0.5, costKnown: 1, tokens: 15, latencyMs: 30 },
    ]);
    expect(byPurpose([])).toEqual([]);
  });
});
