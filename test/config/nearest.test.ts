import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearest } from "../../src/config/nearest.ts";

describe("editDistance", () => {
  // Levenshtein's usual examples.
  it.each([
    ["kitten", "sitting", 3],
    ["saturday", "sunday", 3],
    ["flaw", "lawn", 2],
    ["", "abc", 3],
    ["abc", "", 3],
    ["same", "same", 0],
  ])("%s -> %s: %i", (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance);
  });

  it("is symmetric, 0 only for equal words, and keeps the triangle inequality", () => {
    const word = string({ maxLength: 8 });
    assert(
      property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});

describe("nearest", () => {
  it("sets case, hyphens and underscores aside", () => {
    expect(nearest("passRate", ["pass_min", "pass_rate"])).toBe("pass_rate");
    expect(nearest("PASS-RATE", ["pass_min", "pass_rate"])).toBe("pass_rate");
  });

  it("takes the first of equals, and null of none", () => {
    expect(nearest("b", ["a", "c"])).toBe("a");
    expect(nearest("a", [])).toBeNull();
  });

  it("compares the part that is asked for", () => {
    expect(nearest("port", ["probes", "server.port"], (path) => path.split(".").at(-1) ?? path)).toBe(
      "server.port",
    );
  });
});
