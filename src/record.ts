import { programStamp } from "./config/program-stamp.ts";
import { writeOut } from "./light/write-out.ts";
import { recordLightly } from "./light-record/light-record.ts";

/*
 * What the program starts with when `record` is among its arguments. A plain call ends here, at little more than the cost
 * of starting Node; every other is handed to the full command line. The build makes one script of this file and all that
 * it imports, and `entry.cjs` runs it.
 */

/** Put in by the build: what it writes into `.stamp`, saved from being read. */
declare const BUILD_STAMP: string | undefined;

/**
 * Stores the verdict of a plain call, answers and ends the process with 0; leaves everything else to `takeOrdinaryPath`,
 * which gets what was read of stdin already, or null.
 */
export function startRecord(
  args: readonly string[],
  takeOrdinaryPath: (stdin: Buffer | null) => unknown,
): void {
  const outcome = recordLightly(args, {
    env: process.env,
    cwd: process.cwd(),
    program: typeof BUILD_STAMP === "undefined" ? programStamp(import.meta.dirname) : BUILD_STAMP,
  });
  if (outcome.kind === "ordinary") takeOrdinaryPath(outcome.stdin);
  else {
    // The verdict is stored by now: whether somebody reads the answer changes nothing.
    writeOut(outcome.output);
    process.exit(0);
  }
}
