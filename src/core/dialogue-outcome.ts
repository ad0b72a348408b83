import type { DialogueHeader, DialogueOutcome, DialogueTurn } from "./dialogue-parts.ts";

interface Standing {
  readonly outcome: DialogueOutcome;
  /** Who is to speak; null where it is over, or a person has to say. */
  readonly nextActor: string | null;
  /** Of a confirmed DONE only: DONE alone says that both stopped, and no more. */
  readonly verdict: "PASS" | "FAIL" | null;
}

/** Where does a dialogue without errors stand after these turns? */
export function standingOf(header: DialogueHeader, turns: readonly DialogueTurn[]): Standing {
  const last = turns.at(-1);
  const open = (nextActor: string | null): Standing => ({
    outcome: isAtMax(header, turns) ? "OPEN_AT_MAX" : "OPEN",
    nextActor,
    verdict: null,
  });
  switch (last?.status) {
    case "DONE": {
      if (!isConfirmed(turns)) return { outcome: "CONCLUDED_UNCONFIRMED", nextActor: null, verdict: null };
      return { outcome: "CONCLUDED", nextActor: null, verdict: last.verdict ?? null };
    }
    case "STUCK":
      return { outcome: "STUCK", nextActor: null, verdict: null };
    case "PROPOSING_DONE":
      return open(otherRole(header, last.role));
    case "AWAITING":
      return open(last.awaiting ?? null);
    case undefined:
    case null:
      return open(null);
  }
}

/** Whether the last turn answers the other's proposal to end. */
function isConfirmed(turns: readonly DialogueTurn[]): boolean {
  const [before, last] = turns.slice(-2);
  return before?.status === "PROPOSING_DONE" && last !== undefined && before.role !== last.role;
}

/** The participant that a role talks to; null where the header does not say. */
function otherRole(header: DialogueHeader, role: string): string | null {
  const others = header.participants.filter((one) => one.role !== role);
  return others.length === 1 ? (others[0]?.role ?? null) : null;
}

/** Only when both have spoken in the last round: taken literally, the second would lose its last turn. */
function isAtMax({ maxRounds }: DialogueHeader, turns: readonly DialogueTurn[]): boolean {
  const round = turns.at(-1)?.round ?? 0;
  if (maxRounds === null || round < maxRounds) return false;
  return new Set(turns.filter((turn) => turn.round === round).map(({ role }) => role)).size > 1;
}
