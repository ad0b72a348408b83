import { expect, it } from "vitest";
import { isDeeperThan } from "../../src/core/json-depth.ts";

it.each([
  ["[[[1]]]", 3, false],
  ["[[[1]]]", 2, true],
  ['{"a":{"b":[]}}', 3, false],
  ['{"a":{"b":[]}}', 2, true],
  ["[] [] [] []", 1, false],
  ['["[[[[", "{{{{"]', 1, false],
  ['["\\"[[[[", 1]', 1, false],
  ['["\\\\", [[1]]]', 2, true],
  ["]]]][", 0, false],
  ["", 0, false],
])("%s is deeper than %i: %s", (text, levels, expected) => {
  expect(isDeeperThan(text, levels)).toBe(expected);
});

it("reads a large text in no time", () => {
  const begun = performance.now();
  expect(isDeeperThan("[]".repeat(4_000_000), 1)).toBe(false);
  expect(isDeeperThan("[".repeat(8_000_000), 64)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(20_000);
});
