import { describe, expect, it } from "vitest";
import { oneLine, terminalText } from "../../src/reports/terminal-text.ts";

describe("terminalText", () => {
  it.each([
    ["CSI colour and cursor", "\u001b[31mred\u001b[0m\u001b[2J\u001b[1;1H", "red"],
    ["8-bit CSI", "a\u009b31mb", "ab"],
    ["OSC title ended by BEL", "\u001b]0;owned\u0007text", "text"],
    ["OSC link ended by ST", "\u001b]8;;https://x.example\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["8-bit OSC", "\u009d0;owned\u009ctext", "text"],
    ["device control", "\u001bP1$r0m\u001b\\text", "text"],
    ["short escapes", "\u001bcreset\u001b(Bset\u001b7", "resetset"],
    ["C0 and DEL", "a\u0000b\u0007c\u0008d\u007fe", "abcde"],
    ["C1", "a\u0080b\u0099c", "abc"],
    ["direction overrides and isolates", "\u202egnp.exe\u202c \u2066x\u2069\u200f", "gnp.exe x"],
    ["unseen characters", "pass\u200bword\ufeff\u{e0041}", "password"],
    ["carriage returns and Unicode line ends", "a\r\nb\rc\u2028d\u0085e", "a\nb\nc\nd\ne"],
    ["newline and tab stay", "a\n\tb", "a\n\tb"],
    ["lone surrogate", "a\ud800b", "a\ufffdb"],
    ["letters, emoji and joiners stay", "Zoë 日本 👩‍👩‍👧", "Zoë 日本 👩‍👩‍👧"],
  ])("%s", (_, text, expected) => {
    expect(terminalText(text)).toBe(expected);
  });

  it("leaves no control character when stripping one sequence makes another", () => {
    const text = terminalText("\u001b\u001b[31m[31m\u009d\u001b]0;x");
    expect(text).not.toMatch(/[^\P{Cc}\n\t]/u);
  });

  it("takes a megabyte of unfinished sequences in linear time", () => {
    const started = performance.now();
    terminalText("\u001b]".repeat(500_000));
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("oneLine", () => {
  it("joins lines and trims", () => {
    expect(oneLine("  two\r\n\tlines\u2029 here ")).toBe("two lines here");
  });

  it("cuts between characters as a reader counts them", () => {
    expect(oneLine("ab👩‍👩‍👧cd", 4)).toBe("ab👩‍👩‍👧…");
    expect(oneLine("abcd", 4)).toBe("abcd");
  });
});
