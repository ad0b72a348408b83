import type { Grade } from "../core/cycle.ts";
import type { BlindItem } from "../regrade/queue.ts";

/** An open item with the grade that it has so far. */
export interface GradingItem extends BlindItem {
  readonly answer: Grade | null;
}

/** Where the person is: looking at an item (a page of it), or writing why it got its grade. */
type GradingPhase =
  | { readonly kind: "item"; readonly page: number }
  | { readonly kind: "reason"; readonly page: number; readonly grade: Grade; readonly typed: string };

/** A sitting at the terminal: which item is on the screen, and what the items have been graded. */
export interface GradingSession {
  readonly items: readonly GradingItem[];
  readonly position: number;
  readonly phase: GradingPhase;
}

/** What the person did. Keys that mean nothing where they were pressed change nothing. */
export type GradingInput =
  | { readonly kind: "letter"; readonly letter: string }
  | { readonly kind: "next-page" }
  | { readonly kind: "previous-page" }
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "erase" }
  | { readonly kind: "erase-all" }
  | { readonly kind: "submit" }
  | { readonly kind: "cancel" };

/** A grade that must be stored before the next screen is shown. */
export interface GivenGrade {
  readonly ref: string;
  readonly grade: Grade;
  readonly reason: string | null;
}

export interface GradingStep {
  readonly session: GradingSession;
  readonly given: GivenGrade | null;
  /** `quit`: the person stops here; `done`: no item follows. Null goes on. */
  readonly end: "quit" | "done" | null;
}

const gradeOfLetter: Readonly<Record<string, Grade>> = { p: "PASS", f: "FAIL", c: "CANT_TELL" };

/**
 * A sitting over these items, at the first one without a grade; null where every item has one.
 * Items that were answered before stay reachable with "back".
 */
export function startGrading(items: readonly GradingItem[]): GradingSession | null {
  const position = items.findIndex((item) => item.answer === null);
  return position < 0 ? null : { items, position, phase: { kind: "item", page: 0 } };
}

/** The item on the screen. */
export function currentItem(session: GradingSession): GradingItem {
  const item = session.items[session.position];
  if (item === undefined) throw new RangeError(`no item at position ${session.position}`);
  return item;
}

/** How many items still have no grade. */
export function countUnanswered(session: GradingSession): number {
  return session.items.filter((item) => item.answer === null).length;
}

/** What one input makes of a sitting. A grade is given only with its reason line, so that both are stored as one. */
export function takeGradingStep(session: GradingSession, input: GradingInput): GradingStep {
  return session.phase.kind === "item"
    ? stepAtItem(session, session.phase.page, input)
    : stepAtReason(session, session.phase, input);
}

function stepAtItem(session: GradingSession, page: number, input: GradingInput): GradingStep {
  if (input.kind === "next-page") return goOn({ ...session, phase: { kind: "item", page: page + 1 } });
  if (input.kind === "previous-page") return goOn({ ...session, phase: { kind: "item", page: page - 1 } });
  if (input.kind !== "letter") return goOn(session);
  const letter = input.letter.toLowerCase();
  const grade = Object.hasOwn(gradeOfLetter, letter) ? gradeOfLetter[letter] : undefined;
  if (grade !== undefined) return goOn({ ...session, phase: { kind: "reason", page, grade, typed: "" } });
  switch (letter) {
    case "b":
      return goOn(session.position === 0 ? session : moveTo(session, session.position - 1));
    case "s":
      return goToNextUnanswered(session, null);
    case "q":
      return { session, given: null, end: "quit" };
    default:
      return goOn(session);
  }
}

function stepAtReason(
  session: GradingSession,
  phase: Extract<GradingPhase, { kind: "reason" }>,
  input: GradingInput,
): GradingStep {
  const retype = (typed: string): GradingStep => goOn({ ...session, phase: { ...phase, typed } });
  switch (input.kind) {
    case "type":
      return retype(phase.typed + input.text);
    case "erase":
      return retype(withoutLastCharacter(phase.typed));
    case "erase-all":
      return retype("");
    case "cancel":
      return goOn({ ...session, phase: { kind: "item", page: phase.page } });
    case "submit": {
      const item = currentItem(session);
      const typed = phase.typed.trim();
      const given = { ref: item.ref, grade: phase.grade, reason: typed === "" ? null : typed };
      const items = session.items.map((each) =>
        each.ref === item.ref ? { ...each, answer: phase.grade } : each,
      );
      return goToNextUnanswered({ ...session, items }, given);
    }
    case "letter":
    case "next-page":
    case "previous-page":
      return goOn(session);
  }
}

/** Only forwards: an item that was skipped comes back in the next sitting, not as a loop in this one. */
function goToNextUnanswered(session: GradingSession, given: GivenGrade | null): GradingStep {
  const next = session.items.findIndex((item, index) => index > session.position && item.answer === null);
  return next < 0 ? { session, given, end: "done" } : { session: moveTo(session, next), given, end: null };
}

function moveTo(session: GradingSession, position: number): GradingSession {
  return { ...session, position, phase: { kind: "item", page: 0 } };
}

function goOn(session: GradingSession): GradingStep {
  return { session, given: null, end: null };
}

/** Takes away what a reader sees as one character, which may be several code points. */
function withoutLastCharacter(text: string): string {
  const last = [...new Intl.Segmenter().segment(text)].at(-1);
  return last === undefined ? "" : text.slice(0, last.index);
}
