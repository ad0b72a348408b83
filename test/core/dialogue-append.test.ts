import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkAppend } from "../../src/core/dialogue-append.ts";
import { dialogueText, turnText } from "../support/dialogue-text.ts";

interface AppendCase {
  readonly before: string;
  readonly after: string;
  readonly errors: readonly string[];
}

const folder = join(import.meta.dirname, "../fixtures/dialogues");
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("checkAppend", () => {
  for (const place of ["", "own/"]) {
    const { appends }: { appends: readonly AppendCase[] } = JSON.parse(read(`${place}expected.json`));
    it.each(appends)(`${place}$before -> $after`, ({ before, after, errors }) => {
      expect(checkAppend(read(place + before), read(place + after)).errors).toEqual(errors);
    });
  }

  it("holds the author to who was asked, also after STUCK", () => {
    const before = dialogueText([["author", 1, "A person has to say.", "STUCK"]]);
    const after = before + turnText(["author", 2, "He said so.", "AWAITING partner"]);
    expect(checkAppend(before, after).errors).toEqual([]);
    expect(checkAppend(before, after, "partner").errors).toEqual(["wrong-author"]);
  });

  it("lets a missing last line end be added", () => {
    const before = dialogueText([["author", 1, "Hm.", "AWAITING partner"]]);
    const further = turnText(["partner", 1, "Hm.", "STUCK"]);
    expect(checkAppend(before.trimEnd(), before + further).errors).toEqual([]);
  });

  it("finds that the only turn was taken away", () => {
    const before = dialogueText([["author", 1, "Hm.", "AWAITING partner"]]);
    expect(checkAppend(before, dialogueText([])).errors).toEqual(["earlier-bytes-changed", "turn-delta--1"]);
  });
});
