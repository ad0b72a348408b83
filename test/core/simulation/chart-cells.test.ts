import { describe, expect, it } from "vitest";
import { nextCusum } from "../../../src/core/cusum.ts";
import { blocksOf, mergedCusum } from "../../../src/core/simulation/chart-cells.ts";

const chart = { from: 0.05, to: 0.2, alarm: 4 };

describe("mergedCusum", () => {
  const values = Array.from({ length: 200_001 }, (_, index) => index / 20);

  it("makes few values of many, each on its side of the alarm", () => {
    for (const graded of [51, 500, 10_000]) {
      const merged = values.map((value) => mergedCusum(value, graded, chart));
      expect(new Set(merged).size).toBeLessThanOrEqual(601);
      expect(values.filter((value, index) => value >= 4 !== (merged[index] ?? 0) >= 4)).toEqual([]);
      expect(merged).toEqual(merged.toSorted((one, other) => one - other));
    }
  });

  it("moves a value below the alarm by at most 1/800 of it, but for those next to the alarm", () => {
    for (const value of [0, 0.0049, 1.2345, 3.98]) {
      expect(Math.abs(mergedCusum(value, 500, chart) - value)).toBeLessThanOrEqual(4 / 800 + 1e-12);
    }
    expect(mergedCusum(3.9999, 500, chart)).toBeCloseTo(3.99, 10);
  });

  it("holds all values alike that years without an override would not bring down", () => {
    const out = mergedCusum(1e6, 500, chart);
    expect(mergedCusum(1e7, 500, chart)).toBe(out);
    let value = out;
    for (let month = 0; month < 35; month += 1)
      value = nextCusum(value, { graded: 500, overrides: 0 }, chart);
    expect(value).toBeGreaterThanOrEqual(4);
  });

  it("has a chart without an alarm to reach", () => {
    expect(mergedCusum(0, 500, { ...chart, alarm: 0 })).toBe(0);
  });
});

describe("blocksOf", () => {
  it("covers every number of overrides once, one by one in a small sample", () => {
    for (const graded of [0, 1, 50, 51, 300, 10_000]) {
      const blocks = blocksOf(graded, chart);
      expect(blocks.flatMap(({ from, to }) => (from <= to ? [from] : []))[0]).toBe(0);
      expect(blocks.at(-1)?.to).toBe(graded);
      expect(blocks.slice(1).map(({ from }) => from)).toEqual(blocks.slice(0, -1).map(({ to }) => to + 1));
      expect(blocks.length).toBeLessThanOrEqual(Math.min(graded + 1, 256 + 20));
      expect(blocks.slice(0, 2).map(({ overrides }) => overrides)).toEqual(graded === 0 ? [0] : [0, 1]);
    }
    expect(blocksOf(50, chart)).toHaveLength(51);
  });

  it("leaves no doubt whether a block alarms, from wherever the chart is below the alarm", () => {
    for (const before of [0, 1.7, 3.99]) {
      const alarms = (overrides: number): boolean =>
        nextCusum(before, { graded: 10_000, overrides }, chart) >= 4;
      expect(blocksOf(10_000, chart).filter(({ from, to }) => alarms(from) !== alarms(to))).toEqual([]);
    }
  });
});
