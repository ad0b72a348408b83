import { closeSync, fchmodSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

/** A file of log lines that does not grow without end. */
export interface LogFile {
  write(line: string): void;
  close(): void;
}

/**
 * Opens a log for appending, readable for its owner alone. When it has grown past the limit it is renamed to
 * `<file>.1`, over the one before, and a new one is begun: at most twice the limit is kept.
 *
 * Lines are written at once and whole, so that a crash loses none. Where the disk does not take one it is lost: a log
 * is no reason for the month to fail.
 */
export function openLogFile(file: string, limitBytes: number): LogFile {
  let descriptor = open(file);
  let size = fstatSync(descriptor).size;
  return {
    write: (line) => {
      try {
        if (size >= limitBytes) {
          closeSync(descriptor);
          renameSync(file, `${file}.1`);
          descriptor = open(file);
          size = 0;
        }
        size += writeSync(descriptor, line);
      } catch {
        // See above.
      }
    },
    close: () => closeSync(descriptor),
  };
}

function open(file: string): number {
  const descriptor = openSync(file, "a", 0o600);
  // One that a person or a copy made may be readable for others.
  if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
  return descriptor;
}
