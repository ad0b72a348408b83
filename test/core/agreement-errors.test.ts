import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementErrors } from "../../src/core/agreement-errors.ts";
import type { Measured } from "../../src/core/kappa.ts";
import { readReference } from "../support/reference.ts";

interface KappaReference {
  readonly cases: readonly {
    readonly id: string;
    readonly table: readonly [readonly [number, number], readonly [number, number]];
    readonly expected: {
      readonly ase: number | null;
      readonly ase0: number | null;
      readonly z: number | null;
      readonly ci95: readonly [number, number] | null;
      readonly pabak_se: number | null;
      readonly ac1_se: number | null;
    };
  }[];
}
interface RealReference {
  readonly cases: readonly {
    readonly table: readonly [number, number, number, number];
    readonly se: number;
    readonly ci95: readonly [number, number];
  }[];
}

function check(mine: Measured, expected: number | null, within: number, what: string): void {
  if (expected === null) expect(mine.status, what).toBe("undefined");
  else
    expect(Math.abs((mine.status === "ok" ? mine.value : Number.NaN) - expected), what).toBeLessThan(within);
}

describe("agreementErrors", () => {
  it("agrees with all 60 reference tables: errors to 1e-7, z and the Wald interval to 1e-9", () => {
    const { cases } = readReference<KappaReference>("kappa-cases");
    expect(cases).toHaveLength(60);
    let intervals = 0;
    for (const { id, table, expected } of cases) {
      const [[pp, pf], [fp, ff]] = table;
      const mine = agreementErrors({ pp, pf, fp, ff });
      check(mine.kappa, expected.ase, 1e-7, `${id} ase`);
      check(mine.kappaIfIndependent, expected.ase0, 1e-7, `${id} ase0`);
      check(mine.z, expected.z, 1e-9, `${id} z`);
      check(mine.pabak, expected.pabak_se, 1e-7, `${id} pabak`);
      check(mine.ac1, expected.ac1_se, 1e-7, `${id} ac1`);
      if (expected.ci95 === null) {
        expect(mine.wald.status, id).toBe("undefined");
      } else {
        intervals++;
        expect(Math.abs((mine.wald.low ?? Number.NaN) - expected.ci95[0]), id).toBeLessThan(1e-9);
        expect(Math.abs((mine.wald.high ?? Number.NaN) - expected.ci95[1]), id).toBeLessThan(1e-9);
      }
    }
    expect(intervals).toBe(56);
  });

  it("agrees with statsmodels on all 51 tables of real judges, to the six digits given", () => {
    const { cases } = readReference<RealReference>("real-2x2");
    expect(cases).toHaveLength(51);
    for (const { table, se, ci95 } of cases) {
      const [pp, pf, fp, ff] = table;
      const mine = agreementErrors({ pp, pf, fp, ff });
      check(mine.kappa, se, 5.01e-7, "se");
      expect(Math.abs((mine.wald.low ?? Number.NaN) - ci95[0])).toBeLessThan(5.01e-7);
      expect(Math.abs((mine.wald.high ?? Number.NaN) - ci95[1])).toBeLessThan(5.01e-7);
    }
  });

  it("is 0, not nearly 0, where all agree or one rater is constant", () => {
    expect(agreementErrors({ pp: 7, pf: 0, fp: 0, ff: 3 }).kappa).toEqual({ status: "ok", value: 0 });
    const constant = agreementErrors({ pp: 8, pf: 2, fp: 0, ff: 0 });
    expect(constant.kappaIfIndependent).toEqual({ status: "ok", value: 0 });
    check(constant.kappa, 0, 1e-15, "one rater constant");
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
          const [a, b] = [one[name], four[name]];
          expect(a.status).toBe(b.status);
          if (a.status === "ok" && b.status === "ok") expect(b.value).toBeCloseTo(a.value / 2, 10);
        }
      }),
    );
  });
});
