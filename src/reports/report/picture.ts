import { htmlText } from "./html-text.ts";
import type { Mark } from "./marks.ts";

/** A drawing as text: an SVG element with its title and description for those who do not see it. */
export interface Picture {
  /** Unique in the page that it stands in: letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** A drawing's size and margins in its own units, and the values that its plot spans. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly margin: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  readonly x: readonly [low: number, high: number];
  /** A value beyond these is drawn at the edge. */
  readonly y: readonly [low: number, high: number];
}

/** The SVG element of a drawing, the first mark undermost; colours are the variables of `palette.ts`. */
export function drawPicture(picture: Picture, canvas: Canvas, marks: readonly Mark[]): string {
  const { description, id, title } = picture;
  const { height, margin, width } = canvas;
  const [left, right] = [margin.left, width - margin.right];
  const [top, bottom] = [margin.top, height - margin.bottom];
  const [low, high] = canvas.y;
  const frame = {
    left,
    right,
    top,
    bottom,
    x: scale(canvas.x, [left, right]),
    y: (value: number) => scale(canvas.y, [bottom, top])(Math.min(high, Math.max(low, value))),
  };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="${id}-t ${id}-d" class="picture" ` +
    `font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" fill="currentColor" font-size="11" text-anchor="middle" ` +
    `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<title id="${id}-t">${htmlText(title)}</title><desc id="${id}-d">${htmlText(description)}</desc>` +
    `${marks.map((mark) => mark(frame)).join("")}</svg>`
  );
}

function scale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): (value: number) => number {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}
