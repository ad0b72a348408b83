import { describe, expect, it } from "vitest";
import { worstSteps } from "../../src/core/pattern-cost.ts";

describe("worstSteps", () => {
  it.each([
    ["abc", 1],
    ["a|b|c", 3],
    ["a.{0,9}b", 10],
    ["(?:ab){3}", 1],
    ["\\bvery (?:very )?good", 2],
    ["[*+?|(){}]", 1],
    ["\\(\\*\\|", 1],
    ["\\p{L}+", 100],
    ["\\u{1F600}x", 1],
    ["a+", 100],
    ["a*b", 101],
    [".*a.*", 101 * 101],
    ["(?<word>a|b)c?", 4],
    ["(a|b){3}", 8],
    ["a{2,4}?", 3],
    ["(?=a|b)c", 2],
  ])("counts %s as %d", (pattern, ways) => {
    expect(worstSteps(pattern, 100)).toBe(ways);
  });

  it.each(["(a+)+", "(a*)*b", "(a|a)*", "(a|aa)+$", "((ab)?c?)*", "(?:a?){400}"])(
    "finds %s beyond bounds",
    (pattern) => {
      expect(worstSteps(pattern, 400)).toBeGreaterThan(1e30);
    },
  );

  it.each(["(a)\\1", "(?<x>a)\\k<x>", "(?<=a+)b", "(?<!a)b"])("has no bound for %s", (pattern) => {
    expect(worstSteps(pattern, 400)).toBeNull();
  });

  it("takes an escaped backslash for no reference", () => {
    expect(worstSteps("\\\\1", 400)).toBe(1);
  });
});
