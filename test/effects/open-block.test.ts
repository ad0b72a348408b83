import { describe, expect, it } from "vitest";
import { openBlockAtEnd } from "../../src/effects/open-block.ts";

describe("openBlockAtEnd", () => {
  const cases: [string, string, ReturnType<typeof openBlockAtEnd>][] = [
    ["an empty note", "", null],
    ["prose", "# Log\n\n100% sure, `%%` in code\n", null],
    ["a closed fence", "```yaml\na: 1\n```\n", null],
    ["an open fence", "text\n```yaml\na: 1\n", "fence"],
    ["an open fence with CRLF", "text\r\n~~~\r\na: 1\r\n", "fence"],
    ["a fence closed by a longer one", "```\nx\n`````\n", null],
    ["a fence that a shorter one does not close", "````\n```\nx\n", "fence"],
    ["a fence that the other character does not close", "```\n~~~\n", "fence"],
    ["a fence that a line with an info string does not close", "```\n```js\n", "fence"],
    ["inline code that looks like a fence", "``` a ```\n", null],
    ["a fence in a quotation and a list", "> - ```\n>   x\n", "fence"],
    ["an open comment", "a %%private\nmore\n", "comment"],
    ["a closed comment", "a %%private%%\nmore\n", null],
    ["a comment over lines, closed", "%%\nprivate ```\n%%\n", null],
    ["a comment mark in a fence", "```\n%%\n```\n", null],
    ["an open HTML comment", "<!-- later\n", "html-comment"],
    ["a closed HTML comment with %% inside", "<!-- %% -->\n", null],
    ["a fence inside an open comment", "%%\n```\n", "comment"],
    ["front matter with marks", '---\ntitle: "%% ``` <!--"\n---\ntext\n', null],
    ["front matter, then an open comment", "\uFEFF---\na: 1\n---\n%%\n", "comment"],
  ];
  for (const [title, text, expected] of cases) {
    it(`${title}: ${expected ?? "nothing open"}`, () => {
      expect(openBlockAtEnd(text)).toBe(expected);
    });
  }
});
