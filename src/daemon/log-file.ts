import {
  chmodSync,
  closeSync,
  copyFileSync,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";

/** A file of log lines that does not grow without end. */
export interface LogFile {
  write(line: string): void;
  close(): void;
}

/**
 * Opens a log for appending, readable for its owner alone. When it has grown past the limit it is renamed to
 * `<file>.1`, over the one before, and a new one is begun: at most twice the limit is kept.
 *
 * A logrotate of the system may do the same: where the file was renamed or deleted a new one is begun, and one that was copied
 * and cut is measured anew.
 *
 * Lines are written at once and whole, so that a crash loses none. Where the disk does not take one it is lost: a log
 * is no reason for the month to fail.
 */
export function openLogFile(file: string, limitBytes: number): LogFile {
  let descriptor = open(file);
  let { dev, ino, size } = fstatSync(descriptor);
  /** The new one is open before the old one is closed: whatever fails, there is one to write to. */
  const beginAnew = (): void => {
    const fresh = open(file);
    closeSync(descriptor);
    descriptor = fresh;
    ({ dev, ino, size } = fstatSync(fresh));
  };
  return {
    write: (line) => {
      attempt(() => {
        const there = statSync(file, { throwIfNoEntry: false });
        if (there === undefined || there.ino !== ino || there.dev !== dev) beginAnew();
        if (size < limitBytes) return;
        ({ size } = fstatSync(descriptor));
        if (size < limitBytes) return;
        renameSync(file, `${file}.1`);
        beginAnew();
      });
      attempt(() => {
        size += writeSync(descriptor, line);
      });
    },
    close: () => closeSync(descriptor),
  };
}

/** A log is no reason for anything else to fail. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // See above.
  }
}

/**
 * Keeps a file that another process appends to within a limit: past it, its content is copied to `<file>.1`, over the one before,
 * and it is cut to nothing. launchd holds the output of a service open by itself, so it cannot be renamed. A line that comes
 * between copying and cutting is lost.
 */
export function boundOutput(file: string, limitBytes: number): void {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= limitBytes) return;
    copyFileSync(file, `${file}.1`);
    chmodSync(`${file}.1`, 0o600);
    truncateSync(file, 0);
  } catch {
    // As above.
  }
}

function open(file: string): number {
  const descriptor = openSync(file, "a", 0o600);
  // One that a person or a copy made may be readable for others.
  if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
  return descriptor;
}
