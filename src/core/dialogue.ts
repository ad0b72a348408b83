import { readHeader } from "./dialogue-header.ts";
import { readLines } from "./dialogue-lines.ts";
import { standingOf } from "./dialogue-outcome.ts";
import type { DialogueHeader, DialogueOutcome, DialogueTurn } from "./dialogue-parts.ts";
import { readTurns, type WrittenTurn } from "./dialogue-turns.ts";

/** A dialogue as its file tells it. */
export interface Dialogue {
  readonly outcome: DialogueOutcome;
  /** Who is to speak; null where it is over, a person has to say, or it is not valid. */
  readonly nextActor: string | null;
  /** Of a `Verdict:` line in a DONE that the other had proposed, and of nothing else. */
  readonly verdict: "PASS" | "FAIL" | null;
  /** Codes, those of a turn with `@` and its number. Any of them makes the dialogue INVALID. */
  readonly errors: readonly string[];
  /** Codes of what was overlooked, or of what a reader may want to know. */
  readonly warnings: readonly string[];
  readonly header: DialogueHeader;
  readonly turns: readonly DialogueTurn[];
  /** Lines that begin with `## [`: what the orchestrator of critique-loop counts as turns. */
  readonly upstreamHeaderCount: number;
}

/** A dialogue with the places of its turns. */
export interface ReadDialogue {
  readonly dialogue: Dialogue;
  readonly written: readonly WrittenTurn[];
}

/**
 * Reads and checks a file of critique-loop (`.dialogues/YYYYMMDD-HHMMSS-slug.md`): who said what in which round, what is wrong
 * with it, and where it stands. Any text has an answer; nothing is thrown. Source: critique-loop 9926cd0.
 *
 * @example parseDialogue("").errors // ["header-topic", "header-started", "header-max-rounds", "header-participants", "no-turns"]
 */
export function parseDialogue(text: string): Dialogue {
  return readDialogue(text).dialogue;
}

/** As `parseDialogue`, with where each turn begins and ends. */
export function readDialogue(text: string): ReadDialogue {
  const { lines, warnings, openFence } = readLines(text);
  const { head, turns: written, headingLike } = readTurns(lines);
  const { header, errors: headerErrors, warnings: headerWarnings } = readHeader(beforeRule(head));
  const turns = written.map(({ turn }) => turn);
  const errors = [
    ...headerErrors,
    ...(written.length === 0 ? ["no-turns"] : []),
    ...turnErrors(header, written),
  ];
  const standing =
    errors.length > 0
      ? { outcome: "INVALID" as const, nextActor: null, verdict: null }
      : standingOf(header, turns);
  return {
    dialogue: {
      ...standing,
      errors,
      warnings: [
        ...warnings,
        ...(headingLike > written.length ? ["heading-like-text"] : []),
        ...headerWarnings,
        ...written.flatMap((one) => turnWarnings(header, turns, one).map((code) => `${code}@${one.turn.n}`)),
        ...(openFence ? [written.length === 0 ? "unclosed-fence" : `unclosed-fence@${written.length}`] : []),
        ...(hasBlanksAtEnd(lines) ? ["trailing-blank-lines"] : []),
      ],
      header,
      turns,
      upstreamHeaderCount: headingLike,
    },
    written,
  };
}

/** The header ends at the first rule: what a stray text behind it says is none of it. */
function beforeRule<Line extends { readonly text: string }>(head: readonly Line[]): readonly Line[] {
  const end = head.findIndex(({ text }) => text === "---" || text.startsWith("## ["));
  return end === -1 ? head : head.slice(0, end);
}

/** In one pass, so that a file of very many turns is read in time. */
function turnErrors({ participants }: DialogueHeader, written: readonly WrittenTurn[]): readonly string[] {
  const roles = participants.map((one) => one.role);
  // Without two roles in the header there is nothing to hold a role against; the header has its own error.
  const isUnknown = (one: string): boolean => roles.length === 2 && !roles.includes(one);
  const spoken = new Set<string>();
  let last: DialogueTurn | null = null;
  let isDone = false;
  const errors: string[] = [];
  for (const { turn, fault } of written) {
    const { n, role, round, status, awaiting } = turn;
    const own = [
      ...(isUnknown(role) ? ["unknown-role"] : []),
      ...(last !== null && last.role === role && last.status !== "STUCK" ? ["same-role-twice"] : []),
      ...(spoken.has(`${round} ${role}`) ? ["duplicate-round"] : []),
      ...(fault === null ? [] : [fault]),
      ...(status === "AWAITING" && awaiting === role ? ["awaiting-self"] : []),
      ...(status === "AWAITING" && awaiting !== undefined && isUnknown(awaiting) ? ["awaiting-unknown"] : []),
      ...(isDone ? ["turn-after-done"] : []),
    ];
    errors.push(...own.map((code) => `${code}@${n}`));
    spoken.add(`${round} ${role}`);
    isDone ||= status === "DONE";
    last = turn;
  }
  return errors;
}

function turnWarnings(
  { maxRounds }: DialogueHeader,
  turns: readonly DialogueTurn[],
  one: WrittenTurn,
): readonly string[] {
  const { turn } = one;
  const before = turns[turn.n - 2];
  const isProposed = before?.status === "PROPOSING_DONE" && before.role !== turn.role;
  return [
    ...(one.isDashVariant ? ["dash-variant"] : []),
    ...(one.headingTrailing ? ["heading-trailing-space"] : []),
    ...(maxRounds !== null && turn.round > maxRounds ? ["over-max-rounds"] : []),
    ...(one.statusTrailing ? ["status-trailing-space"] : []),
    ...(one.isContradictory ? ["verdict-contradiction"] : []),
    ...(turn.status === "DONE" && !isProposed ? ["done-without-proposal"] : []),
  ];
}

/** Nothing but one line end belongs behind the last status. */
function hasBlanksAtEnd(lines: readonly { readonly text: string }[]): boolean {
  return lines.length > 1 && lines.at(-1)?.text === "";
}
