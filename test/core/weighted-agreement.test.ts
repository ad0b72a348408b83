import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Agreement } from "../../src/core/agreement.ts";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import type { Strata } from "../../src/core/weighted-kappa.ts";
import {
  type AgreementMeasure,
  weightedAgreement,
  weightedAgreementOn,
} from "../../src/core/weighted-agreement.ts";
import { deviation, numberOf } from "../support/reference.ts";
import { strata, strataOf, weightedCases } from "../support/weighted-reference.ts";

function agreement(of: Strata): Agreement | null {
  const found = weightedAgreement(of);
  return typeof found === "string" ? null : found;
}

function valueOf(measure: AgreementMeasure, of: Strata): number | null {
  return numberOf(agreement(of)?.[measure]);
}

const measures = ["observed", "pabak", "ac1", "positive", "negative"] as const;

describe("weightedAgreement", () => {
  it("agrees with all 30 reference samples to 1e-12, the rest following from their cells", () => {
    expect(weightedCases).toHaveLength(30);
    const off = weightedCases.flatMap((one) => {
      const mine = agreement(strataOf(one));
      const { pp, pf, fp, ff } = one.cells;
      const pi = (pp + pf + pp + fp) / 2;
      const e = 2 * pi * (1 - pi);
      return (
        [
          ["kappa", mine?.kappa, one.kappa],
          ["po", mine?.observed, one.po],
          ["pe", mine?.expected, one.pe],
          ["pabak", mine?.pabak, 2 * one.po - 1],
          ["ac1", mine?.ac1, (one.po - e) / (1 - e)],
          ["prevalence", mine?.prevalenceIndex, pp - ff],
          ["bias", mine?.biasIndex, pf - fp],
          ["positive", mine?.positive, (2 * pp) / (2 * pp + pf + fp)],
          ["negative", mine?.negative, (2 * ff) / (2 * ff + pf + fp)],
        ] as const
      ).flatMap(([name, measured, value]) =>
        deviation(`${one.id} ${name}`, numberOf(measured), value, 1e-12),
      );
    });
    expect(off).toEqual([]);
  });

  it("warns by the month and not by the draw", () => {
    expect(agreement(strata([90, 5, 5], [10, 5, 0]))?.prevalenceWarning).toBe(true);
    expect(agreement(strata([50, 5, 5], [50, 5, 0]))?.prevalenceWarning).toBe(false);
    // 80 of 100 with full agreement is 0.6 and 0.68, neither above its limit.
    expect(agreement(strata([80, 8, 8], [20, 5, 0]))?.prevalenceWarning).toBe(false);
  });

  it("is there where one word is missing altogether, and says why it is not where a stratum is ungraded", () => {
    const passOnly = agreement(strata([90, 9, 8], [0, 0, 0]));
    expect(numberOf(passOnly?.observed)).toBeCloseTo(8 / 9, 14);
    expect(numberOf(passOnly?.pabak)).toBeCloseTo(7 / 9, 14);
    expect(numberOf(passOnly?.negative)).toBe(0);
    const failOnly = agreement(strata([0, 0, 0], [10, 5, 2]));
    expect(numberOf(failOnly?.observed)).toBeCloseTo(3 / 5, 14);
    expect(numberOf(failOnly?.positive)).toBe(0);
    expect(weightedAgreement(strata([90, 9, 8], [10, 0, 0]))).toBe("ungraded-stratum");
    expect(weightedAgreement(strata([90, 0, 0], [10, 5, 0]))).toBe("ungraded-stratum");
    expect(weightedAgreement(strata([90, 0, 0], [10, 0, 0]))).toBe("no-data");
    expect(weightedAgreement(strata([0, 0, 0], [0, 0, 0]))).toBe("no-data");
    expect(weightedAgreement(strata([5, 6, 0], [10, 5, 0]))).toBe("invalid-input");
  });
});

describe("weightedAgreementOn", () => {
  it("is the Jeffreys interval of the confirmed share where the critic gave one word only", () => {
    const confirmed = jeffreysInterval(8, 9);
    const passOnly = weightedAgreementOn("observed", strata([90, 9, 8], [0, 0, 0]));
    expect(passOnly?.low).toBeCloseTo(confirmed.low ?? 2, 13);
    expect(passOnly?.high).toBeCloseTo(confirmed.high ?? 2, 13);
    const failOnly = weightedAgreementOn("observed", strata([0, 0, 0], [90, 9, 1]));
    expect(failOnly?.low).toBeCloseTo(confirmed.low ?? 2, 13);
    expect(failOnly?.high).toBeCloseTo(confirmed.high ?? 2, 13);
  });

  it("adds the two distances of the raw agreement as squares, and PABAK is twice that less 1", () => {
    const month = strata([90, 9, 8], [10, 5, 0]);
    const pass = jeffreysInterval(8, 9);
    const fail = jeffreysInterval(0, 5);
    const raw = weightedAgreementOn("observed", month);
    const value = 0.9 * (8 / 9) + 0.1;
    expect(raw?.value).toBeCloseTo(value, 14);
    expect(raw?.low).toBeCloseTo(
      value - Math.hypot(0.9 * (8 / 9 - (pass.low ?? 0)), 0.1 * (fail.high ?? 0)),
      12,
    );
    expect(raw?.high).toBeCloseTo(value + 0.9 * ((pass.high ?? 0) - 8 / 9), 12);
    const pabak = weightedAgreementOn("pabak", month);
    expect(pabak?.low).toBeCloseTo(2 * (raw?.low ?? 0) - 1, 12);
    expect(pabak?.high).toBeCloseTo(2 * (raw?.high ?? 0) - 1, 12);
  });

  it("is null where there is no such agreement", () => {
    expect(weightedAgreementOn("negative", strata([90, 9, 9], [0, 0, 0]))).toBeNull();
    expect(weightedAgreementOn("observed", strata([90, 9, 9], [10, 0, 0]))).toBeNull();
  });

  it("lies around its value within its range, and every measure rises with qP and falls with qF", () => {
    const sizes = fc.record({ pass: fc.nat(40), fail: fc.nat(40) });
    const drawn = sizes.chain(({ pass, fail }) =>
      fc.record({
        pass: fc
          .integer({ min: Math.min(1, pass), max: pass })
          .chain((n) => fc.tuple(fc.constant(pass), fc.constant(n), fc.nat(n))),
        fail: fc
          .integer({ min: Math.min(1, fail), max: fail })
          .chain((n) => fc.tuple(fc.constant(fail), fc.constant(n), fc.nat(n))),
      }),
    );
    fc.assert(
      fc.property(drawn, ({ pass, fail }) => {
        for (const measure of measures) {
          const found = weightedAgreementOn(measure, strata(pass, fail));
          const value = valueOf(measure, strata(pass, fail));
          expect(found?.value ?? null).toBe(value);
          if (found === null || value === null) continue;
          expect(found.low <= value && value <= found.high).toBe(true);
          expect(found.low >= -1 && found.high <= 1).toBe(true);
          const [passSize, passGraded, passed] = pass;
          const [failSize, failGraded, failPassed] = fail;
          const better = [
            passed < passGraded ? strata([passSize, passGraded, passed + 1], fail) : null,
            failPassed > 0 ? strata(pass, [failSize, failGraded, failPassed - 1]) : null,
          ];
          for (const one of better) {
            const raised = (one === null ? null : valueOf(measure, one)) ?? 1;
            expect(raised).toBeGreaterThanOrEqual(value - 1e-12);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
