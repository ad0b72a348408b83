import { createInterface } from "node:readline";
import { terminalText } from "../reports/terminal-text.ts";
import { gradingChoices, renderHeading, renderProgress } from "./grading-screen.ts";
import { currentItem, type GradingInput, type GradingSession, takeGradingStep } from "./grading-session.ts";
import type { Session } from "./session.ts";
import type { Sitting, SittingResult } from "./sitting.ts";

/**
 * Grading without a terminal: each item is written whole, then a line with a letter is read, then a line with
 * the reason. Lines that mean nothing are answered with the choices. The end of the input is the end of the
 * sitting; a grade whose reason line never came is stored without one.
 */
export async function gradeByLines(session: Session, sitting: Sitting): Promise<SittingResult> {
  const { terminal } = session;
  // Under --json stdout belongs to the answer.
  const say = session.json ? terminal.err : terminal.out;
  let state = sitting.start;
  let graded = 0;
  const take = async (input: GradingInput): Promise<"quit" | "done" | null> => {
    const step = takeGradingStep(state, input);
    if (step.given !== null) {
      await sitting.store(step.given);
      graded += 1;
    }
    state = step.session;
    return step.end;
  };
  const lines = createInterface({ input: terminal.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    say(describeItem(state, sitting.minutesPerItem));
    for await (const line of lines) {
      const shown = state.position;
      const wasReason = state.phase.kind === "reason";
      const end = wasReason ? await takeReason(line, take) : await takeLetter(line, take);
      if (end !== null) return { last: state, graded, interrupted: false };
      if (state.phase.kind === "reason") say("Why? (an empty line for none)\n");
      else if (wasReason || state.position !== shown) say(describeItem(state, sitting.minutesPerItem));
      else say(`${gradingChoices}\n`);
    }
    if (state.phase.kind === "reason") await take({ kind: "submit" });
    return { last: state, graded, interrupted: false };
  } finally {
    lines.close();
  }
}

type Take = (input: GradingInput) => Promise<"quit" | "done" | null>;

async function takeReason(line: string, take: Take): Promise<"quit" | "done" | null> {
  await take({ kind: "type", text: line });
  return take({ kind: "submit" });
}

async function takeLetter(line: string, take: Take): Promise<"quit" | "done" | null> {
  return take({ kind: "letter", letter: line.trim() });
}

function describeItem(state: GradingSession, minutesPerItem: number): string {
  const item = currentItem(state);
  const lines = [
    "",
    renderProgress(state, minutesPerItem),
    ...renderHeading(item, Number.POSITIVE_INFINITY),
    "",
    terminalText(item.text),
    "",
    gradingChoices,
  ];
  return `${lines.join("\n")}\n`;
}
