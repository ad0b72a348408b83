import { type Markish, type PlotOptions, rect, ruleY, text } from "@observablehq/plot";
import type { MonthScale, Placed } from "./month-scale.ts";

/** Size of one panel in its own units; the page scales it to its column. */
export interface PanelSize {
  readonly width: number;
  readonly height: number;
}

export const panelSize: PanelSize = { width: 320, height: 132 };

/** One panel without its marks: the same place for the plot in all of them. */
export function frame(scale: MonthScale, size: PanelSize, y: readonly [number, number]): PlotOptions {
  return {
    ...size,
    marginLeft: 30,
    marginRight: 34,
    marginTop: 18,
    marginBottom: 20,
    x: { domain: [...scale.domain], axis: null },
    y: { domain: [...y], clamp: true, axis: null },
  };
}

/** Names of a few heights, left of the plot, and the ground line. */
export function heights(at: readonly number[], show: (value: number) => string, ground: number): Markish[] {
  return [
    ruleY([ground], { stroke: "var(--hair)" }),
    text(at, {
      frameAnchor: "left",
      dx: -6,
      textAnchor: "end",
      y: (one: number) => one,
      text: show,
      fill: "var(--muted)",
    }),
  ];
}

/** A height that matters, with its name at the right end. */
export function bar(value: number, name: string, colour = "var(--doubt)"): Markish[] {
  return [
    ruleY([value], { stroke: colour, strokeDasharray: "4,3" }),
    text([value], {
      frameAnchor: "right",
      dx: 5,
      textAnchor: "start",
      y: (one: number) => one,
      text: () => name,
      fill: colour,
    }),
  ];
}

/** What a pointer that rests on a month is told. */
export function tips(
  months: readonly Placed[],
  [low, high]: readonly [number, number],
  tell: (month: Placed) => string,
): Markish {
  return rect(months, {
    x1: ({ x }: Placed) => x - 0.5,
    x2: ({ x }: Placed) => x + 0.5,
    y1: () => low,
    y2: () => high,
    fill: "transparent",
    title: (month: Placed) => `${month.period}: ${tell(month)}`,
  });
}

/** A sign on the ground line for a month without a figure: never a point at 0. */
export function gaps(months: readonly Placed[], has: (month: Placed) => boolean, y: number): Markish {
  return text(
    months.filter((month) => !has(month)),
    { x: "x", y, dy: -6, text: ({ state }: Placed) => (state === "open" ? "○" : "–"), fill: "var(--muted)" },
  );
}

/** Width of an interval's bar. */
export function thin({ domain: [low, high] }: MonthScale): number {
  return Math.max(2.5, Math.min(9, 120 / (high - low)));
}
