import { isRole, isStamp } from "./dialogue-header.ts";
import type { DialogueLine } from "./dialogue-lines.ts";
import type { DialogueTurn } from "./dialogue-parts.ts";

/** A turn as it stands in the file. */
export interface WrittenTurn {
  readonly turn: DialogueTurn;
  /** The dash of its heading was another one than the em dash. */
  readonly isDashVariant: boolean;
  /** What is wrong with how it ends; null where it ends with a status. */
  readonly fault: "missing-status" | "status-not-last" | "bad-status" | null;
  /** Blanks behind its status, or behind its heading. */
  readonly statusTrailing: boolean;
  readonly headingTrailing: boolean;
  /** It says both PASS and FAIL. */
  readonly isContradictory: boolean;
  /** From its heading to the end of its last line that says something, in UTF-16 units of the text as given. */
  readonly start: number;
  readonly end: number;
  /** The lines between heading and end. */
  readonly body: readonly DialogueLine[];
}

interface TurnsRead {
  /** The lines before the first turn. */
  readonly head: readonly DialogueLine[];
  readonly turns: readonly WrittenTurn[];
  /** Lines that a reader who goes by `## [` alone takes for headings. */
  readonly headingLike: number;
}

interface Heading {
  readonly index: number;
  readonly role: string;
  readonly round: number;
  readonly at: string;
  readonly isDashVariant: boolean;
}

/**
 * Finds the turns of a dialogue. A heading counts only outside fenced blocks, in the form of the protocol, and behind a line
 * `---`; a turn ends where the next one's `---` begins. Its status is its last line that says something.
 */
export function readTurns(lines: readonly DialogueLine[]): TurnsRead {
  const headings = headingsIn(lines);
  const turns = headings.map((heading, index) => {
    const next = headings[index + 1]?.index ?? lines.length;
    return turnOf(heading, index + 1, lines.slice(heading.index, endOf(lines, heading.index, next)));
  });
  return {
    head: lines.slice(0, headings[0]?.index ?? lines.length),
    turns,
    headingLike: lines.filter(({ text }) => text.startsWith("## [")).length,
  };
}

const headingLine = /^## \[([^\]]+)\] Round (\d{1,6}) ([\u2014\u2013-]) (.+)$/u;

function headingsIn(lines: readonly DialogueLine[]): readonly Heading[] {
  const found: Heading[] = [];
  let isBehindRule = false;
  for (const [index, { text, fenced }] of lines.entries()) {
    if (text === "") continue;
    const [, role = "", round, dash, at = ""] = fenced ? [] : (headingLine.exec(text) ?? []);
    if (isBehindRule && isRole(role) && isStamp(at)) {
      found.push({ index, role, round: Number(round), at, isDashVariant: dash !== "\u2014" });
    }
    isBehindRule = !fenced && text === "---";
  }
  return found;
}

/** The blank lines and rules in front of the next heading belong to neither; at the end of the file a rule is one begun. */
function endOf(lines: readonly DialogueLine[], from: number, to: number): number {
  let end = to;
  while (end > from + 1) {
    const line = lines[end - 1];
    if (line === undefined || (line.text !== "" && (line.text !== "---" || line.fenced))) break;
    end -= 1;
  }
  return end;
}

function turnOf(heading: Heading, n: number, own: readonly DialogueLine[]): WrittenTurn {
  const { role, round, at, isDashVariant } = heading;
  const body = own.slice(1);
  const last = body.at(-1);
  const status = readStatus(last);
  const verdicts = new Set<"PASS" | "FAIL">(
    body.flatMap(({ text, fenced }) => {
      const word = fenced ? undefined : /^Verdict: (PASS|FAIL)$/u.exec(text)?.[1];
      return word === "PASS" || word === "FAIL" ? [word] : [];
    }),
  );
  const [verdict] = verdicts;
  const isEarlier = body.slice(0, -1).some((line) => readStatus(line).kind === "status");
  return {
    turn: {
      n,
      role,
      round,
      at,
      status: status.kind === "status" ? status.status : null,
      ...(status.kind === "status" && status.awaiting !== null ? { awaiting: status.awaiting } : {}),
      ...(verdict !== undefined && verdicts.size === 1 ? { verdict } : {}),
    },
    isDashVariant,
    fault:
      status.kind === "status"
        ? null
        : status.kind === "bad"
          ? "bad-status"
          : isEarlier
            ? "status-not-last"
            : "missing-status",
    statusTrailing: status.kind === "status" && last?.trailing === true,
    headingTrailing: own[0]?.trailing === true,
    isContradictory: verdicts.size > 1,
    start: own[0]?.start ?? 0,
    end: own.at(-1)?.end ?? 0,
    body,
  };
}

type StatusRead =
  | {
      readonly kind: "status";
      readonly status: NonNullable<DialogueTurn["status"]>;
      readonly awaiting: string | null;
    }
  | { readonly kind: "bad" }
  | { readonly kind: "none" };

/** What a line says as a status. In a fenced block it is quoted and says nothing. */
function readStatus(line: Pick<DialogueLine, "text" | "fenced"> | undefined): StatusRead {
  if (line === undefined || line.fenced || !/^status *:/iu.test(line.text)) return { kind: "none" };
  const [, word, role] = /^Status: (AWAITING|PROPOSING_DONE|DONE|STUCK)(?: (\S+))?$/u.exec(line.text) ?? [];
  if (word === "AWAITING" && role !== undefined && isRole(role)) {
    return { kind: "status", status: word, awaiting: role };
  }
  if ((word === "PROPOSING_DONE" || word === "DONE" || word === "STUCK") && role === undefined) {
    return { kind: "status", status: word, awaiting: null };
  }
  return { kind: "bad" };
}
