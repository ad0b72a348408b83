import { describe, expect, it } from "vitest";
import { besideKappa } from "../../src/core/beside-kappa.ts";
import { weightedKappa } from "../../src/core/weighted-kappa.ts";
import { strata } from "../support/weighted-reference.ts";

describe("besideKappa", () => {
  it("gives every figure of a month with both strata", () => {
    const beside = besideKappa(strata([90, 9, 8], [10, 5, 0]));
    expect(beside.because).toBeNull();
    expect(beside.n).toEqual({ pass: 9, fail: 5 });
    expect(beside.raw).toBeCloseTo(0.9, 12);
    expect(beside.pabak).toBeCloseTo(0.8, 12);
    // pp .8, pf .1, fp 0, ff .1
    expect(beside.onPass).toBeCloseTo(1.6 / 1.7, 12);
    expect(beside.onFail).toBeCloseTo(0.2 / 0.3, 12);
    expect(beside.prevalenceIndex).toBeCloseTo(0.7, 12);
    expect(beside.biasIndex).toBeCloseTo(0.1, 12);
    expect(beside.prevalenceWarning).toBe(true);
    expect(beside.majority).toMatchObject({ word: "PASS" });
    expect(beside.majority?.value).toBeCloseTo(0.8, 12);
    for (const name of ["raw", "pabak", "ac1", "onPass", "onFail"] as const) {
      const [low, high] = beside.intervals[name] ?? [2, -2];
      expect(low).toBeLessThan(beside[name] ?? -2);
      expect(high).toBeGreaterThanOrEqual(beside[name] ?? 2);
    }
  });

  it("is there where kappa is not identified or says nothing", () => {
    const passOnly = strata([90, 9, 8], [0, 0, 0]);
    expect(weightedKappa(passOnly).status).toBe("unidentified");
    expect(besideKappa(passOnly)).toMatchObject({ because: null, n: { pass: 9, fail: 0 } });
    expect(besideKappa(passOnly).raw).toBeCloseTo(8 / 9, 12);
    const constant = strata([90, 9, 9], [10, 5, 5]);
    expect(weightedKappa(constant).because).toBe("founder-constant");
    expect(besideKappa(constant)).toMatchObject({ because: null, onFail: 0 });
    expect(besideKappa(constant).raw).toBeCloseTo(0.9, 12);
  });

  it("says which word nobody gave, and why there is nothing", () => {
    const clean = besideKappa(strata([90, 9, 9], [0, 0, 0]));
    expect(clean).toMatchObject({ because: "no-such-agreement", raw: 1, onFail: null });
    expect(clean.intervals.onFail).toBeNull();
    const ungraded = besideKappa(strata([90, 9, 9], [10, 0, 0]));
    expect(ungraded).toMatchObject({ because: "ungraded-stratum", n: { pass: 9, fail: 0 }, raw: null });
    expect(ungraded).toMatchObject({ majority: null, prevalenceWarning: null, intervals: { raw: null } });
    expect(besideKappa(strata([90, 0, 0], [10, 0, 0])).because).toBe("no-data");
    expect(besideKappa(strata([5, 6, 6], [10, 5, 0])).because).toBe("invalid-input");
  });
});
