import { describe, expect, it } from "vitest";
import { mcnemarExact } from "../../src/core/mcnemar.ts";

describe("mcnemarExact", () => {
  // scipy 1.17.1: binomtest(b, b + c).pvalue; 86 and 150 is the approval table of R's mcnemar.test.
  it.each([
    [1, 9, 0.021484375],
    [0, 5, 0.0625],
    [5, 15, 0.04138946533203125],
    [0, 6, 0.03125],
    [2, 11, 0.0224609375],
    [86, 150, 3.7159361395713866e-5],
    [59, 6, 4.964650327128616e-12],
    [400, 500, 0.0009564441369189373],
    [1500, 1700, 0.00043334035939974455],
  ])("%i and %i flips: p = %f", (passToFail, failToPass, p) => {
    expect(Math.abs(mcnemarExact(passToFail, failToPass) / p - 1)).toBeLessThan(1e-9);
    expect(mcnemarExact(failToPass, passToFail)).toBe(mcnemarExact(passToFail, failToPass));
  });

  it("is 1 where both ways are alike, a single flip among them, and without a flip", () => {
    for (const [b, c] of [
      [0, 0],
      [3, 3],
      [0, 1],
      [4, 5],
    ] as const) {
      expect(mcnemarExact(b, c)).toBe(1);
    }
  });

  it("is never 0, however uneven the flips", () => {
    // 2 / 2^1074 is the double before the smallest one.
    expect(mcnemarExact(0, 1074)).toBe(2 ** -1073);
    expect(mcnemarExact(0, 5000)).toBeGreaterThan(0);
    expect(mcnemarExact(600, 500)).toBeGreaterThan(0);
  });

  it("refuses what is no count", () => {
    for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => mcnemarExact(bad, 1)).toThrow(RangeError);
      expect(() => mcnemarExact(1, bad)).toThrow(RangeError);
    }
  });
});
