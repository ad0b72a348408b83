import { describe, expect, it } from "vitest";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import { truePassRate } from "../../src/core/true-pass-rate.ts";
import { deviation } from "../support/reference.ts";
import { poststratified } from "../support/true-pass-reference.ts";
import { strata, strataOf, weightedCases } from "../support/weighted-reference.ts";

describe("truePassRate", () => {
  it("agrees with all 6 reference samples to 1e-12, value and interval", () => {
    expect(poststratified).toHaveLength(6);
    const off = poststratified.flatMap((one, index) => {
      const mine = truePassRate(
        strata([one.N_P, one.n_P, one.founderPassInP], [one.N_F, one.n_F, one.founderPassInF]),
      );
      const [low, high] = one.ci95_mover_jeffreys;
      return [
        ...deviation(`${index} value`, mine.value, one.truePassRate, 1e-12),
        ...deviation(`${index} low`, mine.low, low, 1e-12),
        ...deviation(`${index} high`, mine.high, high, 1e-12),
      ];
    });
    expect(off).toEqual([]);
  });

  it("agrees with the founder-PASS share of all 30 weighted samples to 1e-12", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) =>
      deviation(one.id, truePassRate(strataOf(one)).value, one.founderPassRate, 1e-12),
    );
    expect(off).toEqual([]);
  });

  it("is the plain rate with its Jeffreys interval where the critic gave one word only", () => {
    const { low, high } = jeffreysInterval(3, 6);
    const { status, value, ...ends } = truePassRate(strata([60, 6, 3], [0, 0, 0]));
    expect([status, value]).toEqual(["ok", 0.5]);
    expect(ends.low).toBeCloseTo(low ?? Number.NaN, 14);
    expect(ends.high).toBeCloseTo(high ?? Number.NaN, 14);
    expect(truePassRate(strata([0, 0, 0], [60, 4, 1]))).toMatchObject({ status: "ok", value: 0.25 });
  });

  it("says why there is none", () => {
    const none = { status: "undefined", value: null, low: null, high: null };
    expect(truePassRate(strata([60, 6, 3], [1, 0, 0]))).toEqual({ ...none, because: "ungraded-stratum" });
    expect(truePassRate(strata([60, 0, 0], [1, 0, 0]))).toEqual({ ...none, because: "no-data" });
    expect(truePassRate(strata([0, 0, 0], [0, 0, 0]))).toEqual({ ...none, because: "no-data" });
    expect(truePassRate(strata([6, 7, 3], [1, 1, 0]))).toEqual({ ...none, because: "invalid-input" });
    expect(truePassRate(strata([60, 6, 3], [1, 1, 0]), 1)).toEqual({ ...none, because: "invalid-input" });
  });

  it("is narrower at a lower level", () => {
    const month = strata([90, 9, 8], [10, 5, 0]);
    expect(truePassRate(month, 0.8).low).toBeGreaterThan(truePassRate(month).low ?? 1);
    expect(truePassRate(month, 0.8).high).toBeLessThan(truePassRate(month).high ?? 0);
  });
});
