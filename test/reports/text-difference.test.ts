import { expect, it } from "vitest";
import { textDifference } from "../../src/reports/text-difference.ts";

it.each([
  ["a\nb\nc\n", "a\nc\n", ["- b"]],
  ["a\nc\n", "a\nb\nc\n", ["+ b"]],
  ["a\nb\nc\n", "a\nx\nc\n", ["- b", "+ x"]],
  ["", "a\n\nb\n", ["+ a", "+ ", "+ b"]],
  ["a\n", "a\n", []],
  ["one\ntwo\nthree\nfour\n", "zero\ntwo\nfour\nfive\n", ["- one", "+ zero", "- three", "+ five"]],
])("shows what differs, and no more", (before, after, lines) => {
  expect(textDifference(before, after)).toEqual(lines);
});
