import { describe, expect, it } from "vitest";
import { createGenerator, xoshiro128 } from "../../../src/core/simulation/generator.ts";

describe("xoshiro128", () => {
  it("gives the first ten words of the reference implementation (prng.di.unimi.it/xoshiro128plusplus.c)", () => {
    const next = xoshiro128([1, 2, 3, 4]);
    expect(Array.from({ length: 10 }, () => next())).toEqual([
      641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011,
      621204420,
    ]);
  });
});

function firstOf(seed: number): readonly number[] {
  const next = createGenerator(seed);
  return Array.from({ length: 5 }, () => next());
}

describe("createGenerator", () => {
  it("repeats itself for a seed, and for no other", () => {
    expect(firstOf(7)).toEqual(firstOf(7));
    expect(firstOf(7)).not.toEqual(firstOf(8));
    expect(new Set([0, 1, 2, 3].map((seed) => firstOf(seed)[0])).size).toBe(4);
  });

  it("is uniform in [0, 1)", () => {
    const next = createGenerator(1);
    const tenths = Array.from({ length: 10 }, () => 0);
    let outside = 0;
    for (let i = 0; i < 100_000; i += 1) {
      const value = next();
      if (!(value >= 0 && value < 1)) outside += 1;
      const tenth = Math.floor(value * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(outside).toBe(0);
    const chi = tenths.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    // 27.9 is the 99.9% point of chi-squared with 9 degrees of freedom.
    expect(chi).toBeLessThan(27.9);
  });
});
