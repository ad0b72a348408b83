#!/usr/bin/env node
import { writeSync } from "node:fs";
import { programStamp } from "./config/compiled-config.ts";
import { recordLightly } from "./light-record/light-record.ts";
import { putBackStdin } from "./light-record/stdin.ts";

/*
 * Where the program starts. A plain `record` ends here, at little more than the cost of starting Node; everything else
 * is handed to the full command line. The build makes one file of it, so that nothing is searched and read but this.
 */

/** Put in by the bundler: what the build writes into `.stamp`, saved from being read. */
declare const BUILD_STAMP: string | undefined;

function main(args: readonly string[]): void {
  const outcome = recordLightly(args, {
    env: process.env,
    cwd: process.cwd(),
    program: typeof BUILD_STAMP === "undefined" ? programStamp(import.meta.dirname) : BUILD_STAMP,
  });
  if (outcome.kind === "ordinary") void takeOrdinaryPath(outcome.stdin);
  else {
    answer(outcome.output);
    process.exit(0);
  }
}

async function takeOrdinaryPath(stdin: Buffer | null): Promise<void> {
  if (stdin !== null) await putBackStdin(stdin);
  await import("./cli/main.ts");
}

/** The verdict is stored by now: whether somebody reads the answer changes nothing. */
function answer(text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return;
    }
  }
}

main(process.argv.slice(2));
