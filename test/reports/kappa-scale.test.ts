import { describe, expect, it } from "vitest";
import {
  kappaFloor,
  overrideCeiling,
  overrideRate,
  paintBar,
  sideOf,
} from "../../src/reports/kappa-scale.ts";
import { sampleOpenRow, sampleRow } from "./sample-row.ts";

const kappa = { status: "ok", value: 0.5, low: 0.3, high: 0.7, because: null, bounds: null } as const;

describe("the scale of kappa", () => {
  it("begins at 0, or lower in steps of 0.2 where a month is below", () => {
    expect(kappaFloor([])).toBe(0);
    expect(kappaFloor([kappa])).toBe(0);
    expect(kappaFloor([kappa, { ...kappa, low: -0.05 }])).toBe(-0.2);
    expect(kappaFloor([{ ...kappa, low: -0.2 }])).toBe(-0.2);
    expect(kappaFloor([{ ...kappa, low: -0.21 }])).toBe(-0.4);
    expect(
      kappaFloor([{ ...kappa, status: "unidentified", value: null, low: null, bounds: [-0.7, 1] }]),
    ).toBe(-0.8);
    expect(kappaFloor([{ ...kappa, low: -3 }])).toBe(-1);
  });
});

describe("override rates", () => {
  it("are of the graded PASS items, and none while the month is open or ungraded", () => {
    expect(overrideRate(sampleRow())).toBeCloseTo(4 / 9);
    expect(
      overrideRate(sampleRow({ graded: { pass: 0, fail: 5, probe: 0, risk: 0 }, overrides: 0 })),
    ).toBeNull();
    expect(overrideRate(sampleOpenRow())).toBeNull();
  });

  it("have a round scale that holds them, 20% at least", () => {
    expect(overrideCeiling([])).toBe(0.2);
    expect(overrideCeiling([sampleRow()])).toBe(0.5);
    expect(overrideCeiling([sampleRow({ overrides: 9 }), sampleOpenRow()])).toBe(1);
  });
});

describe("the side of the threshold", () => {
  it("is told only where the whole interval lies on it, and painted without moving anything", () => {
    expect(sideOf({ value: 0.8, low: 0.6, high: 0.9 }, 0.6)).toBe("above");
    expect(sideOf({ value: 0.3, low: 0.1, high: 0.59 }, 0.6)).toBe("below");
    expect(sideOf(kappa, 0.6)).toBeNull();
    expect(sideOf({ value: null, low: null, high: null }, 0.6)).toBeNull();
    expect(paintBar("a  ├●┤  b", " ├●┤ ", "below")).toBe("a  \u001b[31m├●┤\u001b[0m  b");
    expect(paintBar("a  ├●┤  b", " ├●┤ ", null)).toBe("a  ├●┤  b");
  });
});
