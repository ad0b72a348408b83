import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohenKappa, isCount } from "../../src/core/kappa.ts";
import { readReference } from "../support/reference.ts";

interface KappaReference {
  readonly cases: readonly {
    readonly id: string;
    readonly table: readonly [readonly [number, number], readonly [number, number]];
    readonly expected: { readonly status: string; readonly kappa: number | null };
  }[];
}
interface RealReference {
  readonly cases: readonly {
    readonly table: readonly [number, number, number, number];
    readonly kappa: number;
  }[];
}

const count = fc.nat(500);
const tables = fc.record({ pp: count, pf: count, fp: count, ff: count });

describe("cohenKappa", () => {
  it("agrees with all 60 reference tables to 1e-12, the degenerate ones by kind", () => {
    const { cases } = readReference<KappaReference>("kappa-cases");
    const kinds = { ok: 0, "one-rater-constant": 0, "both-constant": 0, "no-data": 0 };
    for (const { id, table, expected } of cases) {
      const [[pp, pf], [fp, ff]] = table;
      const kappa = cohenKappa({ pp, pf, fp, ff });
      if (expected.status === "ok") {
        kinds.ok++;
        expect(kappa, id).toEqual({ status: "ok", value: expect.closeTo(expected.kappa ?? Number.NaN, 12) });
        if (kappa.status === "ok")
          expect(Math.abs(kappa.value - (expected.kappa ?? 9)), id).toBeLessThan(1e-12);
      } else if (expected.status.startsWith("one-rater-constant")) {
        kinds["one-rater-constant"]++;
        expect(kappa, id).toEqual({ status: "ok", value: 0, because: "one-rater-constant" });
      } else if (expected.status.startsWith("undefined-0/0")) {
        kinds["both-constant"]++;
        expect(kappa, id).toEqual({ status: "undefined", because: "both-constant" });
      } else {
        kinds["no-data"]++;
        expect(expected.status, id).toBe("no-data");
        expect(kappa, id).toEqual({ status: "undefined", because: "no-data" });
      }
    }
    expect(kinds).toEqual({ ok: 51, "one-rater-constant": 5, "both-constant": 3, "no-data": 1 });
  });

  it("agrees with scikit-learn on all 51 tables of real judges, to the six digits given", () => {
    const { cases } = readReference<RealReference>("real-2x2");
    expect(cases).toHaveLength(51);
    for (const { table, kappa } of cases) {
      const [pp, pf, fp, ff] = table;
      const mine = cohenKappa({ pp, pf, fp, ff });
      expect(mine.status).toBe("ok");
      if (mine.status === "ok") expect(Math.abs(mine.value - kappa)).toBeLessThanOrEqual(5.01e-7);
    }
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
        if (kappa.status === "undefined") return;
        expect(kappa.value).toBeGreaterThanOrEqual(-1);
        expect(kappa.value).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("changes sign where one rater's words are swapped on even margins", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }), (agree, differ) => {
        const plain = cohenKappa({ pp: agree, pf: differ, fp: differ, ff: agree });
        const swapped = cohenKappa({ pp: differ, pf: agree, fp: agree, ff: differ });
        if (plain.status === "undefined" || swapped.status === "undefined") throw new Error("not ok");
        expect(swapped.value + plain.value).toBe(0);
      }),
    );
  });

  it("is never NaN, whatever numbers it is given", () => {
    const anything = fc.double();
    fc.assert(
      fc.property(anything, anything, anything, anything, (pp, pf, fp, ff) => {
        const kappa = cohenKappa({ pp, pf, fp, ff });
        if (kappa.status === "ok") expect(kappa.value).not.toBeNaN();
      }),
    );
  });
});

describe("isCount", () => {
  it("takes 0, parts and whole numbers that a double holds", () => {
    expect([0, 0.75, 1, Number.MAX_SAFE_INTEGER].every(isCount)).toBe(true);
    expect([-1, -0.1, 1e-61, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY].some(isCount)).toBe(false);
  });
});
