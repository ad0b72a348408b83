import { describe, expect, it } from "vitest";
import { founderPassRate, weightedAgreement } from "../../src/core/weighted-agreement.ts";
import { deviation, numberOf } from "../support/reference.ts";
import { strata, strataOf, weightedCases } from "../support/weighted-reference.ts";

describe("weightedAgreement", () => {
  it("agrees with all 30 reference samples to 1e-12, the rest following from their cells", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) => {
      const mine = weightedAgreement(strataOf(one));
      const { pp, pf, fp, ff } = one.cells;
      const pi = (pp + pf + pp + fp) / 2;
      const e = 2 * pi * (1 - pi);
      return (
        [
          ["kappa", mine?.kappa, one.kappa],
          ["po", mine?.observed, one.po],
          ["pe", mine?.expected, one.pe],
          ["pabak", mine?.pabak, 2 * one.po - 1],
          ["ac1", mine?.ac1, (one.po - e) / (1 - e)],
          ["prevalence", mine?.prevalenceIndex, pp - ff],
          ["bias", mine?.biasIndex, pf - fp],
          ["positive", mine?.positive, (2 * pp) / (2 * pp + pf + fp)],
          ["negative", mine?.negative, (2 * ff) / (2 * ff + pf + fp)],
        ] as const
      ).flatMap(([name, measured, value]) =>
        deviation(`${one.id} ${name}`, numberOf(measured), value, 1e-12),
      );
    });
    expect(off).toEqual([]);
  });

  it("warns by the month and not by the draw", () => {
    expect(weightedAgreement(strata([90, 5, 5], [10, 5, 0]))?.prevalenceWarning).toBe(true);
    expect(weightedAgreement(strata([50, 5, 5], [50, 5, 0]))?.prevalenceWarning).toBe(false);
    // 80 of 100 with full agreement is 0.6 and 0.68, neither above its limit.
    expect(weightedAgreement(strata([80, 8, 8], [20, 5, 0]))?.prevalenceWarning).toBe(false);
  });

  it("is null where a stratum is missing", () => {
    expect(weightedAgreement(strata([90, 9, 8], [10, 0, 0]))).toBeNull();
    expect(weightedAgreement(strata([90, 9, 8], [0, 0, 0]))).toBeNull();
    expect(weightedAgreement(strata([0, 0, 0], [0, 0, 0]))).toBeNull();
  });
});

describe("founderPassRate", () => {
  it("agrees with all 30 reference samples to 1e-12", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) =>
      deviation(one.id, numberOf(founderPassRate(strataOf(one))), one.founderPassRate, 1e-12),
    );
    expect(off).toEqual([]);
  });

  it("needs grades of every stratum that has verdicts, and of no other", () => {
    expect(founderPassRate(strata([60, 6, 3], [0, 0, 0]))).toEqual({ status: "ok", value: 0.5 });
    expect(founderPassRate(strata([0, 0, 0], [60, 4, 1]))).toEqual({ status: "ok", value: 0.25 });
    const none = { status: "undefined", because: "no-data" };
    expect(founderPassRate(strata([60, 6, 3], [1, 0, 0]))).toEqual(none);
    expect(founderPassRate(strata([0, 0, 0], [0, 0, 0]))).toEqual(none);
    expect(founderPassRate(strata([6, 7, 3], [1, 1, 0]))).toEqual({
      status: "undefined",
      because: "invalid-input",
    });
  });
});
