import { expect, it } from "vitest";
import { groupBy } from "../../src/core/group-by.ts";

it("keeps the order of the members in each group, and of the groups by their first members", () => {
  const groups = groupBy([5, 2, 3, 8, 1], (n) => n % 2 === 0);
  expect([...groups]).toEqual([
    [false, [5, 3, 1]],
    [true, [2, 8]],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
