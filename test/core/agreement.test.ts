import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementOf } from "../../src/core/agreement.ts";
import { deviation, kappaCases, numberOf } from "../support/reference.ts";

function warns(pp: number, pf: number, fp: number, ff: number): boolean {
  return agreementOf({ pp, pf, fp, ff }).prevalenceWarning;
}

describe("agreementOf", () => {
  it("agrees with all 60 reference tables to 1e-12 on every share", () => {
    expect(kappaCases).toHaveLength(60);
    const off = kappaCases.flatMap(({ id, counts, expected }) => {
      const mine = agreementOf(counts);
      return (
        [
          ["po", mine.observed, expected.po],
          ["pe", mine.expected, expected.pe],
          ["kappa", mine.kappa, expected.kappa],
          ["kappaMax", mine.kappaMax, expected.kappaMax],
          ["pabak", mine.pabak, expected.pabak],
          ["ac1", mine.ac1, expected.ac1],
          ["prevIndex", mine.prevalenceIndex, expected.prevIndex],
          ["biasIndex", mine.biasIndex, expected.biasIndex],
          ["ppos", mine.positive, expected.ppos],
          ["pneg", mine.negative, expected.pneg],
        ] as const
      ).flatMap(([name, measured, value]) => deviation(`${id} ${name}`, numberOf(measured), value, 1e-12));
    });
    expect(off).toEqual([]);
  });

  it("says why there is no number", () => {
    const empty = agreementOf({ pp: 0, pf: 0, fp: 0, ff: 0 });
    expect(empty.observed).toEqual({ status: "undefined", because: "no-data" });
    expect(empty.kappaMax).toEqual({ status: "undefined", because: "no-data" });
    expect(empty.prevalenceWarning).toBe(false);
    const agreed = agreementOf({ pp: 10, pf: 0, fp: 0, ff: 0 });
    expect(agreed.negative).toEqual({ status: "undefined", because: "no-such-agreement" });
    expect(agreed.kappaMax).toEqual({ status: "undefined", because: "both-constant" });
    expect(agreementOf({ pp: -1, pf: 0, fp: 0, ff: 4 }).pabak).toEqual({
      status: "undefined",
      because: "invalid-input",
    });
  });

  it("warns of prevalence above its two limits only, on either side", () => {
    expect(warns(80, 0, 0, 20)).toBe(false); // index 0.6, expected 0.68: neither above
    expect(warns(81, 0, 0, 19)).toBe(true);
    expect(warns(19, 0, 0, 81)).toBe(true);
    expect(warns(76, 9, 0, 15)).toBe(true); // index 0.61, expected 0.682
    expect(warns(75, 10, 10, 5)).toBe(true); // expected 0.745
    expect(warns(76, 24, 0, 15)).toBe(false); // index 0.53, expected 0.66
    expect(warns(70, 30, 0, 0)).toBe(true); // index 0.7, expected 0.7
    expect(warns(40, 10, 10, 40)).toBe(false);
  });

  it("swapping words swaps the two agreements and turns prevalence and bias round", () => {
    const count = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(count, count, count, count, (pp, pf, fp, ff) => {
        const plain = agreementOf({ pp, pf, fp, ff });
        const swapped = agreementOf({ pp: ff, pf: fp, fp: pf, ff: pp });
        expect(swapped.positive).toEqual(plain.negative);
        expect(swapped.ac1).toEqual(plain.ac1);
        expect(swapped.pabak).toEqual(plain.pabak);
        const bias = [plain, swapped].map(({ biasIndex }) => numberOf(biasIndex) ?? 0);
        expect((bias[0] ?? Number.NaN) + (bias[1] ?? Number.NaN)).toBe(0);
        const { prevalenceWarning: _, ...measures } = plain;
        for (const measure of Object.values(measures)) {
          expect(Math.abs(numberOf(measure) ?? 0)).toBeLessThanOrEqual(1);
        }
        // No agreement beyond chance can pass what the margins allow.
        expect(numberOf(plain.kappa) ?? 0).toBeLessThanOrEqual((numberOf(plain.kappaMax) ?? 1) + 1e-12);
      }),
    );
  });
});
