import type { MonthEvidence, Pool } from "./decision.ts";
import type { Strata } from "./weighted-kappa.ts";

export const emptyPool: Pool = {
  passSize: 0,
  passGraded: 0,
  overrides: 0,
  failSize: 0,
  failGraded: 0,
  founderPassInFail: 0,
};

/**
 * An epoch's sums after so many more calendar months: each month weighs `discount` of the next, graded or not.
 * What has sunk below a trillionth of an item is dropped: it is no evidence, and products of it would vanish.
 */
export function discountPool(pool: Pool, discount: number, months: number): Pool {
  const factor = discount ** Math.max(0, months);
  const worn = (sum: number): number => (sum * factor < 1e-12 ? 0 : sum * factor);
  return {
    passSize: worn(pool.passSize),
    passGraded: worn(pool.passGraded),
    overrides: worn(pool.overrides),
    failSize: worn(pool.failSize),
    failGraded: worn(pool.failGraded),
    founderPassInFail: worn(pool.founderPassInFail),
  };
}

/** The sums with one more month of the same epoch, base and top-up grades alike. A month without grades adds its sizes. */
export function addMonth(pool: Pool, month: MonthEvidence): Pool {
  return {
    passSize: pool.passSize + month.frame.pass,
    passGraded: pool.passGraded + month.pass.graded,
    overrides: pool.overrides + month.pass.overrides,
    failSize: pool.failSize + month.frame.fail,
    failGraded: pool.failGraded + month.fail.graded,
    founderPassInFail: pool.founderPassInFail + month.fail.founderPass,
  };
}

/** The pool as the two strata of a weighted kappa. */
export function strataOfPool(pool: Pool): Strata {
  return {
    pass: {
      size: pool.passSize,
      graded: pool.passGraded,
      // Discounted sums of the same months may differ in the last digit.
      founderPass: Math.max(0, pool.passGraded - pool.overrides),
    },
    fail: {
      size: pool.failSize,
      graded: pool.failGraded,
      founderPass: Math.min(pool.failGraded, pool.founderPassInFail),
    },
  };
}
