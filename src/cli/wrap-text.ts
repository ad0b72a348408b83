import { displayWidth } from "../reports/display-width.ts";

const tabWidth = 4;

/**
 * Breaks a text into screen lines of at most `columns` columns: at spaces where there are some, inside a word
 * that is longer than a line. Empty lines stay. Indentation stays, so that code keeps its shape.
 *
 * @example wrapText("one two three", 7) // ["one two", "three"]
 */
export function wrapText(text: string, columns: number): readonly string[] {
  const width = Math.max(1, columns);
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .flatMap((line) => wrapLine(line.replaceAll("\t", " ".repeat(tabWidth)), width));
}

function wrapLine(line: string, width: number): readonly string[] {
  const characters = charactersOf(line);
  const lines: string[] = [];
  let start = 0;
  while (start < characters.length || lines.length === 0) {
    const end = start + countFitting(characters, start, width);
    if (end >= characters.length) {
      lines.push(characters.slice(start).join(""));
      break;
    }
    const space = lastBreak(characters, start, end);
    lines.push(characters.slice(start, space ?? end).join(""));
    start = space === null ? end : space + 1;
  }
  return lines;
}

/** The last space at or before `end` with a word before it: breaking inside an indentation would only make an empty line. */
function lastBreak(characters: readonly string[], start: number, end: number): number | null {
  for (let space = end; space > start; space -= 1) {
    if (characters[space] !== " ") continue;
    for (let before = space - 1; before >= start; before -= 1) {
      if (characters[before] !== " ") return space;
    }
    return null;
  }
  return null;
}

const segmenter = new Intl.Segmenter();

/** What a reader sees as characters; plain ASCII needs no segmenter, and artifacts are mostly that. */
function charactersOf(line: string): string[] {
  return /^[ -~]*$/.test(line) ? line.split("") : [...segmenter.segment(line)].map((part) => part.segment);
}

/** How many characters from `start` on fit into the width; at least one, or nothing would ever end. */
function countFitting(characters: readonly string[], start: number, width: number): number {
  let columns = 0;
  let end = start;
  for (; end < characters.length; end += 1) {
    columns += columnsOfCharacter(characters[end] ?? "");
    if (columns > width) break;
  }
  return Math.max(1, end - start);
}

/** Plain ASCII, which artifacts mostly are, is one column wide and needs no table. */
function columnsOfCharacter(character: string): number {
  return character >= " " && character <= "~" ? 1 : displayWidth(character);
}
