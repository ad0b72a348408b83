import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDialogue } from "../../src/core/dialogue.ts";
import { adjustmentsIn } from "../../src/core/dialogue-adjustments.ts";
import { dialogueText } from "../support/dialogue-text.ts";

const file = join(import.meta.dirname, "../fixtures/dialogues/own/adjustments.md");

describe("adjustmentsIn", () => {
  it("takes what both stand for, and counts the drafts", () => {
    const { agreed, drafts, refused } = adjustmentsIn(readDialogue(readFileSync(file, "utf8")));
    expect(agreed.map(({ turn, role, section }) => [turn, role, section])).toEqual([
      [2, "partner", "Goal"],
      [3, "author", "Form"],
    ]);
    expect(drafts).toBe(1);
    expect(refused).toEqual([
      { turn: 3, because: "path" },
      { turn: 3, because: "missing-field" },
    ]);
  });

  it("takes none where the end was not confirmed", () => {
    const block = '```adjustment\n{"file":"a.md","section":"b","problem":"c","suggestion":"d"}\n```';
    const text = (status: string): string =>
      dialogueText([
        ["author", 1, block, status],
        ["partner", 1, "So be it.", "DONE"],
      ]);
    expect(adjustmentsIn(readDialogue(text("AWAITING partner")))).toEqual({
      agreed: [],
      drafts: 1,
      refused: [],
    });
    expect(adjustmentsIn(readDialogue(text("PROPOSING_DONE"))).agreed).toHaveLength(1);
  });
});
