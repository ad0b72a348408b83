import { expect, it } from "vitest";
import { keepAnswers } from "../../src/core/keep-answers.ts";

it("finds each answer once, also one that says that there is none, until it is full and begins anew", () => {
  const found: string[] = [];
  const known = keepAnswers<string | null>(2);
  const ask = (key: string): string | null =>
    known(key, () => {
      found.push(key);
      return key === "none" ? null : key.toUpperCase();
    });
  expect(["a", "none", "a", "none"].map(ask)).toEqual(["A", null, "A", null]);
  expect(found).toEqual(["a", "none"]);
  expect(["b", "b", "a"].map(ask)).toEqual(["B", "B", "A"]);
  expect(found).toEqual(["a", "none", "b", "a"]);
});
