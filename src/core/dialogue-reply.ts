import type { AnswerOf } from "./answer-schema.ts";
import { readDialogue } from "./dialogue.ts";
import { adjustmentsIn } from "./dialogue-adjustments.ts";
import { checkAppend } from "./dialogue-append.ts";
import { readLines } from "./dialogue-lines.ts";
import type { TurnStatus } from "./dialogue-parts.ts";

/** What a side is asked for. The rest of a turn (heading, status line) is written by the program. */
export const replySchema = {
  type: "object",
  properties: {
    message: { type: "string" },
    status: { type: "string", enum: ["AWAITING", "PROPOSING_DONE", "DONE", "STUCK"] },
    adjustments: {
      type: "array",
      maxItems: 3,
      items: {
        type: "object",
        properties: {
          section: { type: "string", maxLength: 200 },
          problem: { type: "string", maxLength: 1000 },
          suggestion: { type: "string", maxLength: 2000 },
        },
      },
    },
  },
} as const;

export type Reply = AnswerOf<typeof replySchema>;

/**
 * Why an answer is not taken as a turn.
 *
 * - `empty`, `too-long`, `control-character`: of the message
 * - `heading-in-text`, `status-in-text`, `verdict-in-text`, `adjustment-in-text`: it holds what only the program writes
 * - `open-fence`: a fenced block in it is never closed, and would swallow what follows
 * - `done-without-proposal`, `proposal-not-answered`: a status that cannot follow the last one
 * - `adjustment-in-done`, `adjustment-empty`: an edit that the other never saw, or one without words
 * - `not-one-turn`: with it the file would not be what it was and one turn more
 */
export type ReplyFault =
  | "empty"
  | "too-long"
  | "control-character"
  | "heading-in-text"
  | "status-in-text"
  | "verdict-in-text"
  | "adjustment-in-text"
  | "open-fence"
  | "done-without-proposal"
  | "proposal-not-answered"
  | "adjustment-in-done"
  | "adjustment-empty"
  | "not-one-turn";

/** Who speaks, when. */
export interface TurnFacts {
  readonly role: string;
  readonly other: string;
  readonly round: number;
  /** `YYYY-MM-DD HH:MM`. */
  readonly stamp: string;
  /** The instruction file that adjustments are of. */
  readonly file: string;
}

export type ComposedTurn =
  | { readonly kind: "turn"; readonly text: string }
  | { readonly kind: "malformed"; readonly because: ReplyFault };

const longestMessage = 8000;

/**
 * The turn that an answer makes, to be appended to the file as it stands; or why it makes none. The message goes in verbatim
 * but for the blanks at its ends: what could pass for a turn, a status, a verdict or an edit of its own is refused, not rewritten.
 */
export function composeTurn(before: string, reply: Reply, facts: TurnFacts): ComposedTurn {
  const message = reply.message.trim();
  const fault = faultOfMessage(message) ?? faultOfStatus(before, reply.status, facts) ?? faultOfEdits(reply);
  if (fault !== null) return { kind: "malformed", because: fault };
  const text = turnText(message, reply, facts);
  const after = before + text;
  const check = checkAppend(before, after, facts.role);
  const read = readDialogue(after);
  const last = read.written.at(-1);
  if (last?.turn.verdict !== undefined || last?.isContradictory === true) {
    return { kind: "malformed", because: "verdict-in-text" };
  }
  if (read.dialogue.warnings.some((code) => code.startsWith("unclosed-fence"))) {
    return { kind: "malformed", because: "open-fence" };
  }
  if (check.errors.length > 0 || read.dialogue.outcome === "INVALID") {
    return { kind: "malformed", because: "not-one-turn" };
  }
  const { agreed, drafts } = adjustmentsIn({ dialogue: read.dialogue, written: read.written.slice(-1) });
  if (agreed.length + drafts !== reply.adjustments.length) {
    return { kind: "malformed", because: "adjustment-in-text" };
  }
  return { kind: "turn", text };
}

function faultOfMessage(message: string): ReplyFault | null {
  if (message === "") return "empty";
  if (message.length > longestMessage) return "too-long";
  // Of the control characters a message needs line ends and tabs only; other line ends part lines for some readers alone.
  if (/[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}]/u.test(message)) return "control-character";
  // Not only as the grammar has them: who reads the file, person or model, takes for a turn what looks like one.
  const { lines } = readLines(looksOf(message));
  // Also in a fence: critique-loop's own orchestrator counts every such line as a turn.
  if (lines.some(({ text }) => text.trimStart().startsWith("## ["))) return "heading-in-text";
  if (lines.some(({ fenced, text }) => !fenced && /^\s*status *:/iu.test(text))) return "status-in-text";
  return readLines(message).openFence ? "open-fence" : null;
}

/** A text without what nobody sees, and with the plain form of letters that look like others. */
function looksOf(text: string): string {
  return text.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}

function faultOfStatus(before: string, status: TurnStatus, { other }: TurnFacts): ReplyFault | null {
  const last = readDialogue(before).dialogue.turns.at(-1);
  const isProposed = last?.status === "PROPOSING_DONE" && last.role === other;
  if (status === "DONE" && !isProposed) return "done-without-proposal";
  return status === "PROPOSING_DONE" && isProposed ? "proposal-not-answered" : null;
}

function faultOfEdits({ adjustments, status }: Reply): ReplyFault | null {
  if (status === "DONE" && adjustments.length > 0) return "adjustment-in-done";
  const isEmpty = adjustments.some((one) => Object.values(one).some((text) => text.trim() === ""));
  return isEmpty ? "adjustment-empty" : null;
}

/** JSON on one line, for every reader: no text in it can close the fence around it, or look like a line of its own. */
function turnText(message: string, { adjustments, status }: Reply, facts: TurnFacts): string {
  const { file, other, role, round, stamp } = facts;
  const blocks = adjustments.map(
    ({ problem, section, suggestion }) =>
      `\n\`\`\`adjustment\n${oneLineJson({ file, section, problem, suggestion })}\n\`\`\`\n`,
  );
  const end = status === "AWAITING" ? `AWAITING ${other}` : status;
  return [
    `\n---\n\n## [${role}] Round ${round} \u2014 ${stamp}\n\n${message}\n`,
    ...blocks,
    `\nStatus: ${end}\n`,
  ].join("");
}

function oneLineJson(value: object): string {
  return JSON.stringify(value).replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
