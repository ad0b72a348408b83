import { dot, line, type Mark, rect, ruleX, ruleY, text } from "./marks.ts";
import { joinedRuns, type MonthScale, type Placed } from "./month-scale.ts";
import type { Canvas } from "./picture.ts";

/** Size of one panel in its own units; the page scales it to its column. */
export interface PanelSize {
  readonly width: number;
  readonly height: number;
}

export const panelSize: PanelSize = { width: 320, height: 132 };

/** One panel without its marks: the same place for the plot in all of them. */
export function canvas(scale: MonthScale, size: PanelSize, y: readonly [number, number]): Canvas {
  return { ...size, margin: { top: 18, right: 34, bottom: 20, left: 30 }, x: scale.domain, y };
}

/** Names of a few heights, left of the plot, and the ground line. */
export function heights(at: readonly number[], show: (value: number) => string, ground: number): Mark[] {
  return [
    ruleY([ground], { stroke: "var(--hair)" }),
    text(at, {
      x: "at left edge",
      dx: -6,
      textAnchor: "end",
      y: (one) => one,
      text: show,
      fill: "var(--muted)",
    }),
  ];
}

/** A height that matters, with its name at the right end. */
export function bar(value: number, name: string, colour = "var(--doubt)"): Mark[] {
  return [
    ruleY([value], { stroke: colour, strokeDasharray: "4,3" }),
    text([value], {
      x: "at right edge",
      dx: 5,
      textAnchor: "start",
      y: (one) => one,
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
): Mark {
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
export function gaps(months: readonly Placed[], has: (month: Placed) => boolean, y: number): Mark {
  return text(
    months.filter((month) => !has(month)),
    { x: "x", y, dy: -6, text: ({ state }: Placed) => (state === "open" ? "○" : "–"), fill: "var(--muted)" },
  );
}

/** A figure of one month and its interval. */
interface Estimate {
  readonly x: number;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly isAlarming: boolean;
}

/** Figures over the months: the bar of each interval, a line through the months that follow each other, a point for each. */
export function estimates(
  scale: MonthScale,
  months: readonly Placed[],
  known: readonly Estimate[],
  valueOf: (month: Placed) => number | null,
): Mark[] {
  return [
    ruleX(
      known.filter(({ low }) => low !== null),
      { x: "x", y1: "low", y2: "high", stroke: "var(--band)", strokeWidth: thin(scale) },
    ),
    line(joinedRuns(months, valueOf), {
      x: "x",
      y: "value",
      run: ({ run }) => run,
      stroke: "var(--data)",
      strokeWidth: 1.25,
    }),
    dot(known, {
      x: "x",
      y: "value",
      r: 3,
      fill: ({ isAlarming }) => (isAlarming ? "var(--alarm)" : "var(--data)"),
      stroke: "var(--ground)",
    }),
  ];
}

/** Width of an interval's bar: thinner where there are more months, never too thin to see nor broader than a point is worth. */
function thin({ domain: [low, high] }: MonthScale): number {
  return Math.max(2.5, Math.min(9, 120 / (high - low)));
}
