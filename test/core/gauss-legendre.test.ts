import { describe, expect, it } from "vitest";
import { gaussLegendre } from "../../src/core/gauss-legendre.ts";

describe("gaussLegendre", () => {
  it("has the known nodes of two and three points", () => {
    const two = gaussLegendre(2);
    expect(two.map(({ x }) => x)).toEqual([
      expect.closeTo(-1 / Math.sqrt(3), 15),
      expect.closeTo(1 / Math.sqrt(3), 15),
    ]);
    expect(two.map(({ weight }) => weight)).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)]);
    const three = gaussLegendre(3);
    expect(three.map(({ x }) => x)).toEqual([
      expect.closeTo(-Math.sqrt(0.6), 15),
      expect.closeTo(0, 15),
      expect.closeTo(Math.sqrt(0.6), 15),
    ]);
    expect(three.map(({ weight }) => weight * 9)).toEqual(
      [5, 8, 5].map((weight) => expect.closeTo(weight, 13)),
    );
  });

  it("integrates every even power up to 126 exactly with 64 nodes, and the odd ones to 0", () => {
    const nodes = gaussLegendre(64);
    expect(nodes).toHaveLength(64);
    for (let power = 0; power <= 127; power++) {
      const sum = nodes.reduce((total, { x, weight }) => total + weight * x ** power, 0);
      expect(Math.abs(sum - (power % 2 === 0 ? 2 / (power + 1) : 0))).toBeLessThan(1e-13);
    }
  });
});
