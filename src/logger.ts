import { pino } from "pino";
import type { Logger } from "pino";

export type { Logger } from "pino";

/** The rooms of the house that have something to log, each with a child of the one logger. */
export type Room =
  | "intake"
  | "store"
  | "cycle"
  | "regrade"
  | "effects"
  | "critics"
  | "server"
  | "daemon"
  | "cli";

/** Anything that takes lines of text: stderr, a file stream, a list in a test. */
interface LogDestination {
  write(text: string): unknown;
  /** Writes out what is buffered, where the destination buffers. */
  flushSync?(): void;
}

export interface LoggerOptions {
  /** trace, debug, info, warn, error, fatal or silent. */
  readonly level: string;
  readonly destination: LogDestination;
  /** Values that must never appear in the log, in any of their usual spellings. */
  readonly secrets: readonly string[];
}

/**
 * The program's logger: one JSON object a line. Secrets are removed from the finished line, so it does not matter
 * by which way they came into it (message, nested value, URL, arguments, the cause of an error).
 */
export function createLogger(options: LoggerOptions): Logger {
  const { level, destination, secrets } = options;
  const scrub = createScrubber(secrets);
  const stream = {
    write: (line: string): void => {
      destination.write(scrub(line));
    },
    flushSync: (): void => destination.flushSync?.(),
  };
  // pino's own serializer of `err` would take a reduced error for a foreign one and change it once more.
  const serializers = { err: (value: unknown): unknown => value };
  return pino({ level, base: null, serializers, formatters: { log: withPlainErrors } }, stream);
}

/** The logger of one room; its lines carry `room`. */
export function roomLogger(logger: Logger, room: Room): Logger {
  return logger.child({ room });
}

/** What the log keeps of an error. */
export interface PlainError {
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  readonly cause: PlainError | null;
}

/**
 * An error reduced to type, code, message and the same of its causes. Everything else that libraries hang on their
 * errors (request headers, bodies, argument lists, stacks with paths) stays out of the log.
 */
export function plainError(error: Error, depth = 0): PlainError {
  const code =
    "code" in error && (typeof error.code === "string" || typeof error.code === "number") ? error.code : null;
  const cause =
    error.cause instanceof Error && depth < deepestCause ? plainError(error.cause, depth + 1) : null;
  return { type: error.name, code: code === null ? null : String(code), message: error.message, cause };
}

const deepestCause = 5;
const deepestValue = 8;

function withPlainErrors(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plainValue(value, 1)]));
}

/** Errors are found at any depth: under another name than `err`, pino would write out all that hangs on them. */
function plainValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return plainError(value);
  if (typeof value !== "object" || value === null) return value;
  // As JSON, bytes are a list of numbers, in which no secret would be recognised.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ("toJSON" in value && typeof value.toJSON === "function") return value;
  if (depth >= deepestValue) return "[too deep]";
  if (Array.isArray(value)) return value.map((item: unknown) => plainValue(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValue(inner, depth + 1)]));
}

/** What stands in the place of a secret. */
const removed = "[R]";

/** Shorter values are words and numbers that would be torn out of every line. */
const shortestSecret = 8;

/**
 * The secrets among the variables of an environment: values of 8 characters and more whose name ends in `_TOKEN`,
 * `_SECRET`, `_KEY` or `_PASSWORD` (NOTION_TOKEN is one), and those of the variables that the config names itself.
 */
export function secretsFrom(
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): readonly string[] {
  const secret = (name: string): boolean =>
    /_(TOKEN|SECRET|KEY|PASSWORD)$/i.test(name) || named.includes(name);
  const values = Object.entries(env).flatMap(([name, value]) =>
    secret(name) && value !== undefined ? [value] : [],
  );
  // Whoever reads a secret may cut the newline that a file or a paste left behind it: both are secret.
  return [...new Set(values.flatMap((value) => [value, value.trim()]))].filter(
    (value) => value.length >= shortestSecret,
  );
}

/**
 * A function that removes secrets from a text by their value, in every spelling in which they travel: as they are,
 * escaped for JSON up to three times over, URL-encoded, and base64 (both alphabets, also from the middle of a longer text,
 * as in `Authorization: Basic`) and hexadecimal.
 */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  const spellings = new Set(secrets.filter((secret) => secret !== "").flatMap(spellingsOf));
  if (spellings.size === 0) return (text) => text;
  // The longest first: the start of one spelling may be another.
  const alternatives = [...spellings].sort((left, right) => right.length - left.length).map(escapeForRegExp);
  const pattern = new RegExp(alternatives.join("|"), "g");
  return (text) => text.replace(pattern, removed);
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const percent = encodeURIComponent(secret);
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const plain = [secret, percent, form, lowerPercent(percent), lowerPercent(form), encodeURI(secret)];
  const encoded = [
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset)),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
  ];
  return [...plain, ...encoded].flatMap(jsonSpellings).filter((spelling) => spelling !== "");
}

/** A text inside a JSON string, inside a JSON string that is itself a value, and once more; and each with `\u` escapes. */
function jsonSpellings(text: string): readonly string[] {
  const once = inJson(text);
  const twice = inJson(once);
  const ascii = once.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [
    text,
    once,
    twice,
    inJson(twice),
    ascii,
    inJson(ascii),
    once.replaceAll("/", "\\/"),
    inJson(once.replaceAll("/", "\\/")),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * The base64 characters that a secret alone decides when it begins `offset` bytes after a boundary of three: those
 * at its edges are shared with its neighbours and are not known.
 */
function base64Within(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor((padded.length * 8) / 6);
  return [padded.toString("base64").slice(first, end), padded.toString("base64url").slice(first, end)];
}

function lowerPercent(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
