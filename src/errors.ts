/**
 * What went wrong, as a word that programs and tests can rely on; the prose may change.
 * `usage`, `input` and `config` are the person's to mend and end with exit code 2; the rest end with 1.
 */
export type ErrorCode =
  | "usage"
  | "input"
  | "config"
  | "axis-file"
  | "store-newer"
  | "store-damaged"
  | "store-busy"
  | "store-full"
  | "store-place"
  | "native-module"
  | "effect-refused"
  | "not-found"
  | "conflict"
  | "io";

/**
 * The only error that the program raises on purpose: what happened, a code, and what to do next.
 * Anything else that reaches the command line is a bug and is reported as one.
 */
export class ImproveCronError extends Error {
  override readonly name = "ImproveCronError";
  readonly code: ErrorCode;
  /** What to do next, as one plain sentence; null where there is nothing to be done. */
  readonly hint: string | null;

  constructor(code: ErrorCode, message: string, hint: string | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}

const wrongUse: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["usage", "input", "config"]);

/** The exit code that an error ends the program with: 2 for wrong usage, input or config, else 1. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof ImproveCronError && wrongUse.has(error.code) ? 2 : 1;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same of a file that the sentence around it has named already: in words where it is not there, or a folder. */
export function fileMessageOf(error: unknown): string {
  const message = messageOf(error);
  if (message.startsWith("ENOENT: ")) return "there is no such file or folder";
  return message.startsWith("EISDIR: ") ? "it is a folder" : message;
}
