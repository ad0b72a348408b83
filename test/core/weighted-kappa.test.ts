import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohenKappa } from "../../src/core/kappa.ts";
import type { Strata } from "../../src/core/weighted-kappa.ts";
import {
  kappaAt,
  kappaInterval,
  overrideRateAtThreshold,
  weightedKappa,
  weightedTable,
} from "../../src/core/weighted-kappa.ts";
import { deviation } from "../support/reference.ts";
import { strata, strataOf, weightedCases } from "../support/weighted-reference.ts";

/** Strata in which both words have verdicts and grades. */
const stratum = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.nat(400), fc.nat(1000))
  .map(([graded, rest, share]) => [graded + rest, graded, Math.round((graded * share) / 1000)] as const);
const bothGraded = fc.tuple(stratum, stratum).map(([pass, fail]) => strata(pass, fail));

function close(low: number, high: number): unknown {
  return {
    status: "unidentified",
    value: null,
    because: "ungraded-stratum",
    bounds: [expect.closeTo(low, 3), expect.closeTo(high, 3)],
  };
}

describe("weightedKappa", () => {
  it("agrees with all 30 reference samples to 1e-12", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) =>
      deviation(one.id, weightedKappa(strataOf(one)).value, one.kappa, 1e-12),
    );
    expect(off).toEqual([]);
    const constant = weightedCases.filter(
      (one) => weightedKappa(strataOf(one)).because === "founder-constant",
    );
    expect(constant.map(({ id }) => id)).toEqual(["all-founder-pass", "all-founder-fail"]);
  });

  it("is 0.6 exactly where it is 0.6", () => {
    expect(weightedKappa(strata([25, 5, 4], [25, 5, 1]))).toEqual({
      status: "ok",
      value: 0.6,
      because: null,
      bounds: null,
    });
  });

  it("is 0 because the founder gave one word only", () => {
    for (const passed of [0, 1]) {
      expect(weightedKappa(strata([90, 9, 9 * passed], [10, 5, 5 * passed]))).toEqual({
        status: "ok",
        value: 0,
        because: "founder-constant",
        bounds: null,
      });
    }
    expect(weightedKappa(strata([90, 9, 9], [10, 5, 4])).because).toBeNull();
  });

  it("is undefined without any grade, whatever the sizes", () => {
    const none = { status: "undefined", value: null, because: "no-data", bounds: null };
    expect(weightedKappa(strata([0, 0, 0], [0, 0, 0]))).toEqual(none);
    expect(weightedKappa(strata([90, 0, 0], [10, 0, 0]))).toEqual(none);
    expect(weightedKappa(strata([90, 0, 0], [0, 0, 0]))).toEqual(none);
  });

  it("is unidentified and without bounds where a stratum is empty", () => {
    const empty = { status: "unidentified", value: null, because: "empty-stratum", bounds: null };
    expect(weightedKappa(strata([90, 9, 8], [0, 0, 0]))).toEqual(empty);
    expect(weightedKappa(strata([0, 0, 0], [10, 5, 1]))).toEqual(empty);
  });

  it("lies between bounds where one stratum is ungraded (statistics of a PASS-only sample)", () => {
    expect(weightedKappa(strata([900, 10, 9], [100, 0, 0]))).toEqual(close(-0.105, 0.643));
    expect(weightedKappa(strata([800, 10, 9], [200, 0, 0]))).toEqual(close(-0.129, 0.783));
    expect(weightedKappa(strata([900, 10, 10], [100, 0, 0]))).toEqual(close(0, 1));
    // The other way round: only FAIL was graded. k(0, .2) and k(1, .2) at w = .5.
    expect(weightedKappa(strata([50, 0, 0], [50, 10, 2]))).toEqual(close(-0.2, 0.8));
  });

  it.each([
    strata([-1, 0, 0], [10, 5, 1]),
    strata([90, 9, 10], [10, 5, 1]),
    strata([90, 91, 1], [10, 5, 1]),
    strata([90, 9, 1], [10, 11, 1]),
    strata([90, 9, 1], [10, 5, 6]),
    strata([Number.NaN, 9, 1], [10, 5, 1]),
    strata([90, 9, 1], [Number.POSITIVE_INFINITY, 5, 1]),
  ])("refuses what cannot be counted: %j", (wrong) => {
    expect(weightedKappa(wrong)).toEqual({
      status: "undefined",
      value: null,
      because: "invalid-input",
      bounds: null,
    });
  });

  it("forgives the rounding of a discounted census", () => {
    expect(weightedKappa(strata([9, 9 + 1e-10, 8], [10, 5, 1])).status).toBe("ok");
  });

  it("is the plain kappa where both strata are graded whole, and lies in [-1, 1]", () => {
    fc.assert(
      fc.property(bothGraded, ({ pass, fail }) => {
        const census: Strata = { pass: { ...pass, size: pass.graded }, fail: { ...fail, size: fail.graded } };
        const plain = cohenKappa(weightedTable(census));
        const whole = weightedKappa(census);
        const expected = plain.status === "ok" ? plain.value : null;
        expect(deviation("whole", whole.value, expected, 1e-12)).toEqual([]);
        const value = weightedKappa({ pass, fail }).value ?? Number.NaN;
        expect(value).toBeGreaterThanOrEqual(-1);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("falls with each override, rises with each confirmed FAIL, and lies within the bounds of an ungraded stratum", () => {
    fc.assert(
      fc.property(bothGraded, ({ pass, fail }) => {
        const here = weightedKappa({ pass, fail }).value ?? Number.NaN;
        const after = (overrides: number, confirmed: number): number =>
          weightedKappa({
            pass: { ...pass, founderPass: Math.max(0, pass.founderPass - overrides) },
            fail: { ...fail, founderPass: Math.max(0, fail.founderPass - confirmed) },
          }).value ?? Number.NaN;
        expect(after(1, 0)).toBeLessThanOrEqual(here + 1e-12);
        expect(after(0, 1)).toBeGreaterThanOrEqual(here - 1e-12);
        const { bounds } = weightedKappa({ pass, fail: { size: fail.size, graded: 0, founderPass: 0 } });
        expect(bounds?.[0]).toBeLessThanOrEqual(here + 1e-12);
        expect(bounds?.[1]).toBeGreaterThanOrEqual(here - 1e-12);
      }),
    );
  });

  it("does not mind which word is called PASS", () => {
    fc.assert(
      fc.property(bothGraded, ({ pass, fail }) => {
        const turned = (one: typeof pass): typeof pass => ({
          ...one,
          founderPass: one.graded - one.founderPass,
        });
        const mirror = weightedKappa({ pass: turned(fail), fail: turned(pass) });
        expect(mirror.value).toBeCloseTo(weightedKappa({ pass, fail }).value ?? Number.NaN, 12);
      }),
    );
  });

  it("is never NaN, whatever numbers it is given", () => {
    const any = fc.tuple(fc.double(), fc.double(), fc.double());
    fc.assert(
      fc.property(any, any, (pass, fail) => {
        const numbers = [weightedKappa(strata(pass, fail)), kappaInterval(strata(pass, fail))]
          .flatMap((one) => Object.values(one).flat())
          .filter((value) => typeof value === "number");
        for (const value of numbers) expect(value).not.toBeNaN();
      }),
    );
  });
});

describe("kappaInterval", () => {
  it("agrees with all 30 reference samples to 1e-9, with and without the population correction", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) => {
      const plain = kappaInterval(strataOf(one));
      const corrected = kappaInterval(strataOf(one), { fpc: true });
      return [
        ...deviation(`${one.id} low`, plain.low, one.ci95_mover_jeffreys[0], 1e-9),
        ...deviation(`${one.id} high`, plain.high, one.ci95_mover_jeffreys[1], 1e-9),
        ...deviation(`${one.id} fpc low`, corrected.low, one.ci95_mover_jeffreys_fpc[0], 1e-9),
        ...deviation(`${one.id} fpc high`, corrected.high, one.ci95_mover_jeffreys_fpc[1], 1e-9),
      ];
    });
    expect(off).toEqual([]);
    const [first] = weightedCases.map(strataOf);
    expect(first && kappaInterval(first, { fpc: false })).toEqual(first && kappaInterval(first));
  });

  it("gives kappa's own reason where there is none", () => {
    expect(kappaInterval(strata([90, 9, 8], [10, 0, 0]))).toEqual({
      status: "unidentified",
      because: "ungraded-stratum",
      low: null,
      high: null,
    });
    expect(kappaInterval(strata([90, 0, 0], [10, 0, 0]))).toMatchObject({
      status: "undefined",
      because: "no-data",
    });
    expect(kappaInterval(strata([90, 9, 8], [10, 5, 1]), { level: 1 })).toMatchObject({
      because: "invalid-input",
    });
  });

  it("is clipped, holds kappa, and narrows with the level", () => {
    fc.assert(
      fc.property(bothGraded, (sample) => {
        const kappa = weightedKappa(sample).value ?? Number.NaN;
        const wide = kappaInterval(sample);
        const narrow = kappaInterval(sample, { level: 0.8 });
        expect(wide.low ?? Number.NaN).toBeGreaterThanOrEqual(-1);
        expect(wide.high ?? Number.NaN).toBeLessThanOrEqual(1);
        expect(wide.low ?? Number.NaN).toBeLessThanOrEqual((narrow.low ?? Number.NaN) + 1e-12);
        expect(wide.high ?? Number.NaN).toBeGreaterThanOrEqual((narrow.high ?? Number.NaN) - 1e-12);
        expect(narrow.low ?? Number.NaN).toBeLessThanOrEqual(kappa);
        expect(narrow.high ?? Number.NaN).toBeGreaterThanOrEqual(kappa);
      }),
      { numRuns: 50 },
    );
  });

  it("does not call a clean sample certain", () => {
    expect(kappaInterval(strata([90, 9, 9], [10, 5, 0])).low).toBeLessThan(0.4);
  });
});

describe("overrideRateAtThreshold", () => {
  it("is (1 - threshold) times the FAIL share", () => {
    for (const [pass, fail, rate] of [
      [50, 50, 0.2],
      [80, 20, 0.08],
      [90, 10, 0.04],
      [95, 5, 0.02],
    ] as const) {
      expect(overrideRateAtThreshold(strata([pass, 0, 0], [fail, 0, 0]), 0.6)).toBeCloseTo(rate, 12);
    }
    expect(overrideRateAtThreshold(strata([50, 0, 0], [50, 0, 0]), 0.8)).toBeCloseTo(0.1, 12);
    expect(overrideRateAtThreshold(strata([50, 0, 0], [0, 0, 0]), 0.6)).toBe(0);
    expect(overrideRateAtThreshold(strata([0, 0, 0], [1, 0, 0]), 0.6)).toBeCloseTo(0.4, 12);
  });

  it("is null without verdicts", () => {
    expect(overrideRateAtThreshold(strata([0, 0, 0], [0, 0, 0]), 0.6)).toBeNull();
  });
});

describe("weightedTable", () => {
  it("has the reference proportions, also where the counts pass what a double holds whole", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) =>
      [1, 1e6].flatMap((scale) => {
        const big = strata(
          [one.N_P * scale, one.n_P * scale, one.founderPassInP * scale],
          [one.N_F * scale, one.n_F * scale, one.founderPassInF * scale],
        );
        const { pp, pf, fp, ff } = weightedTable(big);
        const sum = pp + pf + fp + ff;
        expect(sum).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
        return [
          ...deviation(`${one.id} pp`, pp / sum, one.cells.pp, 1e-12),
          ...deviation(`${one.id} pf`, pf / sum, one.cells.pf, 1e-12),
          ...deviation(`${one.id} fp`, fp / sum, one.cells.fp, 1e-12),
          ...deviation(`${one.id} ff`, ff / sum, one.cells.ff, 1e-12),
        ];
      }),
    );
    expect(off).toEqual([]);
  });

  it("is whole for whole counts", () => {
    expect(weightedTable(strata([90, 9, 8], [10, 5, 1]))).toEqual({ pp: 3600, pf: 450, fp: 90, ff: 360 });
  });
});

describe("kappaAt", () => {
  it("is -1 and 1 at the corners of an even split, 0 where both shares are the same", () => {
    const even = strata([50, 0, 0], [50, 0, 0]);
    expect(kappaAt(even, 0, 1)).toBe(-1);
    expect(kappaAt(even, 1, 0)).toBe(1);
    expect(kappaAt(even, 0.3, 0.3)).toBe(0);
  });
});
