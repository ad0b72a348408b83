import { CommanderError } from "commander";
import { terminalText } from "../reports/terminal-text.ts";
import { exitCodeOf, ImproveCronError, messageOf } from "../errors.ts";

/** How a call of the program failed, ready to be told. */
export interface Failure {
  /** An error code of the program, `usage` for a command line that was not understood, or `bug`. */
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly exitCode: number;
  /** Only for bugs: what a report of it needs. */
  readonly stack: string | null;
}

/**
 * What was thrown, as a failure. Null where nothing failed: help or the version was asked for.
 * Errors that the program does not raise on purpose are bugs and are called that.
 */
export function failureOf(error: unknown, usageHint: string): Failure | null {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return null;
    return {
      code: "usage",
      message: usageMessageOf(error),
      hint: usageHint,
      exitCode: 2,
      stack: null,
    };
  }
  if (error instanceof ImproveCronError) {
    const { code, message, hint } = error;
    return { code, message, hint, exitCode: exitCodeOf(error), stack: null };
  }
  if (isMachineError(error)) {
    const hint =
      "Nothing that was stored is lost. Free space, or mend the rights, and run the command again.";
    return { code: "io", message: messageOf(error), hint, exitCode: 1, stack: null };
  }
  return {
    code: "bug",
    message: messageOf(error),
    hint: "This is a bug in improve-cron. Nothing that was stored is lost; please report it with the lines above.",
    exitCode: 1,
    stack: error instanceof Error ? (error.stack ?? null) : null,
  };
}

const machineCodes: ReadonlySet<unknown> = new Set(
  "EACCES EDQUOT EIO EMFILE ENFILE ENOSPC EPERM EROFS".split(" "),
);

/** A full disk or a missing right is no fault of the program, wherever it is met. */
function isMachineError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && "code" in error && machineCodes.has(error.code);
}

function usageMessageOf(error: CommanderError): string {
  // Commander's own "no command" error carries the marker of its help text instead of a sentence.
  if (error.code === "commander.help") return "a command is missing";
  return error.message.replace(/^error: /, "");
}

/** Tells a failure: JSON on stdout for programs; message, hint and a bug's stack on stderr for people. */
export function tellFailure(
  failure: Failure,
  json: boolean,
  streams: { readonly out: (text: string) => void; readonly err: (text: string) => void },
): void {
  const { code, message, hint, stack } = failure;
  // Messages quote files and arguments, and whoever wrote those may have hidden terminal commands in them.
  if (stack !== null) streams.err(terminalText(`${stack}\n`));
  if (json) {
    streams.out(`${JSON.stringify({ error: { code, message, hint } })}\n`);
    return;
  }
  streams.err(terminalText(`improve-cron: ${message}\n`));
  if (hint !== null) streams.err(terminalText(`${hint}\n`));
}
