import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MonthEvidence } from "../../../src/core/decision.ts";
import { cohenKappa } from "../../../src/core/kappa.ts";
import { planMonth } from "../../../src/core/month-plan.ts";
import { defaultBurden, defaultSampling } from "../../../src/core/policy.ts";
import { addMonth, discountPool, emptyPool, strataOfPool } from "../../../src/core/pool.ts";
import { probabilityKappaBelow } from "../../../src/core/posterior.ts";
import { kappaAt, type Strata, type Stratum, weightedKappa } from "../../../src/core/weighted-kappa.ts";
import { strata } from "../../support/weighted-reference.ts";

/** Graded items, how often each of them was drawn from (1: a census), and founder-PASS among them. */
const part = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.nat(1000))
  .map(([graded, share]) => ({ graded, founderPass: Math.round((graded * share) / 1000) }));
const everyNth = fc.integer({ min: 1, max: 30 });
const sizes = fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Of two numbers that are the same on paper either may come out larger, in the last digits. */
const rounding = 1e-12;

function valueOf(sample: Strata): number {
  const kappa = weightedKappa(sample);
  if (kappa.status !== "ok") throw new Error(`no kappa: ${kappa.because}`);
  return kappa.value;
}

describe("kappa is monotone in both rates", () => {
  it("rises with the founder-PASS share of critic-PASS, falls with that of critic-FAIL", () => {
    fc.assert(
      fc.property(sizes, share, share, share, ([pass, fail], one, other, beside) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const sized = strata([pass, 0, 0], [fail, 0, 0]);
        expect(kappaAt(sized, more, beside)).toBeGreaterThanOrEqual(kappaAt(sized, less, beside) - rounding);
        expect(kappaAt(sized, beside, more)).toBeLessThanOrEqual(kappaAt(sized, beside, less) + rounding);
      }),
      { numRuns: 500 },
    );
  });

  it("so one more override never raises it, one more founder-PASS among FAIL neither, and P(kappa < .6) never falls", () => {
    fc.assert(
      fc.property(part, everyNth, part, everyNth, (pass, passNth, fail, failNth) => {
        const stratum = (of: typeof pass, nth: number, change: number): Stratum => ({
          size: of.graded * nth,
          graded: of.graded,
          founderPass: Math.min(of.graded, Math.max(0, of.founderPass + change)),
        });
        const before = { pass: stratum(pass, passNth, 0), fail: stratum(fail, failNth, 0) };
        for (const after of [
          { ...before, pass: stratum(pass, passNth, -1) },
          { ...before, fail: stratum(fail, failNth, 1) },
        ]) {
          expect(valueOf(after)).toBeLessThanOrEqual(valueOf(before) + rounding);
          const [least, most] = [before, after].map((one) => probabilityKappaBelow(one, 0.6).value);
          expect(most).toBeGreaterThanOrEqual((least ?? 1) - 1e-9);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("weights do not depend on how a stratum is split", () => {
  it("drawn at the same rate, two parts of a stratum give the kappa of the whole", () => {
    fc.assert(
      fc.property(
        part,
        part,
        everyNth,
        part,
        part,
        everyNth,
        (pass1, pass2, passNth, fail1, fail2, failNth) => {
          const whole = strata(
            [
              (pass1.graded + pass2.graded) * passNth,
              pass1.graded + pass2.graded,
              pass1.founderPass + pass2.founderPass,
            ],
            [
              (fail1.graded + fail2.graded) * failNth,
              fail1.graded + fail2.graded,
              fail1.founderPass + fail2.founderPass,
            ],
          );
          // Each part weighted on its own: an item stands for as many verdicts as it was drawn from.
          const founderPass = (some: readonly (typeof pass1)[], nth: number): number =>
            some.reduce((sum, one) => sum + nth * one.founderPass, 0);
          const founderFail = (some: readonly (typeof pass1)[], nth: number): number =>
            some.reduce((sum, one) => sum + nth * (one.graded - one.founderPass), 0);
          const table = {
            pp: founderPass([pass1, pass2], passNth),
            pf: founderFail([pass1, pass2], passNth),
            fp: founderPass([fail1, fail2], failNth),
            ff: founderFail([fail1, fail2], failNth),
          };
          const byParts = cohenKappa(table);
          if (byParts.status !== "ok") throw new Error("both words have items");
          expect(valueOf(whole)).toBeCloseTo(byParts.value, 12);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("counted in pieces, a month has the same frame, sizes and minutes", () => {
    const piece = fc.record({
      word: fc.constantFrom("PASS" as const, "FAIL" as const, "ERROR" as const),
      artifact: fc.constantFrom("snapshot" as const, "ref" as const, "none" as const),
      count: fc.nat(300),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, acceptRef) => {
        const rows = pieces.map((one) => ({ ...counted, ...one }));
        const merged = new Map<string, (typeof rows)[number]>();
        for (const row of rows) {
          const name = `${row.word} ${row.artifact}`;
          merged.set(name, { ...row, count: row.count + (merged.get(name)?.count ?? 0) });
        }
        expect(planOf(rows, acceptRef)).toEqual(planOf([...merged.values()].toReversed(), acceptRef));
      }),
      { numRuns: 200 },
    );
  });

  it("added to the pool in parts, a month weighs what it weighs whole", () => {
    fc.assert(
      fc.property(part, everyNth, part, everyNth, part, part, (pass1, nth1, pass2, nth2, fail1, fail2) => {
        const first = evidence(pass1, nth1, fail1);
        const second = evidence(pass2, nth2, fail2);
        const whole: MonthEvidence = {
          ...first,
          frame: {
            pass: first.frame.pass + second.frame.pass,
            fail: first.frame.fail + second.frame.fail,
          },
          pass: {
            graded: first.pass.graded + second.pass.graded,
            overrides: first.pass.overrides + second.pass.overrides,
          },
          fail: {
            graded: first.fail.graded + second.fail.graded,
            founderPass: first.fail.founderPass + second.fail.founderPass,
          },
        };
        const inParts = addMonth(addMonth(emptyPool, second), first);
        expect(inParts).toEqual(addMonth(emptyPool, whole));
        // Older by any number of months, all sums shrink alike and kappa stays what it was.
        const older = discountPool(inParts, 0.75, 5);
        expect(valueOf(strataOfPool(older))).toBeCloseTo(valueOf(strataOfPool(inParts)), 9);
      }),
      { numRuns: 200 },
    );
  });
});

const counted = {
  axis: "verify-dispatch",
  period: "2026-05",
  epoch: "one",
  firstAt: 0,
  lastAt: 1,
  costUsd: 0,
  costKnown: 0,
};

type Row = Parameters<typeof planMonth>[0][number]["counts"][number];

function planOf(counts: readonly Row[], acceptRef: boolean) {
  const month = {
    axis: "verify-dispatch",
    counts,
    acceptRef,
    passRate: 0.1,
    firstMonth: false,
    sampleTarget: null,
    probes: 0,
    raised: false,
  };
  return planMonth([month], defaultSampling, defaultBurden);
}

function evidence(
  pass: { readonly graded: number; readonly founderPass: number },
  nth: number,
  fail: { readonly graded: number; readonly founderPass: number },
): MonthEvidence {
  const overrides = pass.graded - pass.founderPass;
  return {
    period: "2026-05",
    epoch: "one",
    frame: { pass: pass.graded * nth, fail: fail.graded },
    base: { sampled: pass.graded, answered: pass.graded, graded: pass.graded, overrides },
    pass: { graded: pass.graded, overrides },
    fail,
  };
}
