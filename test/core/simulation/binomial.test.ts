import { describe, expect, it } from "vitest";
import { binomialProbabilities, drawBinomial, drawRate } from "../../../src/core/simulation/binomial.ts";
import { createGenerator } from "../../../src/core/simulation/generator.ts";

function momentsOf(draw: () => number, count: number): { readonly mean: number; readonly variance: number } {
  const values = Array.from({ length: count }, draw);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1) };
}

describe("binomialProbabilities", () => {
  it("agrees with R dbinom", () => {
    // R: dbinom(0:3, 9, 0.02), dbinom(2, 10, 0.3)
    const nine = binomialProbabilities(9, 0.02, 0);
    expect(nine).toHaveLength(10);
    expect(nine[0]).toBeCloseTo(0.98 ** 9, 13);
    expect(nine[1]).toBeCloseTo(9 * 0.02 * 0.98 ** 8, 13);
    expect(binomialProbabilities(10, 0.3, 0)[2]).toBeCloseTo(0.2334744405, 10);
  });

  it("gives a certain rate its one count", () => {
    expect(binomialProbabilities(2, 0, 0.1)).toEqual([1, 0, 0]);
    expect(binomialProbabilities(2, 1, 0)).toEqual([0, 0, 1]);
    expect(binomialProbabilities(0, 0.5, 0.1)[0]).toBeCloseTo(1, 13);
  });

  it("has the mean of the rate and, where it swings, the variance of a beta-binomial", () => {
    const [n, rate, swing] = [20, 0.05, 0.03];
    const chances = binomialProbabilities(n, rate, swing);
    const total = chances.reduce((sum, p) => sum + p, 0);
    const mean = chances.reduce((sum, p, x) => sum + p * x, 0);
    const variance = chances.reduce((sum, p, x) => sum + p * (x - mean) ** 2, 0);
    expect(total).toBeCloseTo(1, 12);
    expect(mean).toBeCloseTo(n * rate, 12);
    expect(variance).toBeCloseTo(n * rate * (1 - rate) * (1 + (n - 1) * swing), 12);
  });
});

describe("drawBinomial", () => {
  it("follows the probabilities of a small sample", () => {
    const random = createGenerator(3);
    const draws = 40_000;
    const counts = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < draws; i += 1) {
      const x = drawBinomial(9, 0.15, random);
      counts[x] = (counts[x] ?? 0) + 1;
    }
    for (const [x, p] of binomialProbabilities(9, 0.15, 0).entries()) {
      const error = Math.sqrt((p * (1 - p)) / draws);
      expect(Math.abs((counts[x] ?? 0) / draws - p)).toBeLessThanOrEqual(4 * error + 1e-4);
    }
  });

  it.each([
    [5000, 0.3],
    [5000, 0.85],
    [1000, 0.999],
  ])("has mean and variance of %i trials at %d, where the walk is split or turned round", (n, p) => {
    const random = createGenerator(5);
    const { mean, variance } = momentsOf(() => drawBinomial(n, p, random), 4000);
    expect(Math.abs(mean - n * p)).toBeLessThan(4 * Math.sqrt((n * p * (1 - p)) / 4000));
    expect(variance / (n * p * (1 - p))).toBeGreaterThan(0.9);
    expect(variance / (n * p * (1 - p))).toBeLessThan(1.1);
  });

  it("knows what cannot be otherwise", () => {
    const random = createGenerator(1);
    expect([drawBinomial(0, 0.5, random), drawBinomial(9, 0, random), drawBinomial(9, 1, random)]).toEqual([
      0, 0, 9,
    ]);
  });
});

describe("drawRate", () => {
  it("is the rate itself without a swing", () => {
    expect(drawRate(0.05, 0, createGenerator(1))).toBe(0.05);
  });

  it.each([
    [0.05, 0.03],
    [0.02, 0.2],
    [0.5, 0.01],
  ])("swings around %d by the correlation %d", (rate, swing) => {
    const random = createGenerator(9);
    const { mean, variance } = momentsOf(() => drawRate(rate, swing, random), 40_000);
    const expected = rate * (1 - rate) * swing;
    expect(Math.abs(mean - rate)).toBeLessThan(4 * Math.sqrt(expected / 40_000));
    expect(variance / expected).toBeGreaterThan(0.9);
    expect(variance / expected).toBeLessThan(1.1);
  });
});
