import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseDialogue } from "../../src/core/dialogue.ts";
import { renderDialogue, renderOpened } from "../../src/reports/dialogue-text.ts";
import { dialogueCodeWords } from "../../src/reports/dialogue-words.ts";
import { displayWidth } from "../../src/reports/display-width.ts";

const fixtures = join(import.meta.dirname, "../fixtures/dialogues");

function codesIn(name: string): readonly string[] {
  const { files }: { files: Record<string, { errors?: string[]; warnings?: string[] }> } = JSON.parse(
    readFileSync(join(fixtures, name), "utf8"),
  );
  return Object.values(files).flatMap(({ errors = [], warnings = [] }) => [...errors, ...warnings]);
}

describe("dialogue reports", () => {
  it("has words for every code", () => {
    const codes = [...codesIn("expected.json"), ...codesIn("own/expected.json")];
    expect(codes.filter((code) => dialogueCodeWords(code) === code.replace(/@\d+$/u, ""))).toEqual([]);
    expect(dialogueCodeWords("constructor")).toBe("constructor");
  });

  it("shows a file within 80 columns, and nothing that a terminal obeys", () => {
    const text = readFileSync(join(fixtures, "16-awaiting-self-and-missing-status.md"), "utf8");
    const shown = renderDialogue(parseDialogue(text.replace("backups", "\u001b[31mred\u001b[0m".repeat(20))));
    expect(shown).not.toContain("\u001b");
    expect(shown.split("\n").filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(shown).toContain("missing-status@1");
  });

  it("shows what was agreed on without what a terminal obeys", () => {
    const hostile = "\u001b]0;title\u0007edit ".repeat(30);
    const shown = renderOpened({
      status: "ended",
      axis: "verify-dispatch",
      path: "/w/.dialogues/one.md",
      resumed: false,
      clause: hostile,
      cases: ["r1"],
      rounds: 5,
      author: "command",
      partner: "claude",
      argued: 0,
      outcome: "CONCLUDED",
      because: null,
      turns: 2,
      problems: [],
      adjustments: [
        {
          adjustmentId: "a1",
          kind: "fault",
          file: "a.md",
          section: hostile,
          problem: "p",
          suggestion: hostile,
        },
      ],
    });
    expect(shown).not.toContain("\u001b");
    expect(shown.split("\n").filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(shown).toContain("a1");
  });
});
