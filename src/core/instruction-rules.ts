/** An instruction file as it stands now. */
export interface InstructionText {
  readonly file: string;
  readonly text: string;
  /** When each line was changed last, epoch milliseconds; null where no repository tells. */
  readonly touchedAt: readonly number[] | null;
}

/** One rule of an instruction file: an item of a list, or a section that has none. */
export interface InstructionRule {
  readonly file: string;
  /** The nearest heading above it; "" above the first. */
  readonly section: string;
  /** Its first line, without marks. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** When a line of it was changed last; null where nobody knows. */
  readonly touchedAt: number | null;
}

interface Found {
  readonly section: string;
  readonly text: string;
  readonly line: number;
  readonly isHeading: boolean;
}

/**
 * Which rules does an instruction file hold? Its list items that are not within another, and headings with prose alone.
 * Front matter and fenced blocks are passed over.
 */
export function instructionRules({ file, text, touchedAt }: InstructionText): readonly InstructionRule[] {
  const lines = text.split(/\r\n|\r|\n/u);
  const found = findRules(lines);
  return found.flatMap(({ isHeading, line, section, text: rule }, index): readonly InstructionRule[] => {
    const next = found[index + 1];
    // A heading stands for its section only where no list does.
    if (isHeading && next !== undefined && !next.isHeading && next.section === section) return [];
    const end = next === undefined ? lines.length : next.line - 1;
    const own = lines.slice(line - 1, end);
    if (isHeading && own.slice(1).every((one) => one.trim() === "")) return [];
    const times = touchedAt?.slice(line - 1, end).filter((_, at) => own[at]?.trim() !== "") ?? [];
    return [{ file, section, text: rule, line, touchedAt: times.length === 0 ? null : Math.max(...times) }];
  });
}

function findRules(lines: readonly string[]): readonly Found[] {
  const found: Found[] = [];
  let section = "";
  let fence: string | null = null;
  const start = frontMatterEnd(lines);
  for (const [index, line] of lines.entries()) {
    if (index < start) continue;
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1] ?? null;
    if (mark !== null && (fence === null || mark.startsWith(fence))) {
      fence = fence === null ? mark : null;
      continue;
    }
    if (fence !== null) continue;
    const heading = /^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$/u.exec(line)?.[1];
    const item = /^ {0,1}(?:[-*+]|\d{1,3}[.)])\s+(\S.*)$/u.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    const rule = heading ?? item;
    if (rule !== undefined) {
      found.push({ section, text: rule.trim(), line: index + 1, isHeading: heading !== undefined });
    }
  }
  return found;
}

function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== "---") return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  return end === -1 ? 0 : end + 1;
}
