import { describe, expect, it } from "vitest";
import { entryBytes, hasMarker, majorityLineEnd, tornLength } from "../../src/effects/log-entry.ts";

describe("hasMarker", () => {
  it("finds a whole block id only", () => {
    expect(hasMarker("text ^ic-2026-05-opened\n", "^ic-2026-05-opened")).toBe(true);
    expect(hasMarker("^ic-2026-05-opened", "^ic-2026-05-opened")).toBe(true);
    expect(hasMarker("a\r\n^ic-2026-05-opened\r\nb", "^ic-2026-05-opened")).toBe(true);
    expect(hasMarker("^ic-2026-05-opened-late\n", "^ic-2026-05-opened")).toBe(false);
    expect(hasMarker("x^ic-2026-05-opened\n", "^ic-2026-05-opened")).toBe(false);
    expect(hasMarker("[[log#^ic-2026-05-opened]]\n", "^ic-2026-05-opened")).toBe(false);
    expect(hasMarker("^ic-2026x05-opened\n", "^ic-2026.05-opened")).toBe(false);
  });
});

describe("majorityLineEnd", () => {
  it("follows most lines", () => {
    expect(majorityLineEnd("")).toBe("\n");
    expect(majorityLineEnd("a\r\nb\r\nc\n")).toBe("\r\n");
    expect(majorityLineEnd("a\r\nb\nc\n")).toBe("\n");
    expect(majorityLineEnd("a\r\nb\n")).toBe("\n");
  });
});

describe("entryBytes", () => {
  it("puts the marker last, once, whatever the text had", () => {
    const expected = "## Opened\n\ntext\n\n^ic-m\n";
    for (const text of [
      "## Opened\n\ntext",
      "## Opened ^ic-m\n\ntext\n",
      "\n## Opened\r\n\r\ntext\n\n^ic-m\n",
    ]) {
      expect(entryBytes(text, "^ic-m", "\n").toString()).toBe(expected);
    }
    expect(entryBytes("a ^ic-m-2 b", "^ic-m", "\n").toString()).toBe("a ^ic-m-2 b\n\n^ic-m\n");
    expect(entryBytes("## Opened\n\ntext", "^ic-m", "\r\n").toString()).toBe(
      expected.replaceAll("\n", "\r\n"),
    );
  });
});

describe("tornLength", () => {
  const entry = Buffer.from("## Öffnung\n\ntext\n\n^ic-m\n");

  it("finds every beginning of the entry at the end of the file, also inside a character", () => {
    for (let length = 1; length < entry.length; length += 1) {
      expect(tornLength(Buffer.concat([Buffer.from("old\n"), entry.subarray(0, length)]), entry)).toBe(
        length,
      );
    }
  });

  it("takes nothing that stands within a line, or is another text", () => {
    expect(tornLength(Buffer.from("old #"), entry)).toBe(0);
    expect(tornLength(Buffer.from("old\n## Other"), entry)).toBe(0);
    expect(tornLength(Buffer.from("old\n"), entry)).toBe(0);
    expect(tornLength(Buffer.from("old\n## Ö\n"), entry)).toBe(0);
    expect(tornLength(Buffer.alloc(0), entry)).toBe(0);
  });
});
