import type { Dialogue } from "./dialogue.ts";
import { fewestRounds } from "./dialogue-header.ts";

/** What comes next in a dialogue that the program conducts. */
export type DialogueStage =
  | { readonly kind: "over" }
  | {
      readonly kind: "turn";
      readonly role: string;
      readonly other: string;
      readonly round: number;
      /** The other proposes to end it: this turn agrees, disputes or gives up. */
      readonly isAnswer: boolean;
      /** No turn follows this one, unless it proposes to end and the other is still to agree. */
      readonly isLast: boolean;
    };

/**
 * Who speaks next, in which round, and is it the last word? The author begins. In the last round the partner's turn is the last;
 * where it proposes to end, the author has one more to agree. A file that is not valid is over.
 */
export function stageOf({ errors, header, nextActor, turns }: Dialogue): DialogueStage {
  const [author, partner] = header.participants.map(({ role }) => role);
  if (author === undefined || partner === undefined) return { kind: "over" };
  const last = turns.at(-1);
  if (last === undefined) {
    const isOnlyEmpty = errors.every((code) => code === "no-turns");
    const round = fewestRounds;
    return isOnlyEmpty
      ? { kind: "turn", role: author, other: partner, round, isAnswer: false, isLast: false }
      : { kind: "over" };
  }
  if (errors.length > 0 || nextActor === null) return { kind: "over" };
  const hasSpoken = turns.some(({ role, round }) => role === nextActor && round === last.round);
  const round = hasSpoken ? last.round + 1 : last.round;
  const most = header.maxRounds ?? fewestRounds;
  const isAnswer = last.status === "PROPOSING_DONE";
  if (round > most && !isAnswer) return { kind: "over" };
  return {
    kind: "turn",
    role: nextActor,
    other: nextActor === author ? partner : author,
    round,
    isAnswer,
    isLast: round > most || (round === most && nextActor === partner),
  };
}

/** Whether a turn with this status ends the dialogue where it is the last one, or leads to the one turn that does. */
export function isTerminal(status: string, stage: { readonly isAnswer: boolean }): boolean {
  return status === "STUCK" || (stage.isAnswer ? status === "DONE" : status === "PROPOSING_DONE");
}
