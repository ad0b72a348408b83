const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether the brackets and braces of a text lie more than so many levels deep, strings left out; the text need not be
 * JSON. Asked before a large text is parsed: 4 MiB of `[` would become gigabytes of arrays before anything could refuse
 * them. It stops at the first place that is too deep and at the end of the text, whichever comes first.
 *
 * @example isDeeperThan("[[[1]]]", 2) // true
 */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === backslash) index += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
