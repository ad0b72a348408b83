const quote = 0x22;
const backslash = 0x5c;

/**
 * The place behind the closing quotation mark of the JSON string that begins at `start`.
 *
 * @example endOfString('["a",1]', 1) // 4
 */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1;
  }
  return index + 1;
}
