/** An estimate as it is drawn; null where there is none. An interval without a value is what is possible at all. */
export interface DrawnInterval {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The columns that a bar has, what its first and its last one stand for, and a mark on the way (a threshold). */
export interface BarScale {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly mark?: number | null;
}

/**
 * An estimate with its interval on a scale, exactly `width` columns: the value as a point, the ends of the interval as
 * tees, the mark as a dotted line that shows through. What lies beyond the scale ends in an arrow, and an interval without a
 * value is dashed. Never wider, never narrower, whatever the numbers are.
 *
 * @example intervalBar({ value: 0.5, low: 0.2, high: 0.8 }, { from: 0, to: 1, width: 11, mark: 0.6 }) // "  ├──●┼─┤  "
 */
export function intervalBar({ value, low, high }: DrawnInterval, scale: BarScale): string {
  const width = Math.max(0, Math.floor(scale.width));
  const cells = Array.from<string>({ length: width }).fill(" ");
  const put = (at: number, sign: string): void => {
    if (at >= 0 && at < width) cells[at] = sign;
  };
  const mark = columnOf(scale.mark ?? null, scale);
  if (mark !== null && isOnScale(scale.mark ?? null, scale)) put(mark, "┊");
  const [first, last] = [columnOf(low, scale), columnOf(high, scale)];
  if (first !== null && last !== null) {
    for (let at = first; at <= last; at += 1) put(at, cells[at] === "┊" ? "┼" : value === null ? "╌" : "─");
    put(first, isOnScale(low, scale) ? "├" : "‹");
    put(last, isOnScale(high, scale) ? "┤" : "›");
  }
  const point = columnOf(value, scale);
  if (point !== null) put(point, "●");
  return cells.join("");
}

/**
 * The line above bars of the same scale: its ends and its mark as numbers, each where it stands, exactly `width` columns.
 *
 * @example barScale({ from: 0, to: 1, width: 20, mark: 0.6 }) // "0          0.6     1"
 */
export function barScale(scale: BarScale): string {
  const width = Math.max(0, Math.floor(scale.width));
  const cells = Array.from<string>({ length: width }).fill(" ");
  const ends: readonly (number | null)[] = [scale.from, scale.to, scale.mark ?? null];
  for (const value of ends) {
    const at = columnOf(value, scale);
    if (at === null || value === null || !isOnScale(value, scale)) continue;
    const text = String(Number(value.toFixed(2)));
    const start = Math.min(Math.max(0, at - Math.floor(text.length / 2)), width - text.length);
    // A number that would touch another one is left out, the mark last.
    const around = cells.slice(Math.max(0, start - 1), start + text.length + 1);
    if (start < 0 || around.some((cell) => cell !== " ")) continue;
    for (const [offset, sign] of Array.from(text).entries()) cells[start + offset] = sign;
  }
  return cells.join("");
}

function isOnScale(value: number | null, { from, to }: BarScale): boolean {
  return value !== null && value >= from && value <= to;
}

/** The column of a number, an end of the scale where it lies beyond it; null where there is no number. */
function columnOf(value: number | null, { from, to, width }: BarScale): number | null {
  if (value === null || Number.isNaN(value) || width < 1) return null;
  const share = to > from ? (value - from) / (to - from) : 0.5;
  return Math.round(Math.min(1, Math.max(0, share)) * (Math.floor(width) - 1));
}
