import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Retry } from "../../src/grading-page/retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it("waits twice as long each time, ten seconds at most, and a second again once somebody answered", () => {
  const tried: number[] = [];
  const begin = Date.now();
  const retry = new Retry(() => {
    tried.push(Date.now() - begin);
    if (tried.length < 6) retry.later();
  });
  expect(retry.hasFailed).toBe(false);
  retry.later();
  expect(retry.hasFailed).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(tried).toEqual([1_000, 3_000, 7_000, 15_000, 25_000, 35_000]);
  retry.answered();
  expect(retry.hasFailed).toBe(false);
  retry.later();
  vi.advanceTimersByTime(1_000);
  expect(tried).toHaveLength(7);
});

it("tries once where it was asked to twice, and not at all once it is called off", () => {
  const again = vi.fn<() => void>();
  const retry = new Retry(again);
  retry.later();
  retry.later();
  vi.advanceTimersByTime(60_000);
  expect(again).toHaveBeenCalledTimes(1);
  retry.later();
  retry.cancel();
  vi.advanceTimersByTime(60_000);
  expect(again).toHaveBeenCalledTimes(1);
});
