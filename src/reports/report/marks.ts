import { htmlText } from "./html-text.ts";
import {
  type Fill,
  fillOf,
  fillOfAll,
  layer,
  lineTag,
  moved,
  short,
  type Stroke,
  strokeOf,
} from "./svg-parts.ts";

/** The plot within a drawing: where its edges are, and where a value lies, in the drawing's own units. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** One layer of a drawing as SVG; nothing where it has nothing to show. */
export type Mark = (frame: Frame) => string;

/** A number of each row: by the row's own name for it, by a function, or the same for all. A row without it is not drawn. */
type Channel<Row> = number | NumberKey<Row> | ((row: Row) => number | null);
type NumberKey<Row> = {
  [Key in keyof Row & string]: Row[Key] extends number | null ? Key : never;
}[keyof Row & string];

/** An upright line for each row, from y1 to y2 or through the whole plot. */
export function ruleX<Row>(
  rows: readonly Row[],
  of: Stroke & { readonly x?: Channel<Row>; readonly y1?: Channel<Row>; readonly y2?: Channel<Row> },
): Mark {
  return ({ bottom, top, x, y }) => {
    const lines = rows.flatMap((row) => {
      const at = numberOf(row, of.x);
      const from = of.y1 === undefined ? top : placed(row, of.y1, y);
      const to = of.y2 === undefined ? bottom : placed(row, of.y2, y);
      return at === null || from === null || to === null ? [] : [lineTag(x(at), from, x(at), to)];
    });
    return layer(strokeOf(of), lines);
  };
}

/** A level line for each row, from x1 to x2 or through the whole plot. */
export function ruleY<Row>(
  rows: readonly Row[],
  of: Stroke & { readonly y?: Channel<Row>; readonly x1?: Channel<Row>; readonly x2?: Channel<Row> },
): Mark {
  return ({ left, right, x, y }) => {
    const lines = rows.flatMap((row) => {
      const at = numberOf(row, of.y);
      const from = of.x1 === undefined ? left : placed(row, of.x1, x);
      const to = of.x2 === undefined ? right : placed(row, of.x2, x);
      return at === null || from === null || to === null ? [] : [lineTag(from, y(at), to, y(at))];
    });
    return layer(strokeOf(of), lines);
  };
}

/** Lines through the points of each run, in the order of the rows. */
export function line<Row>(
  rows: readonly Row[],
  of: Stroke & { readonly x: Channel<Row>; readonly y: Channel<Row>; readonly run: (row: Row) => number },
): Mark {
  return ({ x, y }) => {
    const runs = new Map<number, string[]>();
    for (const row of rows) {
      const [across, up] = [placed(row, of.x, x), placed(row, of.y, y)];
      if (across === null || up === null) continue;
      const run = runs.get(of.run(row)) ?? [];
      run.push(`${short(across)},${short(up)}`);
      runs.set(of.run(row), run);
    }
    // A run of one point is closed, so that its round end shows.
    const paths = [...runs.values()].map(
      (points) => `<path d="M${points.join("L")}${points.length === 1 ? "Z" : ""}"/>`,
    );
    const ends = ` stroke-linejoin="round" stroke-linecap="round"`;
    return layer(` fill="none"${strokeOf(of)}${ends}`, paths);
  };
}

/** A point for each row. */
export function dot<Row>(
  rows: readonly Row[],
  of: {
    readonly x: Channel<Row>;
    readonly y: Channel<Row>;
    readonly r: number;
    readonly fill: Fill<Row>;
    readonly stroke?: string;
  },
): Mark {
  return ({ x, y }) => {
    const points = rows.flatMap((row) => {
      const [across, up] = [placed(row, of.x, x), placed(row, of.y, y)];
      if (across === null || up === null) return [];
      return [`<circle cx="${short(across)}" cy="${short(up)}" r="${short(of.r)}"${fillOf(row, of.fill)}/>`];
    });
    return layer(fillOfAll(of.fill) + (of.stroke === undefined ? "" : ` stroke="${of.stroke}"`), points);
  };
}

/** A bar for each row; `title` is what a pointer that rests on it is told. */
export function rect<Row>(
  rows: readonly Row[],
  of: {
    readonly x1: Channel<Row>;
    readonly x2: Channel<Row>;
    readonly y1: Channel<Row>;
    readonly y2: Channel<Row>;
    readonly fill: Fill<Row>;
    readonly title?: (row: Row) => string;
  },
): Mark {
  return ({ x, y }) => {
    const bars = rows.flatMap((row) => {
      const [left, right] = [placed(row, of.x1, x), placed(row, of.x2, x)];
      const [low, high] = [placed(row, of.y1, y), placed(row, of.y2, y)];
      if (left === null || right === null || low === null || high === null) return [];
      const place =
        `x="${short(Math.min(left, right))}" y="${short(Math.min(low, high))}" ` +
        `width="${short(Math.abs(right - left))}" height="${short(Math.abs(high - low))}"`;
      const told = of.title === undefined ? "" : `<title>${htmlText(of.title(row))}</title>`;
      return [`<rect ${place}${fillOf(row, of.fill)}>${told}</rect>`];
    });
    return layer(fillOfAll(of.fill), bars);
  };
}

/** A word for each row, around its place, or at an edge of the plot where it has no x. */
export function text<Row>(
  rows: readonly Row[],
  of: {
    readonly x: Channel<Row> | "at left edge" | "at right edge";
    readonly y: Channel<Row>;
    readonly dx?: number;
    readonly dy?: number;
    readonly text: (row: Row) => string;
    readonly fill: string;
    readonly textAnchor?: "start" | "middle" | "end";
    readonly fontSize?: number;
  },
): Mark {
  return ({ left, right, x, y }) => {
    const words = rows.flatMap((row) => {
      const across = of.x === "at left edge" ? left : of.x === "at right edge" ? right : placed(row, of.x, x);
      const up = placed(row, of.y, y);
      if (across === null || up === null) return [];
      // A third of the letters' height lower, so that their middle is where the row lies.
      return [`<text y="0.3em"${moved(across, up)}>${htmlText(of.text(row))}</text>`];
    });
    const anchor = of.textAnchor === undefined || of.textAnchor === "middle" ? "" : of.textAnchor;
    const look =
      ` fill="${of.fill}"` +
      (anchor === "" ? "" : ` text-anchor="${anchor}"`) +
      (of.fontSize === undefined ? "" : ` font-size="${of.fontSize}"`);
    return layer(`${look}${moved(of.dx ?? 0, of.dy ?? 0)}`, words);
  };
}

/** Left out, a row of numbers is its own place. */
function numberOf<Row>(row: Row, channel: Channel<Row> | undefined): number | null {
  const value: unknown =
    typeof channel === "function"
      ? channel(row)
      : typeof channel === "number"
        ? channel
        : channel === undefined
          ? row
          : row[channel];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function placed<Row>(row: Row, channel: Channel<Row>, at: (value: number) => number): number | null {
  const value = numberOf(row, channel);
  return value === null ? null : at(value);
}
