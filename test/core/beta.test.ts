import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { betaCdf, betaQuantile, logBeta, logGamma } from "../../src/core/beta.ts";
import { readReference } from "../support/reference.ts";

const reference = readReference(
  "beta-reference",
  z.object({
    cdf: z.array(z.object({ x: z.number(), a: z.number(), b: z.number(), p: z.number() })),
    quantile: z.array(z.object({ p: z.number(), a: z.number(), b: z.number(), x: z.number() })),
  }),
);
const shape = fc.double({ min: 0.5, max: 2000, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("logGamma", () => {
  it("gives ln (n-1)! for whole numbers", () => {
    let factorial = 1;
    for (let n = 1; n <= 18; n++) {
      expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 13);
      factorial *= n;
    }
  });

  it("gives ln sqrt(pi) at one half, and keeps its digits below it", () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14);
    expect(logGamma(0.25)).toBeCloseTo(1.2880225246980774, 13); // mpmath loggamma(0.25)
    expect(logGamma(1e-10)).toBeCloseTo(23.02585092988273, 12); // mpmath loggamma(1e-10)
  });

  it("keeps its digits for a thousand grades", () => {
    expect(logGamma(1000.5) / 5908.674175848678).toBeCloseTo(1, 13); // mpmath loggamma(1000.5)
  });

  it.each([0, -1, Number.NaN])("refuses %s", (x) => {
    expect(() => logGamma(x)).toThrow(RangeError);
  });
});

describe("logBeta", () => {
  it("gives ln of pi, of 1/60", () => {
    expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 14);
    expect(logBeta(3, 4)).toBeCloseTo(-Math.log(60), 14);
  });
});

describe("betaCdf", () => {
  it("agrees with R pbeta on all 784 reference values to 1e-12", () => {
    expect(reference.cdf).toHaveLength(784);
    for (const { x, a, b, p } of reference.cdf) expect(Math.abs(betaCdf(x, a, b) - p)).toBeLessThan(1e-12);
  });

  it("is 0 and 1 at and beyond the ends", () => {
    expect([-1, 0, 1, 2].map((x) => betaCdf(x, 2, 3))).toEqual([0, 0, 1, 1]);
  });

  it("is the share itself under the uniform, and the power under Beta(a, 1)", () => {
    fc.assert(
      fc.property(share, fc.double({ min: 0.5, max: 50, noNaN: true }), (x, a) => {
        expect(betaCdf(x, 1, 1)).toBeCloseTo(x, 13);
        expect(betaCdf(x, a, 1)).toBeCloseTo(x ** a, 12);
      }),
    );
  });

  it("mirrors: I_x(a, b) = 1 - I_(1-x)(b, a), inside [0, 1] and never NaN", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1024 }), shape, shape, (step, a, b) => {
        const x = step / 1024;
        const p = betaCdf(x, a, b);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(Math.abs(p + betaCdf(1 - x, b, a) - 1)).toBeLessThan(1e-11);
      }),
    );
  });

  it("rises with x", () => {
    fc.assert(
      fc.property(share, share, shape, shape, (x, y, a, b) => {
        const [low, high] = x < y ? [x, y] : [y, x];
        expect(betaCdf(low, a, b)).toBeLessThanOrEqual(betaCdf(high, a, b) + 1e-11);
      }),
    );
  });

  it("still converges for a hundred thousand grades", () => {
    // The median of Beta(a, a) is 1/2 whatever a is.
    expect(betaCdf(0.5, 1e5, 1e5)).toBeCloseTo(0.5, 8);
  });

  it("refuses what is no distribution and no number", () => {
    for (const [x, a, b] of [
      [0.5, 0, 1],
      [0.5, 1, -1],
      [0.5, Number.NaN, 1],
      [Number.NaN, 1, 1],
    ] as const) {
      expect(() => betaCdf(x, a, b)).toThrow(RangeError);
    }
  });
});

describe("betaQuantile", () => {
  it("agrees with R qbeta on all 588 reference values to 1e-13", () => {
    expect(reference.quantile).toHaveLength(588);
    for (const { p, a, b, x } of reference.quantile) {
      expect(Math.abs(betaQuantile(p, a, b) - x)).toBeLessThan(1e-13);
    }
  });

  it("undoes betaCdf, and ends at 0 and 1", () => {
    expect(betaQuantile(0, 2, 3)).toBe(0);
    expect(betaQuantile(1, 2, 3)).toBe(1);
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (p, a, b) => {
        expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 9);
      }),
      { numRuns: 50 },
    );
  });

  it.each([-0.1, 1.1, Number.NaN])("refuses %s as a probability", (p) => {
    expect(() => betaQuantile(p, 1, 1)).toThrow(RangeError);
  });
});
