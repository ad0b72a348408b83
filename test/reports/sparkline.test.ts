import { array, assert, double, option, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../src/reports/display-width.ts";
import { sparkline } from "../../src/reports/sparkline.ts";

const scale = { low: 0, high: 1 };

describe("sparkline", () => {
  it("goes from the lowest step to the highest", () => {
    expect(sparkline([0, 0.5, 1], scale)).toBe("▁▅█");
    expect(sparkline([0, 1 / 7, 2 / 7, 3 / 7, 4 / 7, 5 / 7, 6 / 7, 1], scale)).toBe("▁▂▃▄▅▆▇█");
  });

  it("has a gap where there is no value, which is not what 0 looks like", () => {
    expect(sparkline([0, null, Number.NaN, 1], scale)).toBe("▁··█");
    expect(sparkline([null], scale)).not.toBe(sparkline([0], scale));
  });

  it("draws what lies beyond the scale at its end", () => {
    expect(sparkline([-0.3, Number.NEGATIVE_INFINITY, 1.4, Number.POSITIVE_INFINITY], scale)).toBe("▁▁██");
  });

  it("is one column a month, whatever the numbers, and rises with them", () => {
    const value = option(double(), { nil: null });
    assert(
      property(array(value), double(), double(), (values, low, high) => {
        const line = sparkline(values, { low, high });
        expect(displayWidth(line)).toBe(values.length);
        expect(line).toMatch(/^[▁▂▃▄▅▆▇█·]*$/u);
      }),
      { numRuns: 200 },
    );
    const share = double({ min: 0, max: 1, noNaN: true });
    assert(
      property(share, share, (one, other) => {
        const [a = "", b = ""] = sparkline([Math.min(one, other), Math.max(one, other)], scale);
        expect(a <= b).toBe(true);
      }),
    );
  });
});
