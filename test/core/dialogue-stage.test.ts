import { describe, expect, it } from "vitest";
import { parseDialogue } from "../../src/core/dialogue.ts";
import { type DialogueStage, isTerminal, stageOf } from "../../src/core/dialogue-stage.ts";
import { dialogueText, type SaidTurn } from "../support/dialogue-text.ts";

const stage = (turns: readonly SaidTurn[], rounds = "2"): DialogueStage =>
  stageOf(parseDialogue(dialogueText(turns, { rounds })));

const over = { kind: "over" };
const first: SaidTurn = ["author", 1, "Is it met?", "AWAITING partner"];
const answered: readonly SaidTurn[] = [first, ["partner", 1, "No.", "AWAITING author"]];
const asked: readonly SaidTurn[] = [...answered, ["author", 2, "Why?", "AWAITING partner"]];

describe("stageOf", () => {
  it("lets the author begin, and not in a file that is broken besides", () => {
    expect(stage([])).toEqual({
      kind: "turn",
      role: "author",
      other: "partner",
      round: 1,
      isAnswer: false,
      isLast: false,
    });
    const broken = dialogueText([]).replace("Max rounds: 5", "Max rounds: many");
    expect(stageOf(parseDialogue(broken))).toEqual(over);
  });

  it("goes on in the round of the last turn until both have spoken in it", () => {
    const turn = { kind: "turn", isAnswer: false, isLast: false };
    expect(stage([first])).toEqual({ ...turn, role: "partner", other: "author", round: 1 });
    expect(stage(answered)).toEqual({ ...turn, role: "author", other: "partner", round: 2 });
    expect(stage(asked)).toEqual({ ...turn, role: "partner", other: "author", round: 2, isLast: true });
    expect(stage(asked, "3")).toMatchObject({ role: "partner", isLast: false });
  });

  it("is over after the last round, when both stopped, and where a person has to say", () => {
    const spoken: readonly SaidTurn[] = [...asked, ["partner", 2, "So.", "AWAITING author"]];
    expect(stage(spoken)).toEqual(over);
    expect(stage(spoken, "3")).toMatchObject({ role: "author", round: 3 });
    expect(stage([...answered, ["author", 2, "I do not know.", "STUCK"]])).toEqual(over);
    expect(stage([first, ["author", 1, "And?", "AWAITING partner"]])).toEqual(over);
  });

  it("lets the author agree to a proposal of the last turn, and that is the last word", () => {
    const proposed: readonly SaidTurn[] = [...asked, ["partner", 2, "Then this.", "PROPOSING_DONE"]];
    expect(stage(proposed)).toEqual({
      kind: "turn",
      role: "author",
      other: "partner",
      round: 3,
      isAnswer: true,
      isLast: true,
    });
    expect(stage([...answered, ["author", 2, "Then this.", "PROPOSING_DONE"]])).toMatchObject({
      role: "partner",
      isAnswer: true,
      isLast: true,
    });
    expect(stage([["author", 1, "Then this.", "PROPOSING_DONE"]])).toMatchObject({
      role: "partner",
      isAnswer: true,
      isLast: false,
    });
  });

  it("needs two to speak", () => {
    const dialogue = parseDialogue(dialogueText([first]));
    const [author] = dialogue.header.participants;
    const alone = { ...dialogue.header, participants: author === undefined ? [] : [author] };
    expect(stageOf({ ...dialogue, header: alone })).toEqual(over);
    expect(stageOf({ ...dialogue, header: { ...dialogue.header, participants: [] } })).toEqual(over);
  });

  it("has one round where the file names no number of them", () => {
    const { header, ...dialogue } = parseDialogue(dialogueText([first]));
    expect(stageOf({ ...dialogue, header: { ...header, maxRounds: null } })).toMatchObject({ isLast: true });
  });
});

describe("isTerminal", () => {
  it("is giving up at any time, a proposal in one's turn, and agreement to one", () => {
    const words = ["AWAITING", "PROPOSING_DONE", "DONE", "STUCK"];
    const terminal = (isAnswer: boolean) => words.filter((word) => isTerminal(word, { isAnswer }));
    expect(terminal(false)).toEqual(["PROPOSING_DONE", "STUCK"]);
    expect(terminal(true)).toEqual(["DONE", "STUCK"]);
  });
});
