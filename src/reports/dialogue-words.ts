import type { DialogueOutcome } from "../core/dialogue-parts.ts";

/** Where a dialogue stands, in a sentence. */
export function outcomeWords(outcome: DialogueOutcome): string {
  return outcomes[outcome];
}

const outcomes: Readonly<Record<DialogueOutcome, string>> = {
  INVALID: "The file breaks the protocol; nothing is concluded from it.",
  OPEN: "It goes on.",
  OPEN_AT_MAX: "Both have spoken in the last round and neither has ended it: a person has to say.",
  STUCK: "They cannot settle it: a person has to say.",
  CONCLUDED: "One proposed to end and the other agreed.",
  CONCLUDED_UNCONFIRMED: "One said DONE, which the other had not proposed.",
};

/**
 * What a code of `dialogue check` means, in a few words; the number of its turn is left to the code.
 *
 * @example dialogueCodeWords("bad-status@2") // "its status is none of AWAITING role, PROPOSING_DONE, DONE, STUCK"
 */
export function dialogueCodeWords(code: string): string {
  const name = code.replace(/@\d+$/u, "");
  return Object.hasOwn(codes, name) ? (codes[name] ?? name) : name;
}

const codes: Readonly<Record<string, string>> = {
  "header-topic": "the first line is not `# Dialogue: TOPIC`",
  "header-started": "there is no line `Started: YYYY-MM-DD HH:MM`",
  "header-max-rounds": "there is no line `Max rounds: N`",
  "header-participants": "there are not two participants with different roles",
  "header-axis": "`Axis:` does not name an axis",
  "no-turns": "there is no turn: `---`, then `## [role] Round N \u2014 YYYY-MM-DD HH:MM`",
  "unknown-role": "its role is no participant",
  "same-role-twice": "the same role spoke before it",
  "duplicate-round": "its role has spoken in this round already",
  "missing-status": "it does not end with a status",
  "status-not-last": "something stands behind its status",
  "bad-status": "its status is none of AWAITING role, PROPOSING_DONE, DONE, STUCK",
  "awaiting-self": "it waits for itself",
  "awaiting-unknown": "it waits for somebody who is no participant",
  "turn-after-done": "the dialogue had ended before it",
  "earlier-bytes-changed": "what was kept of the file is not its beginning any more",
  bom: "the file begins with a byte order mark",
  crlf: "lines end in CRLF",
  "no-final-newline": "the last line has no line end",
  "heading-like-text": "a line begins with `## [` and is no heading of a turn",
  "max-rounds-clamped": "the number of rounds was taken as the nearest from 1 to 20",
  "dash-variant": "its heading has another dash than \u2014",
  "heading-trailing-space": "blanks stand behind its heading",
  "over-max-rounds": "its round is beyond the last one",
  "status-trailing-space": "blanks stand behind its status",
  "verdict-contradiction": "it says both PASS and FAIL, which is no verdict",
  "done-without-proposal": "it says DONE, and the other had not proposed it",
  "unclosed-fence": "a fenced block is never closed; what follows it is quoted",
  "trailing-blank-lines": "blank lines stand at the end",
};
