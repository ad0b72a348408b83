import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementErrors } from "../../src/core/agreement-errors.ts";
import { deviation, kappaCases, numberOf, realCases } from "../support/reference.ts";

describe("agreementErrors", () => {
  it("agrees with all 60 reference tables: errors to 1e-7, z and the Wald interval to 1e-9", () => {
    expect(kappaCases).toHaveLength(60);
    const off = kappaCases.flatMap(({ id, counts, expected }) => {
      const mine = agreementErrors(counts);
      return [
        ...deviation(`${id} ase`, numberOf(mine.kappa), expected.ase, 1e-7),
        ...deviation(`${id} ase0`, numberOf(mine.kappaIfIndependent), expected.ase0, 1e-7),
        ...deviation(`${id} pabak`, numberOf(mine.pabak), expected.pabak_se, 1e-7),
        ...deviation(`${id} ac1`, numberOf(mine.ac1), expected.ac1_se, 1e-7),
        ...deviation(`${id} z`, numberOf(mine.z), expected.z, 1e-9),
        ...deviation(`${id} low`, mine.wald.low, expected.ci95?.[0] ?? null, 1e-9),
        ...deviation(`${id} high`, mine.wald.high, expected.ci95?.[1] ?? null, 1e-9),
      ];
    });
    expect(off).toEqual([]);
  });

  it("agrees with statsmodels on all 51 tables of real judges, to the six digits given", () => {
    expect(realCases).toHaveLength(51);
    const off = realCases.flatMap(({ id, counts, expected }) => {
      const mine = agreementErrors(counts);
      return [
        ...deviation(`${id} se`, numberOf(mine.kappa), expected.se, 5.01e-7),
        ...deviation(`${id} low`, mine.wald.low, expected.ci95[0], 5.01e-7),
        ...deviation(`${id} high`, mine.wald.high, expected.ci95[1], 5.01e-7),
      ];
    });
    expect(off).toEqual([]);
  });

  it("is 0, not nearly 0, where all agree or one rater is constant", () => {
    expect(agreementErrors({ pp: 7, pf: 0, fp: 0, ff: 3 }).kappa).toEqual({ status: "ok", value: 0 });
    const constant = agreementErrors({ pp: 8, pf: 2, fp: 0, ff: 0 });
    expect(constant.kappaIfIndependent).toEqual({ status: "ok", value: 0 });
    expect(deviation("ase", numberOf(constant.kappa), 0, 1e-15)).toEqual([]);
  });

  it("says why there is none", () => {
    const empty = agreementErrors({ pp: 0, pf: 0, fp: 0, ff: 0 });
    expect(empty.ac1).toEqual({ status: "undefined", because: "no-data" });
    expect(empty.wald).toMatchObject({ status: "undefined", because: "no-data" });
    expect(agreementErrors({ pp: Number.NaN, pf: 0, fp: 0, ff: 0 }).kappa).toMatchObject({
      because: "invalid-input",
    });
    const agreed = agreementErrors({ pp: 5, pf: 0, fp: 0, ff: 0 });
    expect(agreed.kappa).toEqual({ status: "undefined", because: "both-constant" });
    expect(agreed.wald).toMatchObject({ status: "undefined", because: "both-constant" });
    expect(agreed.pabak).toEqual({ status: "ok", value: 0 });
    expect(agreementErrors({ pp: 5, pf: 1, fp: 0, ff: 0 }).z).toEqual({
      status: "undefined",
      because: "one-rater-constant",
    });
  });

  it("shrinks with the root of n, and never is NaN", () => {
    const count = fc.nat(60);
    fc.assert(
      fc.property(count, count, count, count, (pp, pf, fp, ff) => {
        const one = agreementErrors({ pp, pf, fp, ff });
        const four = agreementErrors({ pp: 4 * pp, pf: 4 * pf, fp: 4 * fp, ff: 4 * ff });
        for (const name of ["kappa", "kappaIfIndependent", "pabak", "ac1"] as const) {
          const [a, b] = [numberOf(one[name]), numberOf(four[name])];
          expect(deviation(name, b, a === null ? null : a / 2, 1e-10)).toEqual([]);
        }
      }),
    );
  });
});
