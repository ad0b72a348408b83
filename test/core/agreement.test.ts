import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementOf } from "../../src/core/agreement.ts";
import type { Measured } from "../../src/core/kappa.ts";
import { readReference } from "../support/reference.ts";

interface Expected {
  readonly status: string;
  readonly po: number | null;
  readonly pe: number | null;
  readonly pabak: number | null;
  readonly ac1: number | null;
  readonly prevIndex: number | null;
  readonly biasIndex: number | null;
  readonly ppos: number | null;
  readonly pneg: number | null;
  readonly kappaMax: number | null;
}
interface KappaReference {
  readonly cases: readonly {
    readonly id: string;
    readonly table: readonly [readonly [number, number], readonly [number, number]];
    readonly expected: Expected;
  }[];
}

function check(mine: Measured, expected: number | null, what: string): void {
  if (expected === null) expect(mine.status, what).toBe("undefined");
  else
    expect(Math.abs((mine.status === "ok" ? mine.value : Number.NaN) - expected), what).toBeLessThan(1e-12);
}

describe("agreementOf", () => {
  it("agrees with all 60 reference tables to 1e-12 on every share", () => {
    const { cases } = readReference<KappaReference>("kappa-cases");
    expect(cases).toHaveLength(60);
    for (const { id, table, expected } of cases) {
      const [[pp, pf], [fp, ff]] = table;
      const mine = agreementOf({ pp, pf, fp, ff });
      check(mine.observed, expected.po, `${id} po`);
      check(mine.expected, expected.pe, `${id} pe`);
      check(mine.pabak, expected.pabak, `${id} pabak`);
      check(mine.ac1, expected.ac1, `${id} ac1`);
      check(mine.prevalenceIndex, expected.prevIndex, `${id} prevIndex`);
      check(mine.biasIndex, expected.biasIndex, `${id} biasIndex`);
      check(mine.positive, expected.ppos, `${id} ppos`);
      check(mine.negative, expected.pneg, `${id} pneg`);
      check(mine.kappaMax, expected.kappaMax, `${id} kappaMax`);
    }
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
    const warns = (pp: number, pf: number, fp: number, ff: number): boolean =>
      agreementOf({ pp, pf, fp, ff }).prevalenceWarning;
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
        if (plain.biasIndex.status === "ok" && swapped.biasIndex.status === "ok") {
          expect(swapped.biasIndex.value + plain.biasIndex.value).toBe(0);
        }
        for (const measure of Object.values(plain)) {
          if (typeof measure === "object" && measure.status === "ok") {
            expect(Math.abs(measure.value)).toBeLessThanOrEqual(1);
          }
        }
        // No agreement beyond chance can pass what the margins allow.
        if (plain.kappa.status === "ok" && plain.kappaMax.status === "ok") {
          expect(plain.kappa.value).toBeLessThanOrEqual(plain.kappaMax.value + 1e-12);
        }
      }),
    );
  });
});
