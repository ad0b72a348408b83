import { describe, expect, it } from "vitest";
import { weightedKappaError } from "../../src/core/weighted-kappa-error.ts";
import { deviation, numberOf } from "../support/reference.ts";
import { strata, strataOf, weightedCases } from "../support/weighted-reference.ts";

function because(reason: string): unknown {
  return { status: "undefined", because: reason };
}

describe("weightedKappaError", () => {
  it("agrees with survey::svykappa on all 30 reference samples to 1e-7, with and without population sizes", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) => {
      const plain = numberOf(weightedKappaError(strataOf(one)));
      const corrected = numberOf(weightedKappaError(strataOf(one), { fpc: true }));
      return [
        ...deviation(one.id, plain, one.se_svykappa_with_replacement, 1e-7),
        ...deviation(`${one.id} fpc`, corrected, one.se_svykappa_fpc, 1e-7),
      ];
    });
    expect(off).toEqual([]);
    const without = weightedCases.filter((one) => weightedKappaError(strataOf(one)).status === "undefined");
    expect(without.map(({ id }) => id)).toEqual(["all-founder-pass", "all-founder-fail", "min-nF1"]);
  });

  it("says why there is none", () => {
    expect(weightedKappaError(strata([95, 10, 9], [5, 1, 0]))).toEqual(because("single-grade"));
    expect(weightedKappaError(strata([95, 1, 1], [5, 2, 0]))).toEqual(because("single-grade"));
    expect(weightedKappaError(strata([90, 9, 9], [10, 5, 5]))).toEqual(because("founder-constant"));
    expect(weightedKappaError(strata([90, 9, 9], [10, 0, 0]))).toEqual(because("ungraded-stratum"));
    expect(weightedKappaError(strata([90, 9, 9], [0, 0, 0]))).toEqual(because("empty-stratum"));
    expect(weightedKappaError(strata([90, 0, 0], [10, 0, 0]))).toEqual(because("no-data"));
    expect(weightedKappaError(strata([90, 9, 10], [10, 5, 5]))).toEqual(because("invalid-input"));
  });
});
