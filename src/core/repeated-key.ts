import { endOfString } from "./json-string.ts";

const quote = 0x22;
const backslash = 0x5c;

/**
 * Where does an object of this JSON text give a key twice? The place behind the second one; null where none does.
 * `JSON.parse` keeps the last value and says nothing: of two lists of findings, or two severities, the one that was meant
 * would be gone. Keys are compared as they read, escapes resolved.
 *
 * @param text JSON that was parsed before
 * @example repeatedKeyAt('{"findings":[1],"findings":[]}') // 26
 */
export function repeatedKeyAt(text: string): number | null {
  return findRepeatedKey(text)?.end ?? null;
}

/**
 * The key that an object of this JSON text gives twice; null where none does. Fast where none does, however large the text:
 * its keys are counted by their colons, and it is only read where there are more of them than the value has.
 *
 * @param text JSON that was parsed before
 * @param keys of all objects in the value that came of it
 * @example repeatedKeyOf('{"verdict":"FAIL","verdict":"PASS"}', 1) // "verdict"
 */
export function repeatedKeyOf(text: string, keys: number): string | null {
  return keyColonsOf(text) > keys ? (findRepeatedKey(text)?.key ?? null) : null;
}

/** How many keys all objects in a value have that came of JSON. */
export function countKeys(value: unknown): number {
  let keys = 0;
  const left = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== "object" || one === null) continue;
    const inner: unknown[] = Object.values(one);
    if (!Array.isArray(one)) keys += inner.length;
    for (const each of inner) left.push(each);
  }
  return keys;
}

/**
 * The colons behind a closing quotation mark: one for each written key, and one for each text that begins with a colon.
 * Inside a text quotation marks are escaped.
 */
function keyColonsOf(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (isSpace(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) === quote && !isEscaped(text, before)) count += 1;
  }
  return count;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === backslash) start -= 1;
  return (at - start) % 2 === 1;
}

function findRepeatedKey(text: string): { readonly key: string; readonly end: number } | null {
  // The keys of each open object; null for a list.
  const open: (Set<string> | null)[] = [];
  let isKey = false;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote: {
        const end = endOfString(text, index);
        const keys = isKey ? open.at(-1) : null;
        if (keys) {
          const key = keyOf(text.slice(index, end));
          if (keys.has(key)) return { key, end };
          keys.add(key);
        }
        isKey = false;
        index = end - 1;
        break;
      }
      case 0x7b: // {
        open.push(new Set());
        isKey = true;
        break;
      case 0x5b: // [
        open.push(null);
        isKey = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        isKey = false;
        break;
      case 0x2c: // ,
        isKey = open.at(-1) instanceof Set;
        break;
    }
  }
  return null;
}

function keyOf(written: string): string {
  return written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
}
