import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MonthEvidence } from "../../src/core/decision.ts";
import { decide } from "../../src/core/decision.ts";
import { decideWindows } from "../../src/core/decide-windows.ts";
import { addMonths } from "../../src/core/month.ts";
import { defaultDecision } from "../../src/core/policy.ts";

const counts = fc.record({ size: fc.nat(90), graded: fc.nat(9), other: fc.nat(9) });
const months = fc
  .array(fc.tuple(fc.constantFrom("e1", "e1", "e2", null), counts, counts), { minLength: 1, maxLength: 12 })
  .map((drawn) =>
    drawn.map(([epoch, pass, fail], index): MonthEvidence => {
      const overrides = Math.min(pass.other, pass.graded);
      return {
        period: addMonths("2026-01", index),
        epoch,
        frame: { pass: pass.size + pass.graded, fail: fail.size + fail.graded },
        base: { sampled: pass.graded, answered: pass.graded, graded: pass.graded, overrides },
        pass: { graded: pass.graded, overrides },
        fail: { graded: fail.graded, founderPass: Math.min(fail.other, fail.graded) },
      };
    }),
  );

describe("decideWindows", () => {
  it("says of each window what it says of that window alone, whichever was asked before", () => {
    const asked = months.chain((all) =>
      fc.array(fc.subarray(all, { minLength: 1 }), { minLength: 1, maxLength: 8 }),
    );
    fc.assert(
      fc.property(asked, (windows) => {
        const stepOf = decideWindows(defaultDecision);
        expect(windows.map(stepOf)).toEqual(
          windows.map((window) => decide({ months: window, policy: defaultDecision })),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("decides a month once where the windows grow", () => {
    fc.assert(
      fc.property(months, (all) => {
        let looked = 0;
        const watched = all.map(
          (month): MonthEvidence => ({
            ...month,
            get frame() {
              looked += 1;
              return month.frame;
            },
          }),
        );
        const once = decideWindows(defaultDecision);
        once(watched);
        const inOneGo = looked;
        looked = 0;
        const stepOf = decideWindows(defaultDecision);
        watched.forEach((_, index) => stepOf(watched.slice(0, index + 1)));
        expect(looked).toBe(inOneGo);
      }),
      { numRuns: 20 },
    );
  });

  it("has no step for a window without months", () => {
    expect(decideWindows(defaultDecision)([])).toBeNull();
  });
});
