import { describe, expect, it } from "vitest";
import { differenceInterval } from "../../src/core/difference-interval.ts";
import { jeffreysInterval } from "../../src/core/intervals.ts";

describe("differenceInterval", () => {
  it("adds the distances of the two rates as squares", () => {
    const found = differenceInterval({ count: 2, n: 20 }, { count: 9, n: 30 });
    const [before, after] = [jeffreysInterval(2, 20), jeffreysInterval(9, 30)];
    if (found === null || before.status !== "ok" || after.status !== "ok") throw new Error("no interval");
    expect(found.value).toBeCloseTo(0.2, 12);
    expect(found.low).toBeCloseTo(0.2 - Math.hypot(0.3 - after.low, before.high - 0.1), 12);
    expect(found.high).toBeCloseTo(0.2 + Math.hypot(after.high - 0.3, 0.1 - before.low), 12);
  });

  it("is mirrored when the two change places", () => {
    const there = differenceInterval({ count: 0, n: 20 }, { count: 6, n: 20 });
    const back = differenceInterval({ count: 6, n: 20 }, { count: 0, n: 20 });
    expect(back?.low).toBeCloseTo(-(there?.high ?? Number.NaN), 12);
    expect(there?.low).toBeGreaterThan(0);
  });

  it("holds nothing against a rate without data", () => {
    expect(differenceInterval({ count: 0, n: 0 }, { count: 6, n: 20 })).toBeNull();
    expect(differenceInterval({ count: 1, n: 2 }, { count: 3, n: 2 })).toBeNull();
  });

  it("stays within -1 and 1", () => {
    const { low, high } = differenceInterval({ count: 0, n: 1 }, { count: 1, n: 1 }) ?? {};
    expect(low).toBeGreaterThanOrEqual(-1);
    expect(high).toBeLessThanOrEqual(1);
  });
});
