import { describe, expect, it } from "vitest";
import { linkOf, printable, splitText } from "../../../src/regrade/notion/rich-text.ts";

describe("splitting a text", () => {
  it.each([
    ["nothing", ""],
    ["exactly the limit", "a".repeat(2000)],
    ["one above", "a".repeat(2001)],
    ["an emoji across the limit", `${"a".repeat(1999)}😀`],
    ["only emoji", "😀".repeat(3000)],
    ["joined emoji", "👩‍👩‍👧‍👦".repeat(800)],
    ["accents that stand apart", "e\u0301".repeat(3000)],
    ["a character of thousands of units", `a${"\u0301".repeat(9000)}`],
    ["words", "one two three ".repeat(1000)],
    ["flags", "🇩🇪".repeat(1500)],
  ])("%s: nothing lost, nothing too long, nothing torn", (_name, text) => {
    const parts = splitText(text);
    expect(parts.join("")).toBe(text);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(2000);
      expect(part.length).toBeGreaterThan(0);
      expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(part)).toBe(false);
    }
  });

  it("keeps what people see as one character together", () => {
    for (const part of splitText("👩‍👩‍👧‍👦".repeat(800))) expect(part.startsWith("👩")).toBe(true);
  });

  it("prefers white space", () => {
    expect(splitText(`${"a".repeat(1950)} ${"b".repeat(200)}`)[0]).toBe(`${"a".repeat(1950)} `);
  });
});

describe("printable text", () => {
  it.each([
    ["a\r\nb\rc", "a\nb\nc"],
    ["tab\tstays", "tab\tstays"],
    [`${String.fromCharCode(27)}[31m`, "␛[31m"],
    [String.fromCharCode(0), "␀"],
    [String.fromCharCode(127), "␡"],
    ["\ud83d", "\ufffd"],
    ["\udc00x", "\ufffdx"],
    ["😀", "😀"],
  ])("%j becomes %j", (text, expected) => {
    expect(printable(text)).toBe(expected);
  });
});

describe("links", () => {
  it.each([
    ["https://example.org/a", "https://example.org/a"],
    ["http://example.org", "http://example.org/"],
    ["https://example.org/ü", "https://example.org/%C3%BC"],
    ["obsidian://open", null],
    ["./there.md", null],
    ["javascript:alert(1)", null],
    ["file:///etc/passwd", null],
    ["https://", null],
    ["url", null],
    [`https://example.org/${"a".repeat(2000)}`, null],
  ])("%s", (address, expected) => {
    expect(linkOf(address)).toBe(expected);
  });
});
