import { describe, expect, it } from "vitest";
import type { MonthEvidence, Pool } from "../../src/core/decision.ts";
import { addMonth, discountPool, emptyPool, strataOfPool } from "../../src/core/pool.ts";

const month: MonthEvidence = {
  period: "2026-05",
  epoch: "e1",
  frame: { pass: 90, fail: 10 },
  base: { sampled: 9, answered: 9, graded: 9, overrides: 1 },
  pass: { graded: 27, overrides: 2 },
  fail: { graded: 5, founderPass: 3 },
};
const pool: Pool = {
  passSize: 90,
  passGraded: 27,
  overrides: 2,
  failSize: 10,
  failGraded: 5,
  founderPassInFail: 3,
};

describe("addMonth", () => {
  it("adds sizes and all grades, base and top-up", () => {
    expect(addMonth(emptyPool, month)).toEqual(pool);
    expect(addMonth(pool, month)).toEqual({
      passSize: 180,
      passGraded: 54,
      overrides: 4,
      failSize: 20,
      failGraded: 10,
      founderPassInFail: 6,
    });
  });
});

describe("discountPool", () => {
  it("weighs every sum by the discount of each calendar month", () => {
    expect(discountPool(pool, 0.5, 2)).toEqual({
      passSize: 22.5,
      passGraded: 6.75,
      overrides: 0.5,
      failSize: 2.5,
      failGraded: 1.25,
      founderPassInFail: 0.75,
    });
    expect(discountPool(pool, 0.75, 0)).toEqual(pool);
  });

  it("never lets evidence grow, and drops what has worn away", () => {
    expect(discountPool(pool, 0.75, -3)).toEqual(pool);
    expect(discountPool(pool, 0.75, 1200)).toEqual(emptyPool);
    expect(discountPool(pool, 0, 1)).toEqual(emptyPool);
    expect(discountPool(pool, 0.1, 12).overrides).toBeGreaterThan(0);
  });
});

describe("strataOfPool", () => {
  it("turns overrides into what the founder passed", () => {
    expect(strataOfPool(pool)).toEqual({
      pass: { size: 90, graded: 27, founderPass: 25 },
      fail: { size: 10, graded: 5, founderPass: 3 },
    });
  });

  it("never has more or less than was graded, whatever the last digit says", () => {
    const rounded = strataOfPool({ ...pool, overrides: 27 + 1e-14, founderPassInFail: 5 + 1e-14 });
    expect(rounded.pass.founderPass).toBe(0);
    expect(rounded.fail.founderPass).toBe(5);
  });
});
