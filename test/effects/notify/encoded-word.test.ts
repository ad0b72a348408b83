import { describe, expect, it } from "vitest";
import { encodeHeaderText } from "../../../src/effects/notify/encoded-word.ts";
import { decodeWords } from "./decode-mail.ts";

describe("encodeHeaderText", () => {
  it("leaves printable ASCII as it is", () => {
    expect(encodeHeaderText("2026-05 is open, 14 items?")).toEqual(["2026-05 is open, 14 items?"]);
  });

  it("encodes what ASCII cannot say, and what would be decoded", () => {
    expect(encodeHeaderText("κ = 0.41")).toEqual(["=?UTF-8?B?zrogPSAwLjQx?="]);
    // Without this the receiver would read "x".
    expect(decodeWords(encodeHeaderText("=?UTF-8?B?eA==?=").join(" "))).toBe("=?UTF-8?B?eA==?=");
    expect(encodeHeaderText("a\tb")[0]).toMatch(/^=\?/);
  });

  it("makes words of 75 characters at most, each of whole characters", () => {
    const text = `${"日本語🛰️ä".repeat(40)}end`;
    const words = encodeHeaderText(text);
    expect(words.length).toBeGreaterThan(5);
    for (const word of words) {
      expect(word).toMatch(/^=\?UTF-8\?B\?[A-Za-z0-9+/]+=*\?=$/);
      expect(word.length).toBeLessThanOrEqual(75);
      expect(decodeWords(word)).not.toContain("\ufffd");
    }
    expect(decodeWords(words.join("\n "))).toBe(text);
  });
});
