import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohenKappa, isCount } from "../../src/core/kappa.ts";
import { deviation, kappaCases, numberOf, realCases } from "../support/reference.ts";

const count = fc.nat(500);
const tables = fc.record({ pp: count, pf: count, fp: count, ff: count });

describe("cohenKappa", () => {
  it("agrees with all 60 reference tables to 1e-12, the degenerate ones by kind", () => {
    expect(kappaCases).toHaveLength(60);
    const off = kappaCases.flatMap(({ id, counts, expected }) =>
      deviation(id, numberOf(cohenKappa(counts)), expected.kappa, 1e-12),
    );
    expect(off).toEqual([]);
    const kinds = kappaCases.map(({ counts }) => cohenKappa(counts).because ?? "ok");
    // The files' statuses are sentences that begin with their kind.
    const expected = kappaCases.map(({ expected: { status } }) =>
      status.startsWith("undefined-0/0") ? "both-constant" : status.replace(/:.*/, ""),
    );
    expect(kinds).toEqual(expected);
    const number = (kind: string): number => kinds.filter((one) => one === kind).length;
    expect(["ok", "one-rater-constant", "both-constant", "no-data"].map(number)).toEqual([51, 5, 3, 1]);
  });

  it("is a value of 0 where one rater is constant, and no value where both are", () => {
    const oneConstant = [
      { pp: 8, pf: 2, fp: 0, ff: 0 },
      { pp: 0, pf: 0, fp: 2, ff: 8 },
      { pp: 8, pf: 0, fp: 2, ff: 0 },
      { pp: 0, pf: 2, fp: 0, ff: 8 },
    ];
    for (const table of oneConstant) {
      expect(cohenKappa(table)).toEqual({ status: "ok", value: 0, because: "one-rater-constant" });
    }
    expect(cohenKappa({ pp: 0, pf: 0, fp: 0, ff: 7 })).toEqual({
      status: "undefined",
      because: "both-constant",
    });
    expect(cohenKappa({ pp: 0, pf: 0, fp: 0, ff: 0 })).toEqual({ status: "undefined", because: "no-data" });
  });

  it("agrees with scikit-learn on all 51 tables of real judges, to the six digits given", () => {
    expect(realCases).toHaveLength(51);
    const off = realCases.flatMap(({ id, counts, expected }) =>
      deviation(id, numberOf(cohenKappa(counts)), expected.kappa, 5.01e-7),
    );
    expect(off).toEqual([]);
  });

  it("keeps its digits on a table of a million", () => {
    // (2 * (999998 - 1)) / (2 * 999999): one item of each kind but PASS-PASS.
    const exact = (2 * (999_997 - 1)) / (2 * 999_998 * 2);
    expect(cohenKappa({ pp: 999_997, pf: 1, fp: 1, ff: 1 })).toEqual({ status: "ok", value: exact });
  });

  it("is 0.6 exactly where it is 0.6", () => {
    expect(cohenKappa({ pp: 4, pf: 1, fp: 1, ff: 4 })).toEqual({ status: "ok", value: 0.6 });
  });

  it.each([
    { pp: -1, pf: 1, fp: 1, ff: 1 },
    { pp: 1, pf: Number.NaN, fp: 1, ff: 1 },
    { pp: 1, pf: 1, fp: Number.POSITIVE_INFINITY, ff: 1 },
    { pp: 1, pf: 1, fp: 1, ff: 1e300 },
  ])("refuses $pp $pf $fp $ff", (table) => {
    expect(cohenKappa(table)).toEqual({ status: "undefined", because: "invalid-input" });
  });

  it("lies in [-1, 1], and swapping raters or words changes nothing", () => {
    fc.assert(
      fc.property(tables, ({ pp, pf, fp, ff }) => {
        const kappa = cohenKappa({ pp, pf, fp, ff });
        expect(cohenKappa({ pp, pf: fp, fp: pf, ff })).toEqual(kappa);
        expect(cohenKappa({ pp: ff, pf: fp, fp: pf, ff: pp })).toEqual(kappa);
        expect(Math.abs(numberOf(kappa) ?? 0)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("changes sign where one rater's words are swapped on even margins", () => {
    const some = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(some, some, (agree, differ) => {
        const plain = numberOf(cohenKappa({ pp: agree, pf: differ, fp: differ, ff: agree }));
        const swapped = numberOf(cohenKappa({ pp: differ, pf: agree, fp: agree, ff: differ }));
        expect((plain ?? Number.NaN) + (swapped ?? Number.NaN)).toBe(0);
      }),
    );
  });

  it("is never NaN, whatever numbers it is given", () => {
    const anything = fc.double();
    fc.assert(
      fc.property(anything, anything, anything, anything, (pp, pf, fp, ff) => {
        expect(numberOf(cohenKappa({ pp, pf, fp, ff }))).not.toBeNaN();
      }),
    );
  });
});

describe("isCount", () => {
  it("takes 0, parts and whole numbers that a double holds", () => {
    expect([0, 1e-60, 0.75, 1, Number.MAX_SAFE_INTEGER].every(isCount)).toBe(true);
    expect([-1, -0.1, 1e-61, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY].some(isCount)).toBe(false);
  });
});
