import { oneLine, terminalText } from "../reports/terminal-text.ts";
import { countUnanswered, currentItem, type GradingItem, type GradingSession } from "./grading-session.ts";
import { wrapText } from "./wrap-text.ts";
import type { Grade } from "../core/cycle.ts";

/** What the screen shows besides the sitting itself. */
export interface ScreenFacts {
  readonly columns: number;
  readonly rows: number;
  readonly minutesPerItem: number;
}

const gradeNames: Readonly<Record<Grade, string>> = {
  PASS: "PASS",
  FAIL: "FAIL",
  CANT_TELL: "Can't tell",
};

/** The choices at an item, for the last line of a screen and for the line mode. */
export const gradingChoices = "p pass   f fail   c can't tell   b back   s skip   q quit";

/** `4 of 12 · about 14 minutes left`: where the sitting stands. Minutes are those of the items without a grade. */
export function renderProgress(session: GradingSession, minutesPerItem: number): string {
  const minutes = Math.ceil(countUnanswered(session) * minutesPerItem);
  const left = minutes === 1 ? "about 1 minute left" : `about ${minutes} minutes left`;
  return `${session.position + 1} of ${session.items.length} · ${left}`;
}

/** The lines that introduce an item: its neutral title, the question, and a grade that it has already. */
export function renderHeading(item: GradingItem, columns: number): readonly string[] {
  const question = item.intent === null ? "Would you accept this?" : terminalText(item.intent);
  const lines = [
    ...wrapText(`${oneLine(item.title)} · ${item.period} · due ${item.due}`, columns),
    ...wrapText(question.replaceAll(/\s+/g, " ").trim(), columns),
  ];
  return item.answer === null ? lines : [...lines, `Your grade so far: ${gradeNames[item.answer]}`];
}

/**
 * One screen of a sitting, at most `rows` lines of at most `columns` columns where the terminal is not tiny:
 * progress, heading, one page of the artifact, and the choices.
 * A page number past the last one starts over, and one before the first is the last, so that a reader can leaf round.
 */
export function renderGradingScreen(session: GradingSession, facts: ScreenFacts): readonly string[] {
  const { columns, rows } = facts;
  const item = currentItem(session);
  const rule = "─".repeat(columns);
  const top = [
    ...wrapText(renderProgress(session, facts.minutesPerItem), columns),
    ...renderHeading(item, columns),
    rule,
  ];
  const bottom = [rule, ...renderFooter(session, columns)];
  const text = wrappedText(item, columns);
  const room = Math.max(1, rows - top.length - bottom.length);
  if (text.length <= room) return [...top, ...text, ...bottom];
  const pageRows = Math.max(1, room - 1);
  const pages = Math.ceil(text.length / pageRows);
  const page = ((session.phase.page % pages) + pages) % pages;
  const body = text.slice(page * pageRows, (page + 1) * pageRows);
  const where = `page ${page + 1} of ${pages}, space: ${page === pages - 1 ? "first" : "next"} page`;
  const withBack = `${where}, PgUp: previous page`;
  return [...top, ...body, withBack.length <= columns ? withBack : where, ...bottom];
}

/** A long artifact takes a while to break into lines, and the screen is drawn again at every key of a reason. */
const wrapped = new WeakMap<GradingItem, { readonly columns: number; readonly lines: readonly string[] }>();

function wrappedText(item: GradingItem, columns: number): readonly string[] {
  const known = wrapped.get(item);
  if (known?.columns === columns) return known.lines;
  const lines = wrapText(terminalText(item.text), columns);
  wrapped.set(item, { columns, lines });
  return lines;
}

function renderFooter(session: GradingSession, columns: number): readonly string[] {
  if (session.phase.kind === "item") return wrapText(gradingChoices, columns);
  const typed = oneLine(session.phase.typed);
  return [
    ...wrapText(`${gradeNames[session.phase.grade]}. Why? Enter for none, Esc to choose again.`, columns),
    // The line that is being written stays in sight.
    `> ${wrapText(typed, Math.max(1, columns - 4)).at(-1) ?? ""}`,
  ];
}

/** What is said at the end of a sitting. */
export function renderFarewell(session: GradingSession, gradedHere: number): string {
  const left = countUnanswered(session);
  const graded = gradedHere === 1 ? "1 item graded" : `${gradedHere} items graded`;
  if (left === 0) return `${graded}; nothing is left. The next run takes the grades.`;
  return `${graded}; ${left} left. To go on: improve-cron grade`;
}
