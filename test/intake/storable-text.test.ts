import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isStorable, quote, storableForm } from "../../src/intake/storable-text.ts";

describe("text that can be stored", () => {
  it("holds no NUL and no half of a surrogate pair", () => {
    for (const text of ["", "caf\u00e9", "\u{1f600}", "\u001b[31m", "\ufffd"])
      expect(isStorable(text)).toBe(true);
    for (const text of ["\0", "a\ud83d", "\ude00\ud83d", "\udfff"]) expect(isStorable(text)).toBe(false);
  });

  it("comes back from UTF-8 as it went in", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const stored = storableForm(text);
        expect(isStorable(stored)).toBe(true);
        expect(Buffer.from(stored).toString()).toBe(stored);
        expect(stored === text).toBe(isStorable(text));
      }),
    );
    expect(storableForm("a\0b\ud83d\u{1f600}")).toBe("a\ufffdb\ufffd\u{1f600}");
  });

  it("is quoted short and without anything that steers a terminal", () => {
    expect(quote("maybe")).toBe('"maybe"');
    expect(quote("a".repeat(100))).toHaveLength(42);
    const quoted = quote("\u001b[2J\u009b\u202e\n\0\ud83d");
    for (const steering of ["\u001b", "\u009b", "\u202e", "\n", "\0", "\ud83d"])
      expect(quoted).not.toContain(steering);
  });
});
