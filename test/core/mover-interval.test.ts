import { describe, expect, it } from "vitest";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import { moverInterval, moveRate } from "../../src/core/mover-interval.ts";

describe("moverInterval", () => {
  it("is the rate's own interval where there is one rate, and adds distances as squares where there are more", () => {
    expect(moverInterval(0.8, [{ down: 0.6, up: 0.9 }], [0, 1])).toEqual({ low: 0.6, high: 0.9 });
    const both = moverInterval(
      0.5,
      [
        { down: 0.2, up: 0.53 },
        { down: 0.1, up: 0.54 },
      ],
      [0, 1],
    );
    expect(both.low).toBeCloseTo(0, 12);
    expect(both.high).toBeCloseTo(0.55, 12);
  });

  it("stays within its range, also where a rate's end says nothing", () => {
    expect(moverInterval(0.5, [{ down: -3, up: 4 }], [-1, 1])).toEqual({ low: -1, high: 1 });
    expect(
      moverInterval(0.5, [{ down: Number.NEGATIVE_INFINITY, up: Number.POSITIVE_INFINITY }], [0, 1]),
    ).toEqual({
      low: 0,
      high: 1,
    });
  });
});

describe("moveRate", () => {
  it("takes the ends of the Jeffreys interval, the other way round for a rate that lowers the measure", () => {
    const interval = jeffreysInterval(3, 8);
    const rate = { count: 3, n: 8 };
    expect(moveRate(rate, "raises", 0.95, (share) => share)).toEqual([
      { down: interval.low, up: interval.high },
    ]);
    expect(moveRate(rate, "lowers", 0.95, (share) => share)).toEqual([
      { down: interval.high, up: interval.low },
    ]);
    expect(moveRate({ count: 0, n: 0 }, "raises", 0.95, (share) => share)).toEqual([]);
  });
});
