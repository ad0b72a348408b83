import { expect, it } from "vitest";
import { displayWidth } from "../../src/reports/display-width.ts";

it.each([
  ["abc", 3],
  ["日本", 4],
  ["ｆ", 2],
  ["e\u0301", 1],
  ["👩‍👩‍👧", 2],
  ["🇩🇪", 2],
  ["1\ufe0f\u20e3", 2],
  ["❤\ufe0f", 2],
  ["✔", 1],
  ["\u200d", 0],
  ["–·", 2],
  ["", 0],
  ["\u001b[1;31mred\u001b[0m", 3],
])("%s takes %i columns", (line, columns) => {
  expect(displayWidth(line)).toBe(columns);
});
