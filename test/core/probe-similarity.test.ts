import { describe, expect, it } from "vitest";
import { containment, duplicateOf, similarity, textFingerprint } from "../../src/core/probe-similarity.ts";

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(" ");

describe("textFingerprint", () => {
  it("does not see case, width, ligatures and white space", () => {
    expect(textFingerprint("  The ﬁle\n\tＡ 1 ")).toBe(textFingerprint("the FILE a 1"));
    expect(textFingerprint("the file a 1")).not.toBe(textFingerprint("the file a 2"));
  });
});

describe("similarity", () => {
  it("is the Jaccard index of word 5-grams", () => {
    // 16 grams each; 14 in common of 18.
    expect(similarity(words(0, 20), words(2, 22))).toBeCloseTo(14 / 18, 12);
    expect(similarity("one two three four five six", "one two three four five seven")).toBeCloseTo(1 / 3, 12);
    expect(similarity(words(0, 20), words(0, 20))).toBe(1);
    expect(similarity(words(0, 20), words(30, 50))).toBe(0);
  });

  it("does not mind punctuation and case", () => {
    expect(similarity("Ship it: today, or else stop.", "ship it today or else stop")).toBe(1);
  });

  it("takes characters where a text has fewer than five words", () => {
    expect(similarity("abcdef", "abcdeg")).toBeCloseTo(1 / 3, 12);
    expect(similarity("リリースノートを書く", "リリースノートを書け")).toBeCloseTo(5 / 7, 12);
    expect(similarity("no", "no")).toBe(1);
    expect(similarity("no", "yes")).toBe(0);
    expect(similarity("", "")).toBe(1);
    expect(similarity("", "a")).toBe(0);
  });
});

describe("containment", () => {
  it("finds an example within a rubric, where the Jaccard index is small", () => {
    const rubric = `${words(100, 160)} ${words(0, 12)} ${words(200, 260)}`;
    expect(containment(words(0, 12), rubric)).toBe(1);
    expect(similarity(words(0, 12), rubric)).toBeLessThan(0.1);
    expect(containment(words(300, 312), rubric)).toBe(0);
  });
});

describe("duplicateOf", () => {
  const known = [
    { name: "p-1", text: words(0, 40) },
    { name: "rubric", text: `${words(500, 540)} ${words(600, 640)}`, whole: false as const },
  ];

  it("names what is repeated, to the letter or nearly", () => {
    expect(duplicateOf(words(0, 40).toUpperCase(), known)).toBe("p-1");
    // 36 grams each; 34 in common of 38: 0.894.
    expect(duplicateOf(words(2, 42), known)).toBe("p-1");
    expect(duplicateOf(words(500, 540), known)).toBe("rubric");
  });

  it("lets pass what has four fifths less than a hair in common", () => {
    // 32 in common of 40: 0.8 is a duplicate; 31 of 41 is none.
    expect(duplicateOf(words(4, 44), known)).toBe("p-1");
    expect(duplicateOf(words(5, 45), known)).toBeNull();
  });
});
