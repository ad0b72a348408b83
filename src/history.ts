import { fstatSync } from "node:fs";
import { colourOf, columnsOf } from "./cli/terminal.ts";
import { programStamp } from "./config/program-stamp.ts";
import { historyLightly, type Screen } from "./light-history/light-history.ts";
import { writeOut } from "./light/write-out.ts";

/*
 * What the program starts with when `history` is among its arguments, as `record.ts` for `record`: a plain call ends here, every
 * other is handed to the full command line.
 */

/** Put in by the build: what it writes into `.stamp`, saved from being read. */
declare const BUILD_STAMP: string | undefined;

/** Prints the history of a plain call and ends the process with 0; leaves everything else to `takeOrdinaryPath`. */
export async function startHistory(
  args: readonly string[],
  takeOrdinaryPath: (stdin: null) => unknown,
): Promise<void> {
  const { env } = process;
  const program = typeof BUILD_STAMP === "undefined" ? programStamp(import.meta.dirname) : BUILD_STAMP;
  const answer = await historyLightly(args, { env, cwd: process.cwd(), program }, screenOf);
  const broken = answer === null ? null : writeOut(answer);
  if (answer === null || broken?.written === 0) {
    takeOrdinaryPath(null);
    return;
  }
  // Half of an answer stands there: said once more from the start it would be a wrong one.
  if (broken !== null) process.stderr.write(`improve-cron: ${broken.error.message}\n`);
  process.exit(broken === null ? 0 : 1);
}

/** Node's own stream, and even to ask for a terminal, costs time; a pipe or a file is known without. */
function screenOf(): Screen {
  const isScreen = fstatSync(1).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(1);
  if (!isScreen) return { colour: false, columns: null };
  return { colour: colourOf(process.stdout, process.env), columns: columnsOf(process.stdout) };
}
