import { join } from "node:path";
import { createLogger, createScrubber, type Logger } from "../logger.ts";
import { openLogFile } from "./log-file.ts";

export interface DaemonLog {
  readonly logger: Logger;
  /** Removes every secret from a text, however it is spelled. */
  readonly scrub: (text: string) => string;
  close(): void;
}

const limitBytes = 10 * 1024 * 1024;
const warningLevel = 40;

/**
 * The daemon's log: `improve-cron.jsonl` in the state folder, one JSON object a line, and warnings and errors also to
 * `warn`, a sentence each. Secrets are removed from both.
 */
export function openDaemonLog(options: {
  readonly stateFolder: string;
  readonly level: string;
  readonly secrets: readonly string[];
  readonly warn: (sentence: string) => void;
}): DaemonLog {
  const { level, secrets, stateFolder, warn } = options;
  const file = openLogFile(join(stateFolder, "improve-cron.jsonl"), limitBytes);
  const scrub = createScrubber(secrets);
  const destination = {
    write: (line: string): void => {
      file.write(line);
      const sentence = warningIn(line);
      // Once more: read from its JSON, a text may be spelled as it was not in the line.
      if (sentence !== null) warn(scrub(sentence));
    },
  };
  return { logger: createLogger({ level, destination, secrets }), scrub, close: () => file.close() };
}

function warningIn(line: string): string | null {
  const entry: unknown = JSON.parse(line);
  if (typeof entry !== "object" || entry === null || !("level" in entry)) return null;
  if (typeof entry.level !== "number" || entry.level < warningLevel) return null;
  const message = "msg" in entry ? String(entry.msg) : "";
  const error = "err" in entry ? entry.err : null;
  const because =
    typeof error === "object" && error !== null && "message" in error ? `: ${String(error.message)}` : "";
  return `${message}${because}`;
}
