import { messageOf } from "../errors.ts";
import { isDeeperThan } from "../core/json-depth.ts";
import { repeatedKeyOf } from "../core/repeated-key.ts";
import { quote } from "./storable-text.ts";

/** Containers inside containers, the outermost counted. */
export const maxDepth = 64;

/** Keys that reach an object's prototype when a careless program copies them. */
const dangerousKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

const tooDeep = `too-deep: more than ${maxDepth} levels of nesting`;

export type ParsedJson =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "reject"; readonly reason: string };

/** A shorter text cannot hold so many levels that parsing it would hurt. */
const deepTextLength = 64 * 1024;

/** Parses a text as JSON in which nothing could do harm or be lost: no dangerous key, not too deep, no key twice. */
export function readGuardedJson(text: string): ParsedJson {
  const parsed = parseJson(text);
  if (parsed.kind === "reject") return parsed;
  const keys = guardLevel(parsed.value, 1);
  if (typeof keys === "string") return { kind: "reject", reason: keys };
  const repeated = repeatedKeyOf(text, keys);
  return repeated === null ? parsed : { kind: "reject", reason: refuseRepeated(repeated) };
}

/** `JSON.parse` would keep the last value: a FAIL would be a PASS, and nobody would know. */
function refuseRepeated(key: string): string {
  return `repeated-key: ${quote(key)} is given twice in one object: leave one of the two`;
}

/** Parses a text as JSON. The refusal says where, and repeats nothing of the text. */
export function parseJson(text: string): ParsedJson {
  if (text.length > deepTextLength && isDeeperThan(text, maxDepth))
    return { kind: "reject", reason: tooDeep };
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch (error) {
    return { kind: "reject", reason: `not-json: this is not JSON${placeOf(messageOf(error))}` };
  }
}

/**
 * Why a parsed JSON value is refused before anything looks at it: a key named `__proto__`, `constructor` or `prototype`
 * at any depth, or more than 64 levels. Null when it is harmless.
 *
 * Reading own keys is enough: `JSON.parse` makes `__proto__` an own key and touches no prototype,
 * so what is seen here is what was written, escapes such as `\u005f` resolved.
 */
export function guardJson(value: unknown): string | null {
  const guarded = guardLevel(value, 1);
  return typeof guarded === "string" ? guarded : null;
}

/** How many keys the objects have from here on, or why the value is refused. */
function guardLevel(value: unknown, depth: number): number | string {
  if (typeof value !== "object" || value === null) return 0;
  if (depth > maxDepth) return tooDeep;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const element of value) {
      const inner = guardLevel(element, depth + 1);
      if (typeof inner === "string") return inner;
      keys += inner;
    }
    return keys;
  }
  for (const key of Object.keys(value)) {
    if (dangerousKeys.has(key)) return `dangerous-key: a key may not be named ${key}`;
    keys += 1;
  }
  for (const one of Object.values(value)) {
    if (typeof one !== "object" || one === null) continue;
    const inner = guardLevel(one, depth + 1);
    if (typeof inner === "string") return inner;
    keys += inner;
  }
  return keys;
}

/** Where the engine stopped, as far as its message says so; it may quote the text itself, which is left out. */
function placeOf(message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return `, near character ${Number(position) + 1}`;
  if (/end of JSON/.test(message)) return ": it ends too early";
  const token = /^Unexpected token '([!-~])'/.exec(message)?.[1];
  return token === undefined ? "" : `: ${token} is unexpected`;
}
