import { describe, expect, it } from "vitest";
import { clipBytes, clipUnits, headerLine } from "../../../src/effects/notify/message-text.ts";

const family = "👩‍👩‍👧‍👦";

describe("clipUnits", () => {
  it("leaves a text alone that fits, to the last unit", () => {
    expect(clipUnits("abcde", 5)).toBe("abcde");
    expect(clipUnits("", 5)).toBe("");
    expect(clipUnits("abcdef", 5)).toBe("abcd…");
  });

  it("cuts between characters as people count them", () => {
    expect(clipUnits(`ab${family}cd`, 2 + family.length)).toBe("ab…");
    expect(clipUnits(`ab${family}cd`, 3 + family.length)).toBe(`ab${family}…`);
    expect(clipUnits("aaae\u0301bb", 5)).toBe("aaa…");
    // One character that is longer than the whole limit.
    expect(clipUnits(`e${"\u0301".repeat(2000)}`, 1000)).toBe("…");
  });
});

describe("clipBytes", () => {
  it("counts bytes of UTF-8, the ellipsis among them", () => {
    expect(clipBytes("äöü", 6)).toBe("äöü");
    expect(clipBytes("äöü", 5)).toBe("ä…");
    expect(clipBytes("abcdef", 5)).toBe("ab…");
    expect(Buffer.byteLength(clipBytes(family.repeat(500), 4000))).toBeLessThanOrEqual(4000);
  });
});

describe("headerLine", () => {
  it("has no control characters left", () => {
    expect(headerLine(" a\r\nBcc: b\u0000\u0085c\td \n")).toBe("a Bcc: b c d");
    expect(headerLine("κ\u2028x")).toBe("κ\u2028x");
  });
});
