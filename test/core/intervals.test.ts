import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jeffreysInterval } from "../../src/core/intervals.ts";

function of(end: number | null): number {
  return end ?? Number.NaN;
}

describe("jeffreysInterval", () => {
  it("agrees with R qbeta on half-filled counts", () => {
    // qbeta(c(.025, .975), 1.5, 8.5), as in beta-reference.json
    const one = jeffreysInterval(1, 9);
    expect(one.status).toBe("ok");
    expect(one.low).toBeCloseTo(0.0122640876216195, 13);
    expect(one.high).toBeCloseTo(0.414469277440533, 13);
    const narrow = jeffreysInterval(1, 9, 0.9); // scipy.stats.beta.ppf([.05, .95], 1.5, 8.5)
    expect(narrow.low).toBeCloseTo(0.01991908855633613, 12);
    expect(narrow.high).toBeCloseTo(0.36066985006432806, 12);
  });

  it("starts at 0 when none was seen and ends at 1 when all were", () => {
    const none = jeffreysInterval(0, 5);
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(0.379377142299039, 9); // qbeta(.975, .5, 5.5)
    const all = jeffreysInterval(5, 5);
    expect(all.high).toBe(1);
    expect(all.low).toBeCloseTo(1 - 0.379377142299039, 9);
    expect(jeffreysInterval(1, 5).low).toBeGreaterThan(0);
    expect(jeffreysInterval(4, 5).high).toBeLessThan(1);
  });

  it("says why there is none", () => {
    expect(jeffreysInterval(0, 0)).toEqual({
      status: "undefined",
      because: "no-data",
      low: null,
      high: null,
    });
    const wrong: readonly (readonly [number, number, number?])[] = [
      [-1, 5],
      [6, 5],
      [Number.NaN, 5],
      [1, Number.NaN],
      [1, Number.POSITIVE_INFINITY],
      [1, 5, 0],
      [1, 5, 1],
    ];
    for (const [x, n, level] of wrong) {
      expect(jeffreysInterval(x, n, level)).toMatchObject({ status: "undefined", because: "invalid-input" });
    }
  });

  it("holds the seen rate, mirrors, and widens with the level", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (x, rest) => {
        fc.pre(x + rest > 0);
        const n = x + rest;
        const it95 = jeffreysInterval(x, n);
        const mirror = jeffreysInterval(rest, n);
        const it99 = jeffreysInterval(x, n, 0.99);
        expect(of(it95.low)).toBeLessThanOrEqual(x / n);
        expect(of(it95.high)).toBeGreaterThanOrEqual(x / n);
        expect(of(mirror.low)).toBeCloseTo(1 - of(it95.high), 12);
        expect(of(mirror.high)).toBeCloseTo(1 - of(it95.low), 12);
        expect(of(it99.low)).toBeLessThanOrEqual(of(it95.low));
        expect(of(it99.high)).toBeGreaterThanOrEqual(of(it95.high));
      }),
      { numRuns: 60 },
    );
  });
});
