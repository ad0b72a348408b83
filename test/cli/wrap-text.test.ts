import { assert, integer, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { wrapText } from "../../src/cli/wrap-text.ts";
import { displayWidth } from "../../src/reports/display-width.ts";

const bare = (all: string): string => all.replaceAll(/\s/g, "");

describe("wrapText", () => {
  it("breaks at spaces, and keeps empty lines and indentation", () => {
    expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapText("a\n\n  b", 10)).toEqual(["a", "", "  b"]);
    expect(wrapText("    longword", 8)).toEqual(["    long", "word"]);
    expect(wrapText("\tx\r\ny", 10)).toEqual(["    x", "y"]);
  });

  it("breaks inside a word that is longer than a line", () => {
    expect(wrapText("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
  });

  it("counts wide characters as two columns", () => {
    expect(wrapText("日本語", 4)).toEqual(["日本", "語"]);
  });

  it("loses no character but spaces and never passes the width", () => {
    assert(
      property(string({ unit: "grapheme", maxLength: 60 }), integer({ min: 2, max: 20 }), (text, columns) => {
        const lines = wrapText(text, columns);
        expect(bare(lines.join(""))).toBe(bare(text));
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it("takes time in proportion to a line of a megabyte", () => {
    const started = performance.now();
    expect(wrapText("x".repeat(1024 * 1024), 80)).toHaveLength(Math.ceil((1024 * 1024) / 80));
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
