import { on } from "node:events";
import { emitKeypressEvents } from "node:readline";
import { meaningOfKey, type PressedKey } from "./grading-keys.ts";
import { renderGradingScreen } from "./grading-screen.ts";
import { takeGradingStep } from "./grading-session.ts";
import type { Sitting, SittingResult } from "./sitting.ts";
import type { Terminal } from "./terminal.ts";

// The alternate screen leaves the person's scrollback as it was; bracketed paste tells pasted text from keys.
const enterScreen = "\u001b[?1049h\u001b[?2004h";
const leaveScreen = "\u001b[?2004l\u001b[?1049l";
const clearScreen = "\u001b[H\u001b[2J";
const terminatedBySignal = 143;

/** Grading on a full screen, one item a screen, by single keys. Needs a terminal at both ends. */
export async function gradeOnScreen(terminal: Terminal, sitting: Sitting): Promise<SittingResult> {
  const { stdin, stdout } = terminal;
  let state = sitting.start;
  let graded = 0;
  let pasting = false;
  const draw = (): void => {
    const facts = {
      columns: terminal.columns(),
      rows: terminal.rows(),
      minutesPerItem: sitting.minutesPerItem,
    };
    terminal.out(clearScreen + renderGradingScreen(state, facts).join("\r\n"));
  };
  const result = (interrupted: boolean): SittingResult => ({ last: state, graded, interrupted });

  const restore = enterFullScreen(terminal);
  try {
    stdout.on("resize", draw);
    draw();
    // Events wait in line while a grade is stored: keys act one after the other, and none is lost.
    for await (const event of on(stdin, "keypress")) {
      const [text, key]: readonly unknown[] = event;
      if (!isPressedKey(key)) continue;
      const shown = typeof text === "string" ? text : undefined;
      const meaning = meaningOfKey(shown, key, { phase: state.phase.kind, pasting });
      if (meaning.kind === "interrupt") return result(true);
      if (meaning.kind === "quit") return result(false);
      if (meaning.kind === "paste") pasting = meaning.begins;
      if (meaning.kind !== "input") continue;
      const step = takeGradingStep(state, meaning.input);
      if (step.given !== null) {
        await sitting.store(step.given);
        graded += 1;
      }
      state = step.session;
      if (step.end !== null) return result(false);
      draw();
    }
    return result(false);
  } finally {
    stdout.off("resize", draw);
    restore();
  }
}

function isPressedKey(value: unknown): value is PressedKey {
  return typeof value === "object" && value !== null;
}

function terminate(): void {
  process.exit(terminatedBySignal);
}

/** Takes the terminal over, and gives it back however the process ends. */
function enterFullScreen(terminal: Terminal): () => void {
  const { stdin } = terminal;
  const restore = (): void => {
    process.off("exit", restore);
    process.off("SIGTERM", terminate);
    process.off("SIGHUP", terminate);
    stdin.setRawMode(false);
    stdin.pause();
    terminal.out(leaveScreen);
  };
  process.on("exit", restore);
  process.on("SIGTERM", terminate);
  process.on("SIGHUP", terminate);
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  terminal.out(enterScreen);
  return restore;
}
