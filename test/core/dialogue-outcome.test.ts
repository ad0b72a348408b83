import { describe, expect, it } from "vitest";
import { standingOf } from "../../src/core/dialogue-outcome.ts";
import type { DialogueHeader, DialogueTurn, TurnStatus } from "../../src/core/dialogue-parts.ts";

function header(maxRounds: number | null, roles = ["author", "partner"]): DialogueHeader {
  return {
    topic: "goal-clause",
    started: null,
    maxRounds,
    participants: roles.map((role) => ({ role, kind: "subagent" })),
  };
}

function turn(
  n: number,
  role: string,
  status: TurnStatus | null,
  more: Partial<DialogueTurn> = {},
): DialogueTurn {
  return { n, role, round: Math.ceil(n / 2), at: "2026-06-02 08:00", status, ...more };
}

const open = { outcome: "OPEN", nextActor: null, verdict: null };

describe("where a dialogue stands", () => {
  it("is open, and nobody's turn, before the first turn and after one that does not say", () => {
    expect(standingOf(header(3), [])).toEqual(open);
    expect(standingOf(header(3), [turn(1, "author", null)])).toEqual(open);
    expect(standingOf(header(3), [turn(1, "author", "AWAITING")])).toEqual(open);
  });

  it("is confirmed by the other alone", () => {
    const proposed = turn(1, "author", "PROPOSING_DONE");
    const done = { verdict: "FAIL" } as const;
    expect(standingOf(header(3), [proposed, turn(2, "partner", "DONE", done)])).toEqual({
      outcome: "CONCLUDED",
      nextActor: null,
      verdict: "FAIL",
    });
    const unconfirmed = { outcome: "CONCLUDED_UNCONFIRMED", nextActor: null, verdict: null };
    expect(standingOf(header(3), [proposed, turn(2, "author", "DONE", done)])).toEqual(unconfirmed);
    expect(standingOf(header(3), [turn(1, "author", "DONE", done)])).toEqual(unconfirmed);
  });

  it("waits for the one other participant to answer a proposal, and for a person where there are several", () => {
    const turns = [turn(1, "author", "PROPOSING_DONE")];
    expect(standingOf(header(3), turns)).toEqual({ ...open, nextActor: "partner" });
    expect(standingOf(header(3, ["author", "partner", "third"]), turns)).toEqual(open);
  });

  it("is at its most rounds when both have spoken in the last one, and never where none were named", () => {
    const spoken = [
      turn(1, "author", "AWAITING", { awaiting: "partner" }),
      turn(2, "partner", "AWAITING", { awaiting: "author" }),
    ];
    const waiting = { nextActor: "author", verdict: null };
    expect(standingOf(header(1), spoken)).toEqual({ outcome: "OPEN_AT_MAX", ...waiting });
    expect(standingOf(header(2), spoken)).toEqual({ outcome: "OPEN", ...waiting });
    expect(standingOf(header(null), spoken)).toEqual({ outcome: "OPEN", ...waiting });
    expect(standingOf(header(1), spoken.slice(0, 1))).toMatchObject({ outcome: "OPEN" });
  });
});
