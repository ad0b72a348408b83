import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextCusum } from "../../src/core/cusum.ts";

const rates = { from: 0.05, to: 0.2 };

describe("nextCusum", () => {
  it("agrees with the steps of policy-cases.json", () => {
    expect(nextCusum(0, { graded: 9, overrides: 4 }, rates)).toBeCloseTo(4.68592615984627, 12);
    expect(nextCusum(4.68592615984627, { graded: 9, overrides: 0 }, rates)).toBeCloseTo(3.13927384750633, 12);
    expect(nextCusum(0, { graded: 45, overrides: 1 }, rates)).toBe(0);
  });

  it("adds ln 4 for an override, and stays without grades", () => {
    expect(nextCusum(1, { graded: 1, overrides: 1 }, rates)).toBeCloseTo(1 + Math.log(4), 14);
    expect(nextCusum(1.5, { graded: 0, overrides: 0 }, rates)).toBe(1.5);
    expect(nextCusum(1, { graded: 1, overrides: 1 }, { from: 0.1, to: 0.3 })).toBeCloseTo(
      1 + Math.log(3),
      14,
    );
  });

  it("is never below 0 and rises with each override", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), fc.nat(40), fc.nat(40), (before, x, rest) => {
        const here = nextCusum(before, { graded: x + rest, overrides: x }, rates);
        expect(here).toBeGreaterThanOrEqual(0);
        const worse = nextCusum(before, { graded: x + rest, overrides: Math.min(x + 1, x + rest) }, rates);
        expect(worse).toBeGreaterThanOrEqual(here);
      }),
    );
  });
});
