import { describe, expect, it } from "vitest";
import { markdownCell, markdownTable, markdownText } from "../../src/reports/markdown-text.ts";

/** What a Markdown reader shows: a backslash before punctuation is not seen. */
function shown(markdown: string): string {
  return markdown
    .replaceAll(/(?<!\\)&lt;/g, "<")
    .replaceAll("&#94;", "^")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Every pair that a program could take for its own in the raw text. */
const live = /\^[a-z0-9]|\[\[|%%|==|<%|%>|```|~~|::|<[a-z!/]|\$\$/i;

describe("markdownText", () => {
  it.each([
    ["backslash", "a\\b", "a\\\\b"],
    ["wiki link", "[[Secret]]", "\\[\\[Secret\\]\\]"],
    ["embed", "![[x]]", "!\\[\\[x\\]\\]"],
    ["link", "[a](javascript:x)", "\\[a\\](javascript:x)"],
    ["HTML", "<img src=x onerror=y>", "&lt;img src=x onerror=y>"],
    ["HTML comment", "<!-- hidden -->", "&lt;!-- hidden -->"],
    ["code", "`= this.file`", "\\`= this.file\\`"],
    ["query fence", "```dataviewjs", "\\`\\`\\`dataviewjs"],
    ["tilde fence", "~~~js", "\\~\\~\\~js"],
    ["comment", "%%hidden%%", "\\%\\%hidden\\%\\%"],
    ["highlight", "==hi==", "\\=\\=hi\\=\\="],
    ["formula", "$x$ and $$y$$", "\\$x\\$ and \\$\\$y\\$\\$"],
    ["block id at the end", "text ^id", "text &#94;id"],
    ["template", "<% tp.file %>", "&lt;\\% tp.file \\%\\>"],
    ["heading", "# h", "\\# h"],
    ["tag", "a #tag", "a \\#tag"],
    ["task", "- [ ] pay", "\\- \\[ \\] pay"],
    ["numbered list", "1. x", "1\\. x"],
    ["quotation", "> q", "\\> q"],
    ["rule", "---", "\\---"],
    ["underline of a heading", "===", "\\=\\=\\="],
    ["table", "a | b", "a \\| b"],
    ["pipe in a link", "[[a|b]]", "\\[\\[a\\|b\\]\\]"],
    ["field", "key:: v", "key:\\: v"],
    ["entity", "&lt;b&gt;", "\\&lt;b\\&gt;"],
    ["emphasis", "*a* _b_", "\\*a\\* \\_b\\_"],
    ["interval inside brackets", "[[0.1, 0.2]]", "\\[\\[0.1, 0.2\\]\\]"],
    ["interval after a bracket", "[[0.1, 0.2] x", "\\[\\[0.1, 0.2\\] x"],
    ["interval as a link", "[0.1, 0.2](x)", "\\[0.1, 0.2\\](x)"],
  ])("%s", (_, text, expected) => {
    const markdown = markdownText(text);
    expect(markdown).toBe(expected);
    expect(markdown).not.toMatch(live);
    expect(shown(markdown)).toBe(text);
  });

  it.each([
    "P(kappa < 0.6) = 0.996",
    "12% of 9",
    "N_verdicts",
    "[-0.11, 0.74]",
    "graduated -> assisted",
    "AT&T",
    "0.200",
    "-0.2",
  ])("leaves %s readable", (text) => {
    expect(markdownText(text)).toBe(text);
  });

  it("makes every line inert, and Unicode line ends are lines", () => {
    expect(markdownText("a\u2028# b\n\t- c")).toBe("a\n\\# b\n\\- c");
  });
});

describe("markdownCell", () => {
  it("is one line and never empty", () => {
    expect(markdownCell("a|b\n---\u2028c")).toBe("a\\|b --- c");
    expect(markdownCell("\u200b")).toBe(" ");
  });
});

describe("markdownTable", () => {
  it("keeps one row and its columns whatever the cells hold", () => {
    const lines = markdownTable(["a", "b"], [["x | y\n| z |", "---"]]);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe("| --- | --- |");
    expect(lines[2]?.match(/(?<!\\)\|/g)).toHaveLength(3);
  });
});
