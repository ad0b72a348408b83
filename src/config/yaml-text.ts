import { readFileSync, statSync } from "node:fs";
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import type { Document, YAMLError } from "yaml";
import { messageOf } from "../errors.ts";

/** No config or axis file that a person keeps is near this size. */
export const largestYamlBytes = 1024 * 1024;

/** A fault of the text itself, before anybody asks what the keys mean. */
interface YamlFault {
  readonly code:
    | "missing-file"
    | "unreadable"
    | "too-large"
    | "not-utf8"
    | "tab-indent"
    | "duplicate-key"
    | "several-documents"
    | "yaml-aliases"
    | "yaml-syntax";
  readonly line: number | null;
  readonly message: string;
  readonly hint: string;
}

export interface YamlText {
  /** Plain data; null for an empty or comment-only text. Not to be trusted when `fatal`. */
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
  /** Whether the faults leave nothing that can be read on; a duplicate key does. */
  readonly fatal: boolean;
  /** The line of a key or list item, from 1; of its nearest parent where it is not written itself. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | null;
}

/** Reads a YAML file of a person: faults are collected, never thrown. */
export function readYamlFile(file: string): YamlText {
  const content = readText(file);
  if (typeof content === "string") return readAgain(content);
  return { value: null, faults: [content], fatal: true, lineOf: () => null };
}

/** What the texts read last say. */
const parsedTexts = new Map<string, YamlText>();
const keptTexts = 64;

/** A month's run reads every axis file a dozen times, and parsing is a fifth of its time: the same text says the same. */
function readAgain(text: string): YamlText {
  let parsed = parsedTexts.get(text);
  if (parsed === undefined) {
    parsed = parseYamlText(text);
    if (parsedTexts.size >= keptTexts) parsedTexts.clear();
    parsedTexts.set(text, parsed);
  }
  // Its own copy for everyone: what one reader does with it changes nothing for the next.
  return { ...parsed, value: structuredClone(parsed.value) };
}

/** Reads a YAML text of one document. Anchors, aliases and merge keys are followed. */
export function parseYamlText(text: string): YamlText {
  const lines = new LineCounter();
  // Its warnings would go to stderr with what is written in the file; all that matters is among the errors.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    logLevel: "error",
  });
  const faults = document.errors.map((error) => faultOf(error, lines));
  let fatal = document.errors.some((error) => error.code !== "DUPLICATE_KEY");
  let value: unknown = null;
  if (!fatal) {
    try {
      value = document.toJS();
      if (holdsItself(value)) throw new Error("a value that holds itself has no end");
    } catch (error) {
      fatal = true;
      faults.push(aliasFault(document, error, lines));
    }
  }
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  return { value, faults, fatal, lineOf: (path) => lineOfPath(document.contents, path, lineAt) };
}

function readText(file: string): string | YamlFault {
  let bytes: Uint8Array;
  try {
    const found = statSync(file);
    if (!found.isFile()) {
      return {
        code: "unreadable",
        line: null,
        message: found.isDirectory() ? "this is a folder, not a file" : "this is not a regular file",
        hint: "Name a YAML file.",
      };
    }
    if (found.size > largestYamlBytes) {
      return {
        code: "too-large",
        line: null,
        message: `the file has ${found.size} bytes, more than 1 MiB`,
        hint: "Check that the path names the file you mean.",
      };
    }
    bytes = readFileSync(file);
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return missing
      ? {
          code: "missing-file",
          line: null,
          message: "there is no such file",
          hint: "Create it or correct the path.",
        }
      : {
          code: "unreadable",
          line: null,
          message: `the file cannot be read: ${messageOf(error)}`,
          hint: "Make it readable for the user who runs improve-cron.",
        };
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return {
      code: "not-utf8",
      line: firstBadLine(bytes),
      message: "the text is not UTF-8",
      hint: "Save the file as UTF-8.",
    };
  }
}

/** The first line whose bytes are not UTF-8: a line feed byte is never part of a longer character. */
function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, start);
    try {
      decoder.decode(bytes.subarray(start, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    if (end === -1) return line;
    start = end + 1;
    line += 1;
  }
}

function faultOf(error: YAMLError, lines: LineCounter): YamlFault {
  const { line } = lines.linePos(error.pos[0]);
  const known = knownFaults.get(error.code);
  if (known !== undefined) return { ...known, line };
  const message = `YAML: ${error.message}`;
  return { code: "yaml-syntax", line, message, hint: "Correct the YAML at or just above this line." };
}

/** Why the parsed text gives no data: an alias without anchor or inside its own, a merge of no map, or aliases that grow to gigabytes. */
function aliasFault(document: Document, error: unknown, lines: LineCounter): YamlFault {
  const fault = {
    code: "yaml-aliases",
    message: messageOf(error),
    hint: "Write the values out instead of repeating them by anchors.",
  } as const;
  let line: number | null = null;
  visit(document, {
    Alias: (_, alias) => {
      const anchored = alias.resolve(document);
      if (!alias.range || (anchored !== undefined && !isInside(alias.range, anchored.range)))
        return undefined;
      line = lines.linePos(alias.range[0]).line;
      return visit.BREAK;
    },
  });
  if (line === null) return { ...fault, line };
  return { ...fault, line, hint: "Put a value that begins with * in quotes, or define the anchor above." };
}

function isInside(inner: readonly number[], outer: readonly number[] | null | undefined): boolean {
  if (!outer) return false;
  const [start = 0] = inner;
  return start >= (outer[0] ?? 0) && start < (outer[1] ?? 0);
}

/** Whether a value is a part of itself, as `a: &a [*a]` makes it: everything that walks it would never end. */
function holdsItself(
  value: unknown,
  around: ReadonlySet<unknown> = new Set(),
  known = new Set<unknown>(),
): boolean {
  if (typeof value !== "object" || value === null || known.has(value)) return false;
  if (around.has(value)) return true;
  const within = new Set([...around, value]);
  const found = Object.values(value).some((inner: unknown) => holdsItself(inner, within, known));
  known.add(value);
  return found;
}

const knownFaults: ReadonlyMap<YAMLError["code"], Omit<YamlFault, "line">> = new Map([
  [
    "TAB_AS_INDENT",
    { code: "tab-indent", message: "a tab is used as indentation", hint: "Indent with spaces." },
  ],
  [
    "DUPLICATE_KEY",
    { code: "duplicate-key", message: "this key is already given above", hint: "Keep one of the two lines." },
  ],
  [
    "MULTIPLE_DOCS",
    {
      code: "several-documents",
      message: "a second YAML document begins here",
      hint: "Keep one document a file: remove the `---` line or move the rest to its own file.",
    },
  ],
]);

function lineOfPath(
  root: unknown,
  path: readonly PropertyKey[],
  lineAt: (offset: number) => number,
): number | null {
  let node = root;
  let line = isNode(root) && root.range ? lineAt(root.range[0]) : null;
  for (const segment of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
      if (pair === undefined) return line;
      if (isScalar(pair.key) && pair.key.range) line = lineAt(pair.key.range[0]);
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(segment)];
      if (!isNode(item)) return line;
      if (item.range) line = lineAt(item.range[0]);
      node = item;
    } else {
      // Behind an alias the line would be another key's: the place where the alias stands is the one to mend.
      return line;
    }
  }
  return line;
}
