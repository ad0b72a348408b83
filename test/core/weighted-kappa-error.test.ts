import { describe, expect, it } from "vitest";
import { weightedKappaError } from "../../src/core/weighted-kappa-error.ts";
import { strata, strataOf, weightedCases } from "../support/weighted-reference.ts";

describe("weightedKappaError", () => {
  it("agrees with survey::svykappa on all 30 reference samples to 1e-7, with and without population sizes", () => {
    expect(weightedCases).toHaveLength(30);
    let none = 0;
    for (const one of weightedCases) {
      for (const [fpc, expected] of [
        [false, one.se_svykappa_with_replacement],
        [true, one.se_svykappa_fpc],
      ] as const) {
        const mine = weightedKappaError(strataOf(one), { fpc });
        if (expected === null) {
          none++;
          expect(mine.status, one.id).toBe("undefined");
        } else {
          expect(mine.status, one.id).toBe("ok");
          if (mine.status === "ok") expect(Math.abs(mine.value - expected), one.id).toBeLessThan(1e-7);
        }
      }
      expect(weightedKappaError(strataOf(one))).toEqual(weightedKappaError(strataOf(one), { fpc: false }));
    }
    expect(none).toBe(6);
  });

  it("says why there is none", () => {
    const because = (reason: string): unknown => ({ status: "undefined", because: reason });
    expect(weightedKappaError(strata([95, 10, 9], [5, 1, 0]))).toEqual(because("single-grade"));
    expect(weightedKappaError(strata([95, 1, 1], [5, 2, 0]))).toEqual(because("single-grade"));
    expect(weightedKappaError(strata([90, 9, 9], [10, 5, 5]))).toEqual(because("founder-constant"));
    expect(weightedKappaError(strata([90, 9, 9], [10, 0, 0]))).toEqual(because("ungraded-stratum"));
    expect(weightedKappaError(strata([90, 9, 9], [0, 0, 0]))).toEqual(because("empty-stratum"));
    expect(weightedKappaError(strata([90, 0, 0], [10, 0, 0]))).toEqual(because("no-data"));
    expect(weightedKappaError(strata([90, 9, 10], [10, 5, 5]))).toEqual(because("invalid-input"));
  });
});
