import { describe, expect, it } from "vitest";
import { splitBlocks } from "../../src/core/draft-blocks.ts";

const textsOf = (draft: string): readonly string[] => splitBlocks(draft).map(({ text }) => text);

describe("splitBlocks", () => {
  it("numbers what stands between blank lines from 1", () => {
    expect(splitBlocks("\n# Title\n\n \t\nOne.\nTwo.\n\n\nThree.")).toEqual([
      { n: 1, text: "# Title" },
      { n: 2, text: "One.\nTwo." },
      { n: 3, text: "Three." },
    ]);
  });

  it("takes other line ends and a byte order mark for nothing, and keeps every other character", () => {
    expect(textsOf("\uFEFFA \u201Cb\u201D  c\u00A0\r\nd\r\n\r\n  e\rf")).toEqual([
      "A \u201Cb\u201D  c\u00A0\nd",
      "  e\nf",
    ]);
  });

  it("keeps a fenced piece together, up to a fence of its kind and length", () => {
    const code = "````js\na\n\n```\n\n~~~~\nb\n````";
    expect(textsOf(`Before:\n${code}\n\nAfter.`)).toEqual([`Before:\n${code}`, "After."]);
    expect(textsOf("~~~\na\n\nb\n~~~ x\n\nc")).toEqual(["~~~\na\n\nb\n~~~ x\n\nc"]);
    expect(textsOf("``` a `b`\n\nc")).toEqual(["``` a `b`", "c"]);
  });

  it.each(["", "\n\n", "\uFEFF \r\n"])("has no block in %j", (draft) => {
    expect(splitBlocks(draft)).toEqual([]);
  });
});
