import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { readDialogue } from "../../src/core/dialogue.ts";
import { growthOf } from "../../src/core/dialogue-growth.ts";
import type { DialogueTurnRecord } from "../../src/core/dialogue-record.ts";
import { dialogueText, type SaidTurn } from "../support/dialogue-text.ts";

it("keeps the turns before the first wrong one, however many are wrong", () => {
  const sound = dialogueText([["author", 1, "It is met.", "AWAITING partner"]]);
  const wrong = "\n---\n\n## [somebody] Round 1 \u2014 2026-06-20 09:00\nx\n".repeat(40_000);
  const read = readDialogue(sound + wrong);
  expect(read.dialogue.errors.length).toBeGreaterThan(150_000);
  const found = growthOf("a.md", sound + wrong, read, [], 0);
  expect(found.kind === "grown" && found.added.map(({ role }) => role)).toEqual(["author"]);
});

const first: SaidTurn = ["author", 1, "Ist es erfüllt? — ja", "AWAITING partner"];
const second: SaidTurn = ["partner", 1, "Nein.\n\nVerdict: FAIL", "PROPOSING_DONE"];
const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

const growth = (text: string, kept: readonly DialogueTurnRecord[]) =>
  growthOf("a.md", text, readDialogue(text), kept, 7);

function grown(text: string, kept: readonly DialogueTurnRecord[] = []): readonly DialogueTurnRecord[] {
  const found = growth(text, kept);
  if (found.kind === "changed") throw new Error("changed");
  return found.added;
}

it("keeps each turn with the bytes up to its end and their hash", () => {
  const [one, both] = [dialogueText([first]), dialogueText([first, second])];
  const added = grown(both);
  expect(added).toMatchObject([
    { path: "a.md", n: 1, role: "author", round: 1, status: "AWAITING", awaiting: "partner", verdict: null },
    {
      path: "a.md",
      n: 2,
      role: "partner",
      round: 1,
      status: "PROPOSING_DONE",
      awaiting: null,
      verdict: "FAIL",
    },
  ]);
  expect(added.map(({ addedAt, at }) => [addedAt, at])).toEqual([
    [7, "2026-06-02 08:01"],
    [7, "2026-06-02 08:01"],
  ]);
  // The umlaut and the dashes take more bytes than letters.
  for (const [index, text] of [one, both].entries()) {
    const turn = added[index];
    const ends = Buffer.from(text).subarray(0, turn?.prefixBytes).toString();
    expect(text.slice(ends.length).trim() === "" || text.slice(ends.length).trim() === "---").toBe(true);
    expect(turn?.prefixSha256).toBe(sha256(ends));
    expect(ends.endsWith(turn?.text ?? "none")).toBe(true);
  }
  expect(added[1]?.text).toContain("Verdict: FAIL");
});

it("adds what stands behind the kept turns, and tells a kept turn that stands there no more", () => {
  const both = dialogueText([first, second]);
  const [one, other] = grown(both);
  if (one === undefined || other === undefined) throw new Error("no turns");
  expect(grown(both, [one])).toEqual([other]);
  expect(grown(both, [one, other])).toEqual([]);
  // A file that ends with the last byte of a kept turn is whole.
  const exact = Buffer.from(both).subarray(0, one.prefixBytes).toString();
  expect(grown(exact, [one])).toEqual([]);
  expect(growth(both.replace("Nein.", "Doch."), [one, other])).toEqual({ kind: "changed", kept: other });
  expect(growth(both.replace("erfüllt", "erfuellt"), [one, other])).toEqual({ kind: "changed", kept: one });
  expect(growth(exact, [one, other])).toEqual({ kind: "changed", kept: other });
  expect(growth(exact.slice(0, -1), [one])).toEqual({ kind: "changed", kept: one });
});

it("adds nothing of a file whose header is wrong", () => {
  expect(grown(dialogueText([first]).replace("Started:", "Begun:"))).toEqual([]);
});
