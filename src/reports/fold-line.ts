import { displayWidth } from "./display-width.ts";

/**
 * A line in as many lines of at most `columns` columns as it takes, the further ones indented two columns below it.
 * It is broken at spaces only: an address stays whole, so that it can be followed, even where it is wider.
 *
 * @example foldLine("  one two three", 9) // ["  one two", "    three"]
 */
export function foldLine(line: string, columns: number): readonly string[] {
  const indent = line.slice(0, line.length - line.trimStart().length);
  const whole = indent + line.trim();
  if (displayWidth(whole) <= columns) return [whole];
  const lines: string[] = [];
  let current = indent;
  let isEmpty = true;
  for (const word of line.trim().split(" ")) {
    if (!isEmpty && displayWidth(current) + 1 + displayWidth(word) > columns) {
      lines.push(current);
      current = `${indent}  `;
      isEmpty = true;
    }
    current += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, current];
}
