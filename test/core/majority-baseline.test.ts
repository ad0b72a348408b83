import { expect, it } from "vitest";
import { majorityBaseline } from "../../src/core/majority-baseline.ts";
import { truePassRate } from "../../src/core/true-pass-rate.ts";
import { strata } from "../support/weighted-reference.ts";

function baselineOf(value: number, low: number, high: number) {
  return majorityBaseline({ status: "ok", value, low, high, because: null });
}

it("is what always saying the founder's commoner word would reach, with the image of the interval", () => {
  expect(baselineOf(0.8, 0.6, 0.9)).toEqual({ word: "PASS", value: 0.8, low: 0.6, high: 0.9 });
  expect(baselineOf(0.25, 0.125, 0.375)).toEqual({ word: "FAIL", value: 0.75, low: 0.625, high: 0.875 });
  expect(baselineOf(0.5, 0.25, 0.625)).toEqual({ word: "PASS", value: 0.5, low: 0.5, high: 0.75 });
  expect(baselineOf(0.625, 0.125, 0.75)).toMatchObject({ word: "PASS", low: 0.5, high: 0.875 });
});

it("is null where the true PASS rate is not to be had", () => {
  expect(majorityBaseline(truePassRate(strata([9, 0, 0], [1, 0, 0])))).toBeNull();
});
