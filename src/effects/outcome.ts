import { ImproveCronError, messageOf } from "../errors.ts";
import type { SpliceRefusal } from "./axis-entry.ts";

/** Why an effect waits, as a word that programs and tests can rely on. */
export type WaitingCode =
  | SpliceRefusal
  | "not-found"
  | "not-downloaded"
  | "not-a-file"
  | "hard-linked"
  | "too-large"
  | "not-utf8"
  | "open-in-editor"
  | "read-only"
  | "changing"
  | "no-permission"
  | "no-space"
  | "io"
  | "folder-missing"
  | "open-block"
  | "no-channel"
  | "effect-refused"
  | "unexpected";

export interface Done {
  readonly state: "done";
  readonly detail: string;
}

/** A waiting `EffectOutcome` that also carries its code. */
export interface Waiting {
  readonly state: "waiting";
  readonly code: WaitingCode;
  readonly because: string;
  readonly hint: string | null;
}

export function done(detail: string): Done {
  return { state: "done", detail };
}

export function waiting(code: WaitingCode, because: string, hint: string | null): Waiting {
  return { state: "waiting", code, because, hint };
}

const byErrno: Readonly<Record<string, { readonly code: WaitingCode; readonly hint: string }>> = {
  ENOENT: { code: "not-found", hint: "Put the file or folder back, or mend its path in the config." },
  ENOTDIR: {
    code: "not-found",
    hint: "A part of the path is a file, not a folder: mend the path in the config.",
  },
  EISDIR: { code: "not-a-file", hint: "The path is a folder: name a file in the config." },
  ELOOP: { code: "not-a-file", hint: "The symbolic links of this path run in a circle: mend them." },
  ENXIO: { code: "not-a-file", hint: "The path is not an ordinary file: name one in the config." },
  EACCES: {
    code: "no-permission",
    hint: "Let this user write there. On macOS also allow it under Privacy & Security, Files and Folders.",
  },
  EPERM: {
    code: "no-permission",
    hint: "Let this user write there. On macOS also allow it under Privacy & Security, Files and Folders.",
  },
  EROFS: { code: "read-only", hint: "The disk is mounted read-only: mount it for writing." },
  ENOSPC: { code: "no-space", hint: "Free some space on this disk; the next run goes on." },
  EDQUOT: {
    code: "no-space",
    hint: "The quota of this user is used up: free some space; the next run goes on.",
  },
  EFBIG: { code: "no-space", hint: "The file may not grow further: raise the limit on file sizes." },
  EIO: {
    code: "io",
    hint: "The disk or the network drive reports an error: look at it before the next run.",
  },
};

function errnoOf(error: unknown): string | null {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return null;
}

/** Whether an error is the operating system's word for "there is no such file". */
export function isMissing(error: unknown): boolean {
  return errnoOf(error) === "ENOENT";
}

/**
 * What a thrown error means for an effect: it waits, with a hint. Even a bug only makes its own effect wait,
 * so that one broken message or file does not hold back the rest of the month; its code then is `unexpected`.
 */
export function waitingFor(error: unknown): Waiting {
  if (error instanceof ImproveCronError) return waiting("effect-refused", error.message, error.hint);
  const errno = errnoOf(error);
  const known = errno === null ? undefined : byErrno[errno];
  if (known !== undefined) return waiting(known.code, messageOf(error), known.hint);
  if (errno !== null) return waiting("io", messageOf(error), "The next run tries again.");
  return waiting(
    "unexpected",
    messageOf(error),
    "This is a bug in improve-cron: please report it with this line.",
  );
}
