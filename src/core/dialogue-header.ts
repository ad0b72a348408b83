import { isAxisName } from "./axis.ts";
import type { DialogueLine } from "./dialogue-lines.ts";
import type { DialogueHeader, Participant } from "./dialogue-parts.ts";

export const fewestRounds = 1;
const mostRounds = 20;

/** What is longer is none of the header's lines. */
const longestLine = 1000;

interface HeaderRead {
  readonly header: DialogueHeader;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Reads the header of a dialogue from the lines before its first turn: topic, time, rounds (kept within 1 to 20), two
 * participants. `Template:` of older files and our own `Axis:` are read where they stand; other lines are left alone.
 */
export function readHeader(lines: readonly DialogueLine[]): HeaderRead {
  const own = lines.flatMap(({ text, fenced }) => (fenced || text.length > longestLine ? [] : [text]));
  const first = (pattern: RegExp): string | null => {
    for (const line of own) {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) return found;
    }
    return null;
  };
  const topic = /^# Dialogue: +(\S.*)$/u.exec(own.find((line) => line !== "") ?? "")?.[1] ?? null;
  const started = first(/^Started: *(.+)$/u);
  const rounds = first(/^Max rounds: *(\d+)$/u);
  const template = first(/^Template: *(.+)$/u);
  const axis = first(/^Axis: *(.+)$/u);
  const participants = own.flatMap(participantIn);
  const isStarted = started !== null && isStamp(started);
  const maxRounds = rounds === null ? null : clampRounds(Number(rounds));
  const areTwo = participants.length === 2 && participants[0]?.role !== participants[1]?.role;
  return {
    header: {
      topic,
      started: isStarted ? started : null,
      maxRounds,
      participants,
      ...(template === null ? {} : { template }),
      ...(axis !== null && isAxisName(axis) ? { axis } : {}),
    },
    errors: [
      ...(topic === null ? ["header-topic"] : []),
      ...(isStarted ? [] : ["header-started"]),
      ...(maxRounds === null ? ["header-max-rounds"] : []),
      ...(areTwo ? [] : ["header-participants"]),
      ...(axis === null || isAxisName(axis) ? [] : ["header-axis"]),
    ],
    warnings: maxRounds !== null && maxRounds !== Number(rounds) ? ["max-rounds-clamped"] : [],
  };
}

/**
 * A number of rounds within 1 to 20.
 *
 * @example clampRounds(50) // 20
 */
export function clampRounds(rounds: number): number {
  return Math.min(mostRounds, Math.max(fewestRounds, rounds));
}

const participantLine = /^ *- +([^\s@()]+) +(?:@ +(.+)|\((subagent|codex)\)(?: +#.*)?)$/u;

function participantIn(line: string): readonly Participant[] {
  const [, role = "", at, kind] = participantLine.exec(line) ?? [];
  if (!isRole(role)) return [];
  if (kind === "subagent" || kind === "codex") return [{ role, kind }];
  const folder = at?.split(/(?:^| +)#(?: |$)/u)[0]?.trimEnd() ?? "";
  return folder === "" ? [] : [{ role, kind: "directory", at: folder }];
}

const longestRole = 64;

/** Whether a text may name a role: lower-case letters and digits, with hyphens and apostrophes inside (devil's-advocate). */
export function isRole(text: string): boolean {
  return text.length <= longestRole && /^[a-z0-9](?:[a-z0-9'-]*[a-z0-9])?$/u.test(text);
}

/** Whether a text is a time of these files: `YYYY-MM-DD HH:MM`, a date and a time that exist. */
export function isStamp(text: string): boolean {
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/u.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A month or a day that does not exist leads into another month.
  return date.getUTCMonth() === month - 1 && (hour ?? 24) < 24 && (minute ?? 60) < 60;
}
