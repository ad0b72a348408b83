import { describe, expect, it } from "vitest";
import { neededGrades, splitBatch } from "../../src/core/needed-grades.ts";
import { probabilityKappaBelow } from "../../src/core/posterior.ts";
import type { Strata } from "../../src/core/weighted-kappa.ts";

const ungraded = (pass: number, fail: number): Strata => ({
  pass: { size: pass, graded: 0, founderPass: 0 },
  fail: { size: fail, graded: 0, founderPass: 0 },
});
const gate = { kappaThreshold: 0.6, bar: 0.1 };

describe("neededGrades", () => {
  it.each([
    [50, 50],
    [80, 20],
    [90, 10],
    [95, 5],
  ])("is the fewest that do, frame %i + %i", (pass, fail) => {
    const needed = neededGrades({ ...gate, strata: ungraded(pass, fail) });
    if (needed === null) throw new Error("no number does");
    const p = (gradedPass: number, gradedFail: number): number =>
      probabilityKappaBelow(
        {
          pass: { size: pass * 100, graded: gradedPass, founderPass: gradedPass },
          fail: { size: fail * 100, graded: gradedFail, founderPass: 0 },
        },
        0.6,
      ).value ?? 1;
    const total = needed.pass + needed.fail;
    expect(p(needed.pass, needed.fail)).toBeLessThanOrEqual(0.1);
    for (let some = 1; some < total - 1; some += 1) {
      expect(p(some, total - 1 - some)).toBeGreaterThan(0.1);
    }
    // As many of each as the reference says (statistics, e): 5, 7, 12 and 22. Never more than these together.
    const each = { 50: 5, 80: 7, 90: 12, 95: 22 }[pass] ?? 0;
    expect(p(each, each)).toBeLessThanOrEqual(0.1);
    expect(total).toBeLessThanOrEqual(2 * each);
  });

  it("asks for nothing where enough is graded, and for more after an override", () => {
    const clean = {
      pass: { size: 90, graded: 20, founderPass: 20 },
      fail: { size: 10, graded: 8, founderPass: 0 },
    };
    expect(neededGrades({ ...gate, strata: clean })).toEqual({ pass: 0, fail: 0 });
    const one = { ...clean, pass: { ...clean.pass, founderPass: 19 } };
    expect(neededGrades({ ...gate, strata: one })?.pass).toBeGreaterThan(5);
  });

  it("is never a batch of one stratum alone, and a batch of that size is enough", () => {
    for (const founderPass of [14, 18, 20, 25]) {
      const strata = {
        pass: { size: 90, graded: 25, founderPass },
        fail: { size: 10, graded: 9, founderPass: 0 },
      };
      const needed = neededGrades({ ...gate, strata });
      if (needed === null) throw new Error("no number does");
      const total = needed.pass + needed.fail;
      expect(total <= 1 || Math.min(needed.pass, needed.fail) >= 1).toBe(true);
      const split = splitBatch({ strata, kappaThreshold: 0.6 }, total, { pass: 400, fail: 400 });
      const after = {
        pass: { size: 90_000, graded: 25 + split.pass, founderPass: founderPass + split.pass },
        fail: { size: 10_000, graded: 9 + split.fail, founderPass: 0 },
      };
      expect(probabilityKappaBelow(after, 0.6).value).toBeLessThanOrEqual(0.1);
    }
  });

  it("knows no number where a stratum has no verdicts, or where none is enough", () => {
    expect(neededGrades({ ...gate, strata: ungraded(90, 0) })).toBeNull();
    expect(neededGrades({ ...gate, strata: ungraded(0, 9) })).toBeNull();
    const hopeless = {
      pass: { size: 90, graded: 400, founderPass: 200 },
      fail: { size: 10, graded: 400, founderPass: 300 },
    };
    expect(neededGrades({ ...gate, strata: hopeless })).toBeNull();
  });
});

describe("splitBatch", () => {
  it("gives each stratum its share, and at least one where there is room", () => {
    const split = splitBatch({ strata: ungraded(90, 10), kappaThreshold: 0.6 }, 20, { pass: 90, fail: 10 });
    expect(split.pass + split.fail).toBe(20);
    expect(split.fail).toBeGreaterThanOrEqual(3);
    expect(split.pass).toBeGreaterThan(split.fail);
    expect(splitBatch({ strata: ungraded(90, 10), kappaThreshold: 0.6 }, 2, { pass: 9, fail: 9 })).toEqual({
      pass: 1,
      fail: 1,
    });
  });

  it("takes what is left and no more", () => {
    const input = { strata: ungraded(90, 10), kappaThreshold: 0.6 };
    expect(splitBatch(input, 20, { pass: 3, fail: 1 })).toEqual({ pass: 3, fail: 1 });
    expect(splitBatch(input, 1, { pass: 0, fail: 4 })).toEqual({ pass: 0, fail: 1 });
    expect(splitBatch(input, 5, { pass: 9, fail: 0 })).toEqual({ pass: 5, fail: 0 });
  });
});
