import { describe, expect, it } from "vitest";
import {
  countOf,
  showCount,
  showInterval,
  showNumber,
  showPercent,
  showProbability,
} from "../../src/reports/numbers.ts";

describe("showNumber", () => {
  it("rounds, never shows minus zero, and shows a dash for nothing", () => {
    expect(showNumber(0.68749, 3)).toBe("0.687");
    expect(showNumber(-0.0001, 2)).toBe("0.00");
    expect(showNumber(null, 2)).toBe("–");
    expect(showNumber(Number.NaN, 2)).toBe("–");
  });
});

describe("showCount", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [123_456, "123,456"],
    [1_234_567.4, "1,234,567"],
    [-1234, "-1,234"],
  ])("shows %d as %s", (value, shown) => {
    expect(showCount(value)).toBe(shown);
  });
});

describe("showProbability", () => {
  it.each([
    [0.9962, 0.99, "0.996"],
    [0.98996, 0.99, "0.98996"],
    [0.99, 0.99, "0.990"],
    [0.89951, 0.9, "0.8995"],
    [0.99996, null, "0.99996"],
    [0.99999999, null, "> 0.999999"],
    [1e-9, null, "< 0.000001"],
    [0.0002, null, "0.0002"],
    [1, null, "1.000"],
    [0, null, "0.000"],
    [null, 0.9, "–"],
  ])("%s against %s is %s", (value, bar, expected) => {
    expect(showProbability(value, bar)).toBe(expected);
  });
});

it("shows percentages, intervals and counts", () => {
  expect(showPercent(0.125)).toBe("12.5%");
  expect(showPercent(null)).toBe("–");
  expect(showInterval(-0.1, 0.7)).toBe("[-0.100, 0.700]");
  expect(showInterval(null, 0.7)).toBe("");
  expect(countOf(1, "axis", "axes")).toBe("1 axis");
  expect(countOf(2, "axis", "axes")).toBe("2 axes");
});
