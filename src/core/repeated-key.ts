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
          if (keys.has(key)) return end;
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

/** The place behind the closing quotation mark of the string that begins here. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1;
  }
  return index + 1;
}

function keyOf(written: string): string {
  return written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
}
