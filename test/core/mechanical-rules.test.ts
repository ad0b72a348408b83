import { describe, expect, it } from "vitest";
import { findMechanicalHits, type MechanicalRule, patternFault } from "../../src/core/mechanical-rules.ts";

const rule = (pattern: string, more: Partial<MechanicalRule> = {}): MechanicalRule => ({
  id: "r",
  pattern,
  caseSensitive: false,
  says: "It says nothing.",
  ...more,
});

describe("findMechanicalHits", () => {
  it("tells block, rule and the words as the draft has them", () => {
    const rules = [rule("today's fast-paced", { id: "stock" }), rule("\\bvery\\b", { id: "filler" })];
    const blocks = [
      { n: 1, text: "In Today\u2019s FAST-paced world,\nvery quickly." },
      { n: 4, text: "every Very" },
    ];
    expect(findMechanicalHits(rules, blocks)).toEqual([
      { rule: "stock", block: 1, quote: "Today\u2019s FAST-paced", says: "It says nothing." },
      { rule: "filler", block: 1, quote: "very", says: "It says nothing." },
      { rule: "filler", block: 4, quote: "Very", says: "It says nothing." },
    ]);
  });

  it("heeds case where the rule says so, and never looks over the end of a line", () => {
    const blocks = [{ n: 1, text: "However, one\ntwo however" }];
    expect(
      findMechanicalHits([rule("^However\\b", { caseSensitive: true }), rule("one.?\\s?two")], blocks).map(
        ({ quote }) => quote,
      ),
    ).toEqual(["However"]);
  });

  it("finds each place of a long line once, wherever it stands", () => {
    for (const before of [0, 290, 300, 310, 395, 399, 400, 1234]) {
      const line = `${"x ".repeat(before).slice(0, before)} a dash of it ${"y".repeat(900)}`;
      expect([before, findMechanicalHits([rule("dash of")], [{ n: 1, text: line }]).length]).toEqual([
        before,
        1,
      ]);
    }
  });

  it("takes the border of two pieces of a line neither for its start nor for its end", () => {
    const text = "ab".repeat(2000);
    const found = findMechanicalHits([rule("^ab", { id: "s" }), rule("ab$", { id: "e" })], [{ n: 1, text }]);
    expect(found.map((hit) => hit.rule)).toEqual(["s", "e"]);
  });

  it("stops telling of a rule that hits everywhere", () => {
    expect(findMechanicalHits([rule("a")], [{ n: 1, text: "a ".repeat(5000) }])).toHaveLength(20);
  });

  it("finds nothing by a rule that has a fault", () => {
    expect(findMechanicalHits([rule("(a+)+$")], [{ n: 1, text: "a".repeat(390) }])).toEqual([]);
  });

  it("is done soon even where text and patterns were made for each other", () => {
    const pattern = "a+.{0,50}!";
    expect(patternFault(pattern)).toBeNull();
    const text = Array.from({ length: 20 }, () => "a".repeat(400)).join("\n");
    expect(findMechanicalHits([rule(pattern)], [{ n: 1, text }])).toEqual([]);
  });
});

describe("patternFault", () => {
  it.each([
    "(a+)+$",
    "(a|aa)*b",
    ".*a.*b",
    "(x?){60}",
    "(a)\\1",
    "(?<=a)b",
    "(",
    "a**",
    "x*",
    "",
    "a".repeat(201),
  ])("refuses %s", (pattern) => {
    expect(patternFault(pattern)).not.toBeNull();
  });

  it.each([
    "\\bdelve\\b",
    "not just .{1,60}, but",
    "\\w+ly\\b",
    "(?:very|really|quite) ",
    "\\u2014",
    "[.!?]{2}",
  ])("takes %s", (pattern) => {
    expect(patternFault(pattern)).toBeNull();
  });
});
