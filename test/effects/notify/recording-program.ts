import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Call {
  readonly args: readonly string[];
  readonly stdin: string;
}

export interface RecordingProgram {
  readonly path: string;
  /** What it was called with, oldest call first. */
  readonly calls: () => readonly Call[];
}

/** How the stand-in ends: what it writes on stderr, with which code, or not at all. */
export interface Ending {
  readonly code?: number;
  readonly says?: string;
  readonly hangs?: boolean;
}

/**
 * A program that keeps its arguments and its standard input, each byte of them, and ends as told. It is what
 * osascript and sendmail are replaced with: the way to them is real, what they would do with it is not.
 */
export function recordingProgram(folder: string, name: string, ending: Ending = {}): RecordingProgram {
  const path = join(folder, name);
  const record = join(folder, `${name}.jsonl`);
  writeFileSync(
    path,
    `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
const ending = ${JSON.stringify(ending)};
const stdin = readFileSync(0, "utf8");
appendFileSync(${JSON.stringify(record)}, JSON.stringify({ args: process.argv.slice(2), stdin }) + "\\n");
if (ending.says) process.stderr.write(ending.says);
if (ending.hangs) { process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); }
else process.exitCode = ending.code ?? 0;
`,
  );
  chmodSync(path, 0o755);
  return {
    path,
    calls: () =>
      existsSync(record)
        ? readFileSync(record, "utf8")
            .trimEnd()
            .split("\n")
            .map((line): Call => JSON.parse(line))
        : [],
  };
}
