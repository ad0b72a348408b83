import { assert, double, integer, nat, option, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../src/reports/display-width.ts";
import { barScale, intervalBar } from "../../src/reports/interval-bar.ts";

const scale = { from: 0, to: 1, width: 11, mark: 0.6 };

describe("intervalBar", () => {
  it("has the value, the ends of the interval and the mark where they stand", () => {
    expect(intervalBar({ value: 0.5, low: 0.2, high: 0.8 }, scale)).toBe("  ├──●┼─┤  ");
    expect(intervalBar({ value: 0.3, low: 0.1, high: 0.5 }, scale)).toBe(" ├─●─┤┊    ");
    expect(intervalBar({ value: 0.5, low: 0.2, high: 0.8 }, { from: 0, to: 1, width: 11 })).toBe(
      "  ├──●──┤  ",
    );
  });

  it("is dashed without a value, and nothing but the mark without any number", () => {
    expect(intervalBar({ value: null, low: 0.2, high: 0.8 }, scale)).toBe("  ├╌╌╌┼╌┤  ");
    expect(intervalBar({ value: null, low: null, high: null }, scale)).toBe("      ┊    ");
    expect(intervalBar({ value: 0.3, low: null, high: null }, scale)).toBe("   ●  ┊    ");
  });

  it("says by an arrow that an interval goes on beyond the scale", () => {
    expect(intervalBar({ value: 0.3, low: -0.4, high: 1.2 }, scale)).toBe("‹──●──┼───›");
  });

  it("is as wide as it was asked to be, whatever the numbers are, and never holds NaN", () => {
    const number = option(double(), { nil: null });
    assert(
      property(
        record({ value: number, low: number, high: number }),
        record({ from: double(), to: double(), width: nat(120), mark: number }),
        (drawn, on) => {
          for (const line of [intervalBar(drawn, on), barScale(on)]) {
            expect(displayWidth(line)).toBe(on.width);
            expect(line).not.toContain("NaN");
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("has the point between its ends", () => {
    const share = double({ min: 0, max: 1, noNaN: true });
    assert(
      property(share, share, share, integer({ min: 8, max: 80 }), (one, two, three, width) => {
        const [low = 0, value = 0, high = 0] = [one, two, three].toSorted((a, b) => a - b);
        const bar = intervalBar({ value, low, high }, { from: 0, to: 1, width });
        expect(bar).toMatch(/^ *(├─*)?●(─*┤)? *$/u);
      }),
    );
  });
});

describe("barScale", () => {
  it("has the ends and the mark as numbers above their columns", () => {
    const line = barScale({ from: 0, to: 1, width: 21, mark: 0.6 });
    expect(line).toBe("0          0.6      1");
    expect(barScale({ from: -0.2, to: 1, width: 25, mark: 0.6 })).toMatch(/^-0\.2 +0\.6 +1$/);
  });

  it("leaves out the mark where it has no room", () => {
    expect(barScale({ from: 0, to: 1, width: 4, mark: 0.6 })).toBe("0  1");
  });
});
