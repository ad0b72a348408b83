import type * as z from "zod";
import { nearest } from "./nearest.ts";
import {
  channelKeys,
  lensKeys,
  sectionsWithNone,
  writtenConfigSchema,
  writtenDefaults,
} from "./written-config.ts";
import type { WrittenConfig } from "./written-config.ts";

/** A fault of one key, before it is given its file and line. */
interface KeyFault {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
  readonly message: string;
  readonly hint: string;
}

export interface WrittenReading {
  /** What was written, with the default in the place of everything that is faulty, so that rules can go on. */
  readonly written: WrittenConfig;
  readonly faults: readonly KeyFault[];
}

/** Reads plain data as a written config: unknown keys, wrong types and unknown words are collected. */
export function readWrittenConfig(raw: unknown): WrittenReading {
  const given = withoutEmptySections(raw ?? {});
  const parsed = writtenConfigSchema.safeParse(given);
  if (parsed.success) return { written: parsed.data, faults: [] };
  const { issues } = parsed.error;
  const rest = writtenConfigSchema.safeParse(withoutFaulty(given, issues));
  return {
    written: rest.success ? rest.data : writtenDefaults,
    faults: issues.flatMap((issue) => faultsOf(issue, given)),
  };
}

/** Plain data that stands at a path; undefined where nothing does. */
export function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const segment of path) {
    if (Array.isArray(value)) value = value[Number(segment)];
    else if (isRecord(value) && Object.hasOwn(value, segment)) value = value[String(segment)];
    else return undefined;
  }
  return value;
}

/** A section whose keys are all commented out reads as null: it means its defaults, not a fault. */
function withoutEmptySections(raw: unknown, defaults: unknown = writtenDefaults, prefix = ""): unknown {
  if (!isRecord(raw) || !isRecord(defaults)) return raw;
  const isEmpty = (key: string, value: unknown): boolean =>
    value === null && isRecord(own(defaults, key)) && !sectionsWithNone.has(`${prefix}${key}`);
  const kept = Object.entries(raw).filter(([key, value]) => !isEmpty(key, value));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutEmptySections(value, own(defaults, key), `${prefix}${key}.`)]),
  );
}

function withoutFaulty(given: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(given);
  for (const issue of issues) {
    const paths =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      // A list with a hole would shift its other items: the whole list falls back to its default.
      const firstIndex = path.findIndex((segment) => typeof segment === "number");
      const whole = firstIndex === -1 ? path : path.slice(0, firstIndex);
      const last = whole.at(-1);
      if (last === undefined) return {};
      const parent = valueAt(copy, whole.slice(0, -1));
      if (isRecord(parent)) Reflect.deleteProperty(parent, last);
    }
  }
  return copy;
}

function faultsOf(issue: z.core.$ZodIssue, given: unknown): KeyFault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => unknownKey([...issue.path, key], given));
  }
  const { path } = issue;
  const value = valueAt(given, path);
  if (path.length === 0) {
    return [
      {
        code: "wrong-value",
        path,
        value,
        message: "a config is a map of keys and values",
        hint: "Write lines such as `timezone: America/New_York`.",
      },
    ];
  }
  const wanted = wantedOf(issue);
  const known = valueAt(writtenDefaults, path);
  if (value === undefined) {
    return [{ code: "missing-key", path, value, message: "is missing", hint: `Write ${wanted}.` }];
  }
  const words = wordsOf(issue);
  const near = words.length > 0 && typeof value === "string" ? nearest(value, words) : null;
  const hint =
    near !== null
      ? `The nearest known word is ${near}; known are ${words.join(", ")}.`
      : known === undefined
        ? `Write ${wanted}.`
        : `Write ${wanted}, or leave the key out for the default ${JSON.stringify(known)}.`;
  return [{ code: "wrong-value", path, value, message: `must be ${wanted}`, hint }];
}

function unknownKey(path: readonly PropertyKey[], given: unknown): KeyFault {
  const key = String(path.at(-1));
  const parent = path.slice(0, -1);
  const siblings = knownKeys(parent, given).map((name) => [...parent, name].join("."));
  // A key at the same place wins, unless one elsewhere is spelt nearer: keys get written in the wrong section.
  const suggestion = nearest(key, [...siblings, ...allKeys()], (known) =>
    known.slice(known.lastIndexOf(".") + 1),
  );
  return {
    code: "unknown-key",
    path,
    value: valueAt(given, path),
    message: "unknown key",
    hint: suggestion === null ? "Remove it." : `The nearest known key is ${suggestion}.`,
  };
}

function knownKeys(path: readonly PropertyKey[], given: unknown): readonly string[] {
  if (path[0] === "notify") {
    const channel = valueAt(given, [...path, "channel"]);
    const keys = Object.entries(channelKeys).find(([name]) => name === channel)?.[1] ?? [];
    return ["channel", ...keys];
  }
  if (path[0] === "panel" && path[1] === "lenses") return lensKeys;
  const section = valueAt(writtenDefaults, path);
  return isRecord(section) ? Object.keys(section) : [];
}

/** Every known key as a dotted path, sections included. */
export function allKeys(section: unknown = writtenDefaults, prefix = ""): readonly string[] {
  if (!isRecord(section)) return [];
  return Object.entries(section).flatMap(([key, value]) => [
    `${prefix}${key}`,
    ...allKeys(value, `${prefix}${key}.`),
  ]);
}

function wantedOf(issue: z.core.$ZodIssue): string {
  const words = wordsOf(issue);
  if (words.length > 0) return `one of ${words.join(", ")}`;
  if (issue.code === "invalid_type") return wantedType(issue.expected);
  if (issue.code === "invalid_format") return "a URL that begins with http:// or https://";
  if (issue.code === "too_big") return `a list of at most ${issue.maximum}`;
  if (issue.code === "too_small") {
    return issue.origin === "string" ? "a text that is not empty" : `a list of at least ${issue.minimum}`;
  }
  return "a text, or a list of texts";
}

function wantedType(expected: string): string {
  switch (expected) {
    case "string":
      return "a text";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "array":
    case "tuple":
      return "a list";
    default:
      return "a map of keys and values";
  }
}

function wordsOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) return Object.keys(channelKeys);
  return [];
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
