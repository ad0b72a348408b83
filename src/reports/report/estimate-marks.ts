import { dot, line, type Markish, ruleX } from "@observablehq/plot";
import type { joinedRuns, MonthScale } from "./month-scale.ts";
import { thin } from "./panel-frame.ts";

/** A figure of one month with its interval, where it has one. */
export interface PlacedEstimate {
  readonly x: number;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly isAlarming: boolean;
}

/** Figures by month: the interval as a bar, the value as a point, joined where no month between them lacks it. */
export function estimateMarks(
  known: readonly PlacedEstimate[],
  runs: ReturnType<typeof joinedRuns<number>>,
  scale: MonthScale,
): Markish[] {
  return [
    ruleX(
      known.filter(({ low }) => low !== null),
      {
        x: "x",
        y1: "low",
        y2: "high",
        stroke: "var(--band)",
        strokeWidth: thin(scale),
        strokeLinecap: "butt",
      },
    ),
    line(runs, { x: "x", y: "value", z: "run", stroke: "var(--data)", strokeWidth: 1.25 }),
    dot(known, {
      x: "x",
      y: "value",
      r: 3,
      fill: ({ isAlarming }) => (isAlarming ? "var(--alarm)" : "var(--data)"),
      stroke: "var(--ground)",
      strokeWidth: 1,
    }),
  ];
}
