import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kappaQuantile, probabilityKappaBelow, probabilityRateAbove } from "../../src/core/posterior.ts";
import { kappaAt } from "../../src/core/weighted-kappa.ts";
import { deviation } from "../support/reference.ts";
import { strata, strataOf, weightedCases } from "../support/weighted-reference.ts";

function below(sample: ReturnType<typeof strata>, kappa: number, prior?: number): number {
  return probabilityKappaBelow(sample, kappa, prior).value ?? Number.NaN;
}

const stratum = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.nat(300), fc.nat(1000))
  .map(([graded, rest, share]) => [graded + rest, graded, Math.round((graded * share) / 1000)] as const);
const samples = fc.tuple(stratum, stratum).map(([pass, fail]) => strata(pass, fail));
// Up to a whisker of 1, where the probability goes as the root of what is left and a rounding shows in it.
const kappas = fc.double({ min: -1, max: 0.999, noNaN: true });

describe("probabilityKappaBelow", () => {
  it("agrees with R integrate on all 30 reference samples to 1e-9, both priors", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) => {
      const sample = strataOf(one);
      const expected = one.posterior_jeffreys;
      return [
        ...deviation(`${one.id} 0.4`, below(sample, 0.4), expected["p_kappa_below_0.4"], 1e-9),
        ...deviation(`${one.id} 0.6`, below(sample, 0.6), expected["p_kappa_below_0.6"], 1e-9),
        ...deviation(`${one.id} 0.8`, below(sample, 0.8), expected["p_kappa_below_0.8"], 1e-9),
        ...deviation(
          `${one.id} uniform`,
          below(sample, 0.6, 1),
          one.posterior_uniform["p_kappa_below_0.6"],
          1e-9,
        ),
      ];
    });
    expect(off).toEqual([]);
  });

  // scipy 1.17 quad in pieces around both peaks; 64 nodes over the whole range are wrong by up to 0.007 here.
  it.each([
    [strata([635, 635, 488], [361, 361, 4]), 0.687, 0.3169383701913861],
    [strata([13, 13, 8], [987, 987, 500]), 0.02, 0.9964260446253517],
    [strata([1e6, 1e5, 95_000], [2e5, 5, 1]), 0.6, 0.20829596439942655],
    [strata([1e6, 5, 5], [2e5, 2e4, 300]), 0.6, 0.1527563538229905],
    [strata([1e6, 1e5, 99_000], [1e5, 1e4, 100]), 0.94, 0.14128190116962092],
  ])("holds with many grades: %j below %d", (sample, kappa, expected) => {
    expect(Math.abs(below(sample, kappa) - expected)).toBeLessThan(1e-9);
  });

  it("takes discounted counts", () => {
    // Second step of `drift-30pct` in policy-cases.json.
    expect(below(strata([157.5, 15.75, 12.75], [17.5, 8.75, 0]), 0.6)).toBeCloseTo(0.856441064062798, 9);
    expect(below(strata([15.5, 0.3, 0.1], [4.2, 0.05, 0.01]), 0.6)).toBeCloseTo(0.91245804275, 8); // 1000 nodes
  });

  it("is 0 up to the least kappa that the sizes allow, and 1 from 1 on", () => {
    const sample = strata([90, 9, 5], [10, 5, 3]);
    const least = kappaAt(sample, 0, 1);
    expect(below(sample, least)).toBe(0);
    expect(below(sample, -5)).toBe(0);
    expect(below(sample, least + 0.05)).toBeGreaterThan(0);
    expect(below(sample, 1)).toBe(1);
    expect(below(sample, Number.POSITIVE_INFINITY)).toBe(1);
    expect(below(strata([90, 9, 9], [10, 5, 0]), 0.99)).toBeLessThan(0.98);
  });

  it("mistakes no counts for others that are written with the same digits", () => {
    const [few, all] = [strata([111, 1, 0], [10, 5, 0]), strata([11, 11, 0], [10, 5, 0])];
    expect(below(all, 0.6)).toBeGreaterThan(below(few, 0.6));
    expect(below(few, 0.6)).toBeLessThan(0.999);
  });

  it("gives kappa's own reason where there is none", () => {
    expect(probabilityKappaBelow(strata([90, 9, 8], [10, 0, 0]), 0.6)).toEqual({
      status: "unidentified",
      value: null,
      because: "ungraded-stratum",
    });
    expect(probabilityKappaBelow(strata([90, 9, 8], [0, 0, 0]), 0.6)).toMatchObject({
      because: "empty-stratum",
    });
    expect(probabilityKappaBelow(strata([0, 0, 0], [0, 0, 0]), 0.6)).toMatchObject({
      status: "undefined",
      because: "no-data",
    });
    const fine = strata([90, 9, 8], [10, 5, 0]);
    for (const wrong of [
      probabilityKappaBelow(fine, Number.NaN),
      probabilityKappaBelow(fine, 0.6, 0.4),
      probabilityKappaBelow(fine, 0.6, Number.POSITIVE_INFINITY),
    ]) {
      expect(wrong).toEqual({ status: "undefined", value: null, because: "invalid-input" });
    }
  });

  it("is a probability, rises with kappa and with each override", () => {
    fc.assert(
      fc.property(samples, kappas, kappas, (sample, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const here = below(sample, low);
        expect(here).toBeGreaterThanOrEqual(0);
        expect(here).toBeLessThanOrEqual(1);
        expect(below(sample, high)).toBeGreaterThanOrEqual(here - 1e-9);
        const after = (overrides: number, confirmed: number): number =>
          below(
            {
              pass: { ...sample.pass, founderPass: Math.max(0, sample.pass.founderPass - overrides) },
              fail: { ...sample.fail, founderPass: Math.max(0, sample.fail.founderPass - confirmed) },
            },
            low,
          );
        expect(after(1, 0)).toBeGreaterThanOrEqual(here - 1e-9);
        expect(after(0, 1)).toBeLessThanOrEqual(here + 1e-9);
      }),
    );
  });

  it("does not mind which word is called PASS", () => {
    fc.assert(
      fc.property(samples, kappas, ({ pass, fail }, kappa) => {
        const turned = (one: typeof pass): typeof pass => ({
          ...one,
          founderPass: one.graded - one.founderPass,
        });
        expect(below({ pass: turned(fail), fail: turned(pass) }, kappa)).toBeCloseTo(
          below({ pass, fail }, kappa),
          9,
        );
      }),
    );
  });
});

describe("kappaQuantile", () => {
  it("runs from the least kappa that the sizes allow to 1", () => {
    const sample = strata([90, 9, 8], [10, 5, 0]);
    expect(kappaQuantile(sample, 0).value).toBeCloseTo(kappaAt(sample, 0, 1), 11);
    expect(kappaQuantile(sample, 1).value).toBeCloseTo(1, 5);
    // Also where so many grades agree that the probability of the lowest kappas is no number above 0.
    const sure = strata([900, 300, 300], [100, 80, 0]);
    expect(kappaQuantile(sure, 0).value).toBeCloseTo(kappaAt(sure, 0, 1), 11);
  });

  it("agrees with R uniroot on all 30 reference samples to 1e-9", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) => {
      const { q025, q50, q975 } = one.posterior_jeffreys;
      return [
        ...deviation(`${one.id} 2.5%`, kappaQuantile(strataOf(one), 0.025).value, q025, 1e-9),
        ...deviation(`${one.id} 50%`, kappaQuantile(strataOf(one), 0.5).value, q50, 1e-9),
        ...deviation(`${one.id} 97.5%`, kappaQuantile(strataOf(one), 0.975).value, q975, 1e-9),
      ];
    });
    expect(off).toEqual([]);
  });

  it("says why there is none", () => {
    expect(kappaQuantile(strata([90, 9, 8], [10, 0, 0]), 0.5)).toMatchObject({
      status: "unidentified",
      value: null,
    });
    for (const p of [-0.1, 1.1, Number.NaN]) {
      expect(kappaQuantile(strata([90, 9, 8], [10, 5, 0]), p)).toEqual({
        status: "undefined",
        value: null,
        because: "invalid-input",
      });
    }
  });
});

describe("probabilityRateAbove", () => {
  it("agrees with R pbeta on the steps of policy-cases.json", () => {
    expect(probabilityRateAbove(3, 15, 0.1)).toEqual({
      status: "ok",
      value: expect.closeTo(0.8951751498307847, 12),
      because: null,
    });
    expect(probabilityRateAbove(3, 135, 0.1).value).toBeCloseTo(0.00020389840192958086, 12);
    expect(probabilityRateAbove(0.75, 24.046875, 0.1).value).toBeCloseTo(0.120808833739617, 12);
  });

  it("rises with what was seen, falls with the rate, and is what the mirrored rate leaves", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), fc.integer({ min: 0, max: 64 }), (x, rest, step) => {
        fc.pre(x + rest > 0);
        const rate = step / 64;
        const above = (seen: number, than: number): number =>
          probabilityRateAbove(seen, x + rest, than).value ?? Number.NaN;
        expect(above(x, rate) + above(rest, 1 - rate)).toBeCloseTo(1, 11);
        expect(above(x, rate + 0.01)).toBeLessThanOrEqual(above(x, rate) + 1e-12);
        expect(above(Math.min(x + 1, x + rest), rate)).toBeGreaterThanOrEqual(above(x, rate) - 1e-12);
      }),
    );
  });

  it("says why there is none", () => {
    expect(probabilityRateAbove(0, 0, 0.1)).toEqual({ status: "undefined", value: null, because: "no-data" });
    for (const [x, n, rate] of [
      [2, 1, 0.1],
      [-1, 1, 0.1],
      [1, Number.NaN, 0.1],
      [1, 2, Number.NaN],
    ] as const) {
      expect(probabilityRateAbove(x, n, rate)).toMatchObject({
        status: "undefined",
        because: "invalid-input",
      });
    }
  });
});
