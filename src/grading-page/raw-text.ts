/** Marks that turn the direction of what follows, and control characters: seen by nobody, and made to deceive. */
const hidden = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const everyHidden = new RegExp(`(${hidden.source})`, "gu");

export interface RawPiece {
  readonly text: string;
  /** Stands in for a character that is not seen. */
  readonly mark: boolean;
}

/** A text as it was written, in pieces: characters that would not be seen are named. */
export function rawPieces(text: string): readonly RawPiece[] {
  return text
    .split(everyHidden)
    .filter((piece) => piece !== "")
    .map((piece) =>
      hidden.test(piece) ? { text: nameOf(piece), mark: true } : { text: piece, mark: false },
    );
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** More of them are one block: a browser takes its time over so many. */
const mostLines = 5_000;

/** The lines of a text, each of which finds its own direction; one block where there are too many. */
export function rawLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.length > mostLines ? [text] : lines;
}
