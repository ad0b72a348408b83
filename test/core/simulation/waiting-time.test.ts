import { describe, expect, it } from "vitest";
import { detectionOf, shareOf } from "../../../src/core/simulation/waiting-time.ts";

describe("detectionOf", () => {
  it("reads median, 90% and shares off exact probabilities", () => {
    const detection = detectionOf(0.15, [0.2, 0.3, 0.3, 0.15, 0.05], null);
    expect(detection.median).toEqual({ kind: "months", months: 2 });
    expect(detection.p90).toEqual({ kind: "months", months: 4 });
    expect(detection.medianBand).toEqual([detection.median, detection.median]);
    expect(detection.within3.value).toBeCloseTo(0.8, 12);
    expect(detection.within3.standardError).toBeNull();
    expect(detection.within4.value).toBeCloseTo(0.95, 12);
  });

  it("invents no month for what was not seen within the horizon", () => {
    const { median, p90, within3 } = detectionOf(0.15, [1, 1], 10);
    expect(median).toEqual({ kind: "beyond", months: 2 });
    expect(p90).toEqual({ kind: "beyond", months: 2 });
    expect(within3.value).toBe(0.2);
  });

  it("shows where one standard error would move the median", () => {
    // 49 of 100 by month 1: half lies within one standard error (5) on both sides.
    expect(detectionOf(0.15, [49, 51], 100).medianBand).toEqual([
      { kind: "months", months: 1 },
      { kind: "months", months: 2 },
    ]);
  });
});

describe("shareOf", () => {
  it("has the binomial standard error, and never none where something was drawn", () => {
    expect(shareOf(0.2, 400).standardError).toBeCloseTo(0.02, 12);
    expect(shareOf(0, 400).standardError).toBeGreaterThan(0.001);
    expect(shareOf(1, 400).standardError).toBeGreaterThan(0.001);
    expect(shareOf(0.2, null)).toEqual({ value: 0.2, standardError: null });
  });
});
