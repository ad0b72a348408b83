import { htmlText } from "./html-text.ts";
import { paletteCss } from "./palette.ts";

/** One piece of a picture of its own: a heading, and a drawing below it. */
export interface Piece {
  readonly heading: string;
  readonly note: string;
  readonly drawing: string;
  readonly height: number;
}

const headingHeight = 22;
const gap = 10;
const edge = 14;

/**
 * A picture that stands alone in a file: its own ground, so that it reads in a light and a dark vault whatever scheme it
 * takes, and pieces below each other. No text but names, words and numbers of the program.
 */
export function standalonePicture(picture: {
  readonly width: number;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly pieces: readonly Piece[];
}): string {
  const { description, pieces, subtitle, title } = picture;
  const width = picture.width + 2 * edge;
  let y = edge + 40;
  const placed = pieces.map(({ drawing, heading, height, note }) => {
    const top = y;
    const lead = heading === "" ? 0 : headingHeight;
    y += lead + height + gap;
    const words =
      heading === ""
        ? ""
        : `<text x="${edge}" y="${top + 13}" font-size="12" font-weight="600" fill="var(--ink)">${htmlText(heading)}</text>` +
          `<text x="${width - edge}" y="${top + 13}" font-size="11" text-anchor="end" fill="var(--muted)">${htmlText(note)}</text>`;
    return `${words}<g transform="translate(${edge},${top + lead})">${drawing}</g>`;
  });
  const height = y - gap + edge;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `role="img" aria-labelledby="t d" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif">` +
    `<title id="t">${htmlText(title)}</title><desc id="d">${htmlText(description)}</desc>` +
    `<style>${paletteCss()}text{font-variant-numeric:tabular-nums}</style>` +
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="var(--ground)" stroke="var(--hair)"/>` +
    `<text x="${edge}" y="${edge + 13}" font-size="15" font-weight="650" fill="var(--ink)">${htmlText(title)}</text>` +
    `<text x="${edge}" y="${edge + 30}" font-size="11" fill="var(--muted)">${htmlText(subtitle)}</text>` +
    `${placed.join("")}</svg>\n`
  );
}
