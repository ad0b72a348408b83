import { ImproveCronError } from "../errors.ts";

/**
 * One thing that is wrong in the config, an axis file or the environment: where it stands, what is written
 * there, and how to mend it. Programs and tests rely on `code`, `file`, `line` and `key`; the prose may change.
 */
export interface ConfigProblem {
  /** What kind of fault it is, e.g. `unknown-key`, `wrong-value`, or the name of the rule that was broken. */
  readonly code: string;
  /** Absolute path; null for a variable of the environment or a file that nobody named. */
  readonly file: string | null;
  /** From 1; null where no line can be named. */
  readonly line: number | null;
  /** Dotted path of the key, e.g. `decision.k_gate.0`, or the name of the variable; null for the whole file. */
  readonly key: string | null;
  /** What is written there; undefined where nothing is. */
  readonly value: unknown;
  readonly message: string;
  /** How to mend it. */
  readonly hint: string;
}

/** One line that names file and line, key, what is wrong, the value and the fix. */
export function formatProblem(problem: ConfigProblem): string {
  const { key, message, value } = problem;
  return `${placedFault({ ...problem, message: withValue(message, value, key?.split(".") ?? []) })}. ${problem.hint}`;
}

/** File and line, key, and what is wrong, without the fix. */
export function placedFault(problem: Pick<ConfigProblem, "file" | "line" | "key" | "message">): string {
  const { file, line, key, message } = problem;
  const place = file === null ? "" : `${file}${line === null ? "" : `:${line}`}: `;
  // A key that nobody knows is somebody's text, too.
  return `${place}${key === null ? "" : `${key.replaceAll(repainting, "?")}: `}${message}`;
}

/** All problems as the one error that the program ends with (code `config`, exit code 2). */
export function configError(problems: readonly ConfigProblem[]): ImproveCronError {
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const lines = problems.map((problem) => `  ${formatProblem(problem)}`);
  return new ImproveCronError(
    "config",
    `${count} in the config:\n${lines.join("\n")}`,
    "Mend what is named above and run the command again.",
  );
}

const longestValue = 80;

/**
 * What is wrong, with what is written at a key; undefined is nothing. Where secrets are written, or pasted by mistake,
 * the value is left out: the sentence goes into logs and mails of cron.
 */
export function withValue(message: string, value: unknown, path: readonly PropertyKey[]): string {
  if (value === undefined) return message;
  const isPrivate = mayHoldSecret(path) || holdsSecretKey(value);
  return `${message} (it says ${isPrivate ? "something that is not repeated here" : showValue(value)})`;
}

const secretWord = /(?:^|[_-])(?:tokens?|secrets?|passwords?|(?:api_?)?key|auth|credentials?|urls?|env)$/i;

/** A section under a wrong name would be shown with all that is in it. */
function holdsSecretKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => secretWord.test(key) || holdsSecretKey(inner));
}

/** An address may hold a password or an unguessable path, and a list of channels holds addresses. */
function mayHoldSecret(path: readonly PropertyKey[]): boolean {
  if (path[0] === "notify") return path.at(-1) !== "channel";
  return path.some((segment) => secretWord.test(String(segment)));
}

/** Control characters, line ends and marks of direction, by which a text could repaint a terminal or read as another one. */
const repainting = /\p{Cc}|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A value as one short line. JSON has escaped most of what could repaint a terminal. */
function showValue(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  const plain = text.replaceAll(repainting, "?");
  return plain.length > longestValue ? `${plain.slice(0, longestValue)}...` : plain;
}
