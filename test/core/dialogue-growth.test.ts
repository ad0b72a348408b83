import { expect, it } from "vitest";
import { readDialogue } from "../../src/core/dialogue.ts";
import { growthOf } from "../../src/core/dialogue-growth.ts";
import { dialogueText } from "../support/dialogue-text.ts";

it("keeps the turns before the first wrong one, however many are wrong", () => {
  const sound = dialogueText([["author", 1, "It is met.", "AWAITING partner"]]);
  const wrong = "\n---\n\n## [somebody] Round 1 \u2014 2026-06-20 09:00\nx\n".repeat(40_000);
  const read = readDialogue(sound + wrong);
  expect(read.dialogue.errors.length).toBeGreaterThan(150_000);
  const growth = growthOf("a.md", sound + wrong, read, [], 0);
  expect(growth.kind === "grown" && growth.added.map(({ role }) => role)).toEqual(["author"]);
});
