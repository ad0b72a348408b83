import { describe, expect, it } from "vitest";
import { bytesOf, plainBlocks, readableBlocks } from "../../../src/regrade/notion/blocks.ts";

function typesOf(text: string): readonly (string | undefined)[] {
  return readableBlocks(text).map(({ type }) => type);
}

describe("an artifact as blocks", () => {
  it.each([
    ["# a\n## b\n### c\n#### d", ["heading_1", "heading_2", "heading_3", "heading_3"]],
    [
      "- a\n* b\n+ c\n  - d",
      ["bulleted_list_item", "bulleted_list_item", "bulleted_list_item", "bulleted_list_item"],
    ],
    ["1. a\n2. b\n\n3. c", ["numbered_list_item", "numbered_list_item", "numbered_list_item"]],
    ["one\ntwo\n\nthree", ["paragraph", "paragraph"]],
    ["```js\na\n\nb\n```", ["code"]],
    ["| a | b |\n| c | d |", ["code"]],
    ["| alone |", ["paragraph"]],
    ["```\nnever closed", ["paragraph"]],
    ["#hashtag", ["paragraph"]],
    ["-not a list", ["paragraph"]],
    ["text\n# heading\ntext", ["paragraph", "heading_1", "paragraph"]],
  ])("%j", (text, expected) => {
    expect(typesOf(text)).toEqual(expected);
  });

  it("does not let Notion number a list otherwise than it is written", () => {
    expect(typesOf("3. c\n4. d")).toEqual(["paragraph"]);
    expect(typesOf("1. a\n3. c")).toEqual(["numbered_list_item", "paragraph"]);
    expect(typesOf("1. a\n\ntext\n\n2. b")).toEqual(["numbered_list_item", "paragraph", "paragraph"]);
  });

  it("names only languages that Notion knows", () => {
    const [known, unknown] = readableBlocks("```TS\na\n```\n```klingon\nb\n```");
    expect(known).toMatchObject({ code: { language: "typescript" } });
    expect(unknown).toMatchObject({ code: { language: "plain text" } });
  });

  it("keeps every block within a request and its pieces within a block", () => {
    const texts = [
      "漢".repeat(300_000),
      "[a](https://example.org/b) ".repeat(2000),
      `\`\`\`\n${"x\n".repeat(100_000)}\`\`\``,
    ];
    for (const block of texts.flatMap((text) => [...readableBlocks(text), ...plainBlocks(text)])) {
      expect(bytesOf(block)).toBeLessThan(400_000);
      const content: unknown = Object.values(block).find((value) => typeof value === "object");
      const pieces =
        typeof content === "object" && content !== null && "rich_text" in content ? content.rich_text : [];
      expect(Array.isArray(pieces) ? pieces.length : 101).toBeLessThanOrEqual(100);
    }
  });
});
