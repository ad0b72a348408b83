import { describe, expect, it } from "vitest";
import { compareRubrics, type RubricAnswer } from "../../src/core/rubric-comparison.ts";

function answers(words: Readonly<Record<string, RubricAnswer["word"]>>): readonly RubricAnswer[] {
  return Object.entries(words).map(([name, word]) => ({ key: `key-${name}`, name, word }));
}

const before = answers({ a: "PASS", b: "PASS", c: "FAIL", d: "FAIL", e: "PASS", f: "ERROR", g: "PASS" });
const after = answers({ h: "PASS", g: "ERROR", f: "PASS", d: "FAIL", c: "PASS", b: "FAIL", a: "PASS" });

describe("compareRubrics", () => {
  it("counts by the old word and the new one, and names what flips", () => {
    const { items, table, flips, p, direction } = compareRubrics(before, after);
    expect(items).toBe(4);
    expect(table).toEqual({ passPass: 1, passFail: 1, failPass: 1, failFail: 1 });
    expect(flips).toEqual([
      { key: "key-b", name: "b", from: "PASS", to: "FAIL" },
      { key: "key-c", name: "c", from: "FAIL", to: "PASS" },
    ]);
    expect([p, direction]).toEqual([1, "even"]);
  });

  it("lists what one of the files lacks, and what has no verdict under one of the rubrics", () => {
    const { onlyNew, onlyOld, withoutVerdict } = compareRubrics(before, after);
    expect([onlyOld, onlyNew, withoutVerdict]).toEqual([["e"], ["h"], ["f", "g"]]);
  });

  it("says which way the flips lean", () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const all = (word: "PASS" | "FAIL") => answers(Object.fromEntries(names.map((name) => [name, word])));
    expect(compareRubrics(all("PASS"), all("FAIL"))).toMatchObject({ direction: "stricter", p: 0.03125 });
    expect(compareRubrics(all("FAIL"), all("PASS"))).toMatchObject({ direction: "more-lenient", p: 0.03125 });
  });

  it("does not depend on the order of either file", () => {
    const one = compareRubrics(before, after);
    const other = compareRubrics(before.toReversed(), after.toReversed());
    expect([other.table, other.p, other.direction]).toEqual([one.table, one.p, one.direction]);
    expect(other.flips.toReversed()).toEqual(one.flips);
  });

  it("has no p where nothing can be compared", () => {
    expect(compareRubrics(before, [])).toMatchObject({ items: 0, p: null, direction: "even" });
  });

  it("refuses an item that is answered twice", () => {
    expect(() => compareRubrics([...before, ...before], after)).toThrow(RangeError);
    expect(() => compareRubrics(before, [...after, ...after])).toThrow(RangeError);
  });
});
