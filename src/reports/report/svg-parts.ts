/** How a line looks; one unit wide and whole where it does not say. */
export interface Stroke {
  readonly stroke: string;
  readonly strokeWidth?: number;
  readonly strokeOpacity?: number;
  readonly strokeDasharray?: string;
}

/** One colour for all parts of a layer, or one for each. */
export type Fill<Row> = string | ((row: Row) => string);

/** Parts that look alike, or nothing where there are none. */
export function layer(look: string, parts: readonly string[]): string {
  return parts.length === 0 ? "" : `<g${look}>${parts.join("")}</g>`;
}

export function lineTag(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${short(x1)}" x2="${short(x2)}" y1="${short(y1)}" y2="${short(y2)}"/>`;
}

export function strokeOf({ stroke, strokeDasharray, strokeOpacity, strokeWidth }: Stroke): string {
  return (
    ` stroke="${stroke}"` +
    (strokeWidth === undefined ? "" : ` stroke-width="${short(strokeWidth)}"`) +
    (strokeOpacity === undefined ? "" : ` stroke-opacity="${strokeOpacity}"`) +
    (strokeDasharray === undefined ? "" : ` stroke-dasharray="${strokeDasharray}"`)
  );
}

/** The attribute that moves a part; none where it stays. */
export function moved(x: number, y: number): string {
  return x === 0 && y === 0 ? "" : ` transform="translate(${short(x)},${short(y)})"`;
}

/** A fill that is the same for all stands at the layer. */
export function fillOfAll<Row>(fill: Fill<Row>): string {
  return typeof fill === "string" ? ` fill="${fill}"` : "";
}

export function fillOf<Row>(row: Row, fill: Fill<Row>): string {
  return typeof fill === "string" ? "" : ` fill="${fill(row)}"`;
}

/** A tenth of a point is finer than any screen. */
export function short(value: number): string {
  return String(Number(value.toFixed(1)));
}
