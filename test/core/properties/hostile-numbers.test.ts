import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementOf } from "../../../src/core/agreement.ts";
import { decide, decideEach, type MonthEvidence } from "../../../src/core/decision.ts";
import { addMonths } from "../../../src/core/month.ts";
import { jeffreysInterval } from "../../../src/core/intervals.ts";
import { cohenKappa } from "../../../src/core/kappa.ts";
import { overrideStreak } from "../../../src/core/overrides.ts";
import { defaultDecision } from "../../../src/core/policy.ts";
import { kappaQuantile, probabilityKappaBelow, probabilityRateAbove } from "../../../src/core/posterior.ts";
import { weightedAgreement } from "../../../src/core/weighted-agreement.ts";
import {
  kappaInterval,
  overrideRateAtThreshold,
  type Strata,
  weightedKappa,
} from "../../../src/core/weighted-kappa.ts";
import { weightedKappaError } from "../../../src/core/weighted-kappa-error.ts";
import { notFinite, nullsOf } from "../../support/finite.ts";

/** What a caller without types, or a broken import, may hand over; JSON itself knows no others. */
const finite = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.5, -2.5, 1e-60, 5e-324, 1e15, 2 ** 53 - 1, 2 ** 53, 1e60, 1e150, 1e300),
  fc.nat(50),
  fc.integer({ min: -3, max: 1_000_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
);
const anyNumber = fc.oneof(
  { weight: 6, arbitrary: finite },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);

const stratumOf = (number: fc.Arbitrary<number>) =>
  fc.record({ size: number, graded: number, founderPass: number });
/** Counts that can be, beside such that cannot. */
const realStratum = fc.tuple(fc.nat(60), fc.nat(1_000_000), fc.nat(1000)).map(([graded, rest, share]) => ({
  size: graded + rest,
  graded,
  founderPass: Math.round((graded * share) / 1000),
}));
const anyStratum = fc.oneof(realStratum, stratumOf(anyNumber));
const anyStrata: fc.Arbitrary<Strata> = fc.record({ pass: anyStratum, fail: anyStratum });

interface Stated {
  readonly status: string;
  readonly because?: string | null;
}

/** What is wrong with an answer: a number that is none, or a null that no status other than `ok` explains. */
function faultsOf(result: Stated, allowed: readonly string[] = []): readonly string[] {
  const unexplained =
    result.status === "ok"
      ? nullsOf(result).filter((path) => !allowed.includes(path))
      : /^[a-z-]+$/.test(result.because ?? "")
        ? []
        : [`no reason for ${result.status}`];
  return [...notFinite(result), ...unexplained];
}

/** Beside a kappa that is `ok` there is no reason needed, and no bounds. */
const besideValue = ["$.because", "$.bounds"];

describe("no number, however strange, gives NaN, an infinity or an unexplained null", () => {
  it("in a plain kappa and the agreement beside it", () => {
    const table = fc.record({ pp: anyNumber, pf: anyNumber, fp: anyNumber, ff: anyNumber });
    fc.assert(
      fc.property(table, (counts) => {
        expect(faultsOf(cohenKappa(counts))).toEqual([]);
        const { prevalenceWarning, ...beside } = agreementOf(counts);
        expect(typeof prevalenceWarning).toBe("boolean");
        expect(Object.values(beside).flatMap((measured) => faultsOf(measured))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("in a weighted kappa, its interval, its error and the probabilities", () => {
    fc.assert(
      fc.property(anyStrata, anyNumber, (strata, number) => {
        const probabilities = [probabilityKappaBelow(strata, 0.6), probabilityKappaBelow(strata, number)];
        expect([
          ...faultsOf(weightedKappa(strata), besideValue),
          ...faultsOf(kappaInterval(strata)),
          ...faultsOf(kappaInterval(strata, { fpc: true, level: number })),
          ...faultsOf(weightedKappaError(strata)),
          ...probabilities.flatMap((one) => faultsOf(one, ["$.because"])),
        ]).toEqual([]);
        expect(probabilities.every(({ value }) => value === null || (value >= 0 && value <= 1))).toBe(true);
        expect(notFinite(weightedAgreement(strata))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("in a quantile of kappa and in rates", () => {
    fc.assert(
      fc.property(anyStrata, anyNumber, anyNumber, anyNumber, (strata, p, x, n) => {
        expect([
          ...faultsOf(kappaQuantile(strata, p), ["$.because"]),
          ...faultsOf(probabilityRateAbove(x, n, p), ["$.because"]),
          ...faultsOf(jeffreysInterval(x, n)),
          ...faultsOf(jeffreysInterval(x, n, p)),
        ]).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("in the override rate at the threshold, which is null without verdicts only", () => {
    fc.assert(
      fc.property(realStratum, realStratum, (pass, fail) => {
        const rate = overrideRateAtThreshold({ pass, fail }, 0.6);
        expect(notFinite(rate)).toEqual([]);
        expect(rate === null).toBe(pass.size + fail.size === 0);
      }),
    );
  });

  it("in a streak", () => {
    const month = fc.record({
      sampled: anyNumber,
      graded: anyNumber,
      overrides: anyNumber,
      status: fc.constantFrom("graded", "expired", "not-run"),
    });
    fc.assert(
      fc.property(fc.array(month, { maxLength: 8 }), fc.boolean(), (months, restarts) => {
        const told = months.map((one, index) => ({ ...one, month: addMonths("2026-01", index) }));
        const { streakAfterEachMonth, revertMonth } = overrideStreak(told, restarts ? { restarts: [] } : {});
        expect(notFinite(streakAfterEachMonth)).toEqual([]);
        expect(streakAfterEachMonth.every((streak) => Number.isInteger(streak) && streak >= 0)).toBe(true);
        expect(revertMonth === null).toBe(streakAfterEachMonth.every((streak) => streak < 3));
      }),
      { numRuns: 200 },
    );
  });
});

describe("a decision", () => {
  it("is made of finite numbers, whatever the counts of its months", () => {
    const month = monthsOf(finite);
    fc.assert(
      fc.property(fc.array(month, { maxLength: 5 }), (months) => {
        expect(notFinite(decide({ months: inARow(months), policy: defaultDecision }))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("leaves a number out only where it says why by its counts", () => {
    fc.assert(
      fc.property(fc.array(realMonth, { minLength: 1, maxLength: 6 }), (counted) => {
        const months = inARow(counted);
        for (const [index, step] of decideEach({ months, policy: defaultDecision }).entries()) {
          const month = months[index];
          if (month === undefined) throw new Error("a month has a step");
          const graded = month.pass.graded + month.fail.graded > 0;
          const { pool } = step;
          const explained = {
            pBelowThreshold: pool.passGraded === 0 || pool.failGraded === 0,
            pOverrideAbove: pool.passGraded === 0,
            pOverrideAboveInStreak: step.streak === 0,
            evidence: !graded,
          };
          expect({
            pBelowThreshold: step.pBelowThreshold === null,
            pOverrideAbove: step.pOverrideAbove === null,
            pOverrideAboveInStreak: step.pOverrideAboveInStreak === null,
            evidence: step.evidence === null,
          }).toEqual(explained);
          expect(nullsOf(step)).toHaveLength(Object.values(explained).filter(Boolean).length);
          expect(notFinite(step)).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });
});

type Counted = Omit<MonthEvidence, "period">;

function monthsOf(number: fc.Arbitrary<number>): fc.Arbitrary<Counted> {
  return fc.record({
    epoch: fc.constantFrom("one", "two", null),
    frame: fc.record({ pass: number, fail: number }),
    base: fc.record({ sampled: number, answered: number, graded: number, overrides: number }),
    pass: fc.record({ graded: number, overrides: number }),
    fail: fc.record({ graded: number, founderPass: number }),
  });
}

/** A month that the store can hold: grades within the sample, the sample within the frame. */
const realMonth: fc.Arbitrary<Counted> = fc
  .tuple(realStratum, realStratum, fc.constantFrom("one", "two"))
  .map(([pass, fail, epoch]) => {
    const overrides = pass.graded - pass.founderPass;
    return {
      epoch,
      frame: { pass: pass.size, fail: fail.size },
      base: { sampled: pass.graded, answered: pass.graded, graded: pass.graded, overrides },
      pass: { graded: pass.graded, overrides },
      fail: { graded: fail.graded, founderPass: fail.founderPass },
    };
  });

function inARow(months: readonly Counted[]): readonly MonthEvidence[] {
  return months.map((month, index) => ({ ...month, period: addMonths("2026-01", index) }));
}
