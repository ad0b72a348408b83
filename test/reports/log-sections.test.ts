import { describe, expect, it } from "vitest";
import { callout, sectionedEntry } from "../../src/reports/log-sections.ts";

describe("sectionedEntry", () => {
  const sections = { happened: ["One.", "Two | [[x]]."], means: [], toDo: ["Three."] };
  const entry = { heading: "2026-05 opened", sections, table: ["| a |", "| --- |"], marker: "^ic-x" };

  it("has a paragraph a section, blocks and the table apart, and the marker last", () => {
    expect(sectionedEntry({ ...entry, blocks: [[], ["![p](./p.svg)"]] }).split("\n")).toEqual([
      "## 2026-05 opened",
      "",
      "**What happened.** One. Two \\| \\[\\[x\\]\\].",
      "",
      "**What to do.** Three.",
      "",
      "![p](./p.svg)",
      "",
      "| a |",
      "| --- |",
      "",
      "^ic-x",
      "",
    ]);
  });
});

describe("callout", () => {
  it("is a quotation whose every line is marked, folded where it is asked to be", () => {
    expect(callout("info", "All [[figures]]", ["a", "", "b"], true)).toEqual([
      "> [!info]- All \\[\\[figures\\]\\]",
      ">",
      "> a",
      ">",
      "> b",
    ]);
    expect(callout("question", "q", [], false)[0]).toBe("> [!question] q");
  });
});
