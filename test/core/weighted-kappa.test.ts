import fc from "fast-check";
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
import { strata, strataOf, weightedCases } from "../support/weighted-reference.ts";

/** Strata in which both words have verdicts and grades. */
const stratum = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.nat(400), fc.nat(1000))
  .map(([graded, rest, share]) => [graded + rest, graded, Math.round((graded * share) / 1000)] as const);
const bothGraded = fc.tuple(stratum, stratum).map(([pass, fail]) => strata(pass, fail));

describe("weightedKappa", () => {
  it("agrees with all 30 reference samples to 1e-12", () => {
    expect(weightedCases).toHaveLength(30);
    let constant = 0;
    for (const one of weightedCases) {
      const kappa = weightedKappa(strataOf(one));
      expect(kappa.status, one.id).toBe("ok");
      expect(Math.abs((kappa.value ?? Number.NaN) - one.kappa), one.id).toBeLessThan(1e-12);
      if (kappa.because === "founder-constant") constant++;
    }
    expect(constant).toBe(2);
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
    const close = (low: number, high: number): unknown => ({
      status: "unidentified",
      value: null,
      because: "ungraded-stratum",
      bounds: [expect.closeTo(low, 3), expect.closeTo(high, 3)],
    });
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
        if (plain.status !== "ok" || whole.status !== "ok") throw new Error("not ok");
        expect(whole.value).toBeCloseTo(plain.value, 12);
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
        if (pass.founderPass > 0) {
          const worse = weightedKappa({ pass: { ...pass, founderPass: pass.founderPass - 1 }, fail });
          expect(worse.value ?? Number.NaN).toBeLessThanOrEqual(here + 1e-12);
        }
        if (fail.founderPass > 0) {
          const better = weightedKappa({ pass, fail: { ...fail, founderPass: fail.founderPass - 1 } });
          expect(better.value ?? Number.NaN).toBeGreaterThanOrEqual(here - 1e-12);
        }
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
    for (const one of weightedCases) {
      for (const [fpc, expected] of [
        [false, one.ci95_mover_jeffreys],
        [true, one.ci95_mover_jeffreys_fpc],
      ] as const) {
        const mine = kappaInterval(strataOf(one), { fpc });
        expect(mine.status, one.id).toBe("ok");
        expect(Math.abs((mine.low ?? Number.NaN) - expected[0]), `${one.id} low`).toBeLessThan(1e-9);
        expect(Math.abs((mine.high ?? Number.NaN) - expected[1]), `${one.id} high`).toBeLessThan(1e-9);
      }
      expect(kappaInterval(strataOf(one))).toEqual(kappaInterval(strataOf(one), { fpc: false }));
    }
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
        if (wide.status !== "ok" || narrow.status !== "ok") throw new Error("not ok");
        expect(wide.low).toBeGreaterThanOrEqual(-1);
        expect(wide.high).toBeLessThanOrEqual(1);
        expect(wide.low).toBeLessThanOrEqual(narrow.low + 1e-12);
        expect(wide.high).toBeGreaterThanOrEqual(narrow.high - 1e-12);
        expect(narrow.low).toBeLessThanOrEqual(kappa);
        expect(narrow.high).toBeGreaterThanOrEqual(kappa);
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
  });

  it("is null without verdicts", () => {
    expect(overrideRateAtThreshold(strata([0, 0, 0], [0, 0, 0]), 0.6)).toBeNull();
  });
});

describe("weightedTable", () => {
  it("has the reference proportions, also where the counts pass what a double holds whole", () => {
    expect(weightedCases).toHaveLength(30);
    for (const one of weightedCases) {
      for (const scale of [1, 1e6]) {
        const big = strata(
          [one.N_P * scale, one.n_P * scale, one.founderPassInP * scale],
          [one.N_F * scale, one.n_F * scale, one.founderPassInF * scale],
        );
        const { pp, pf, fp, ff } = weightedTable(big);
        const sum = pp + pf + fp + ff;
        expect(sum).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
        expect(pp / sum, one.id).toBeCloseTo(one.cells.pp, 12);
        expect(pf / sum, one.id).toBeCloseTo(one.cells.pf, 12);
        expect(fp / sum, one.id).toBeCloseTo(one.cells.fp, 12);
        expect(ff / sum, one.id).toBeCloseTo(one.cells.ff, 12);
      }
    }
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
