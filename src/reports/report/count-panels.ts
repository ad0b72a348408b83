import type { ReportAxis } from "../../core/report-axis.ts";
import { showCount, showDollars } from "../numbers.ts";
import { dot, type Mark, rect, ruleY } from "./marks.ts";
import { epochBreaks, monthAxis, type MonthScale, placed } from "./month-scale.ts";
import { bar, canvas, gaps, heights, panelSize, type PanelSize } from "./panel-parts.ts";
import { drawPicture, type Picture } from "./picture.ts";

/** Bars of counts that start at 0, with their own height: volumes of critics differ a hundredfold. */
function barPanel(
  picture: Picture,
  scale: MonthScale,
  size: PanelSize,
  bars: readonly { readonly x: number; readonly from: number; readonly to: number; readonly fill: string }[],
  further: { readonly top: number; readonly show: (value: number) => string; readonly marks: Mark[] },
): string {
  const top = further.top <= 0 ? 1 : further.top;
  return drawPicture(picture, canvas(scale, size, [0, top]), [
    ...heights([0, top], further.show, 0),
    ...monthAxis(scale, 0),
    rect(bars, {
      x1: ({ x }) => x - 0.36,
      x2: ({ x }) => x + 0.36,
      y1: "from",
      y2: "to",
      fill: ({ fill }) => fill,
    }),
    ...further.marks,
  ]);
}

/** Months in a row with an override, against the number that the literal rule acts on. */
export function streakPanel(picture: Picture, axis: ReportAxis, scale: MonthScale, size = panelSize): string {
  const months = placed(scale, axis.months);
  const { streakMonths } = axis.policy;
  const bars = months.flatMap(({ streak, x }) =>
    streak === null || streak === 0
      ? []
      : [{ x, from: 0, to: streak, fill: streak >= streakMonths ? "var(--alarm)" : "var(--data)" }],
  );
  const top = Math.max(streakMonths + 1, ...bars.map(({ to }) => to));
  return barPanel(picture, scale, size, bars, {
    top,
    show: String,
    marks: [
      ...bar(streakMonths, String(streakMonths)),
      ...epochBreaks(months),
      dot(
        months.filter(({ streak }) => streak === 0),
        { x: "x", y: () => 0, r: 1.5, fill: "var(--data)" },
      ),
      gaps(months, ({ streak }) => streak !== null, 0),
    ],
  });
}

/** Verdicts by the critic's word; of an open month the sum alone. */
export function volumePanel(picture: Picture, axis: ReportAxis, scale: MonthScale, size = panelSize): string {
  const months = placed(scale, axis.months);
  const bars = months.flatMap(({ verdicts: { fail, pass, total }, x }) =>
    pass === null || fail === null
      ? [{ x, from: 0, to: total, fill: "var(--hair)" }]
      : [
          { x, from: 0, to: pass, fill: "var(--band)" },
          { x, from: pass, to: total, fill: "var(--data)" },
        ],
  );
  return barPanel(picture, scale, size, bars, {
    top: Math.max(...months.map(({ verdicts }) => verdicts.total)),
    show: showCount,
    marks: [],
  });
}

/** Minutes of grading, and what was planned as a tick. */
export function minutesPanel(
  picture: Picture,
  axis: ReportAxis,
  scale: MonthScale,
  size = panelSize,
): string {
  const months = placed(scale, axis.months);
  const bars = months.map(({ minutes, x }) => ({ x, from: 0, to: minutes.spent, fill: "var(--band)" }));
  const planned = months.filter(({ minutes }) => minutes.planned > 0);
  return barPanel(picture, scale, size, bars, {
    top: Math.max(...months.map(({ minutes }) => Math.max(minutes.planned, minutes.spent))),
    show: (value) => String(Math.round(value)),
    marks: [
      ruleY(planned, {
        x1: ({ x }) => x - 0.45,
        x2: ({ x }) => x + 0.45,
        y: ({ minutes }) => minutes.planned,
        stroke: "var(--ink)",
        strokeWidth: 1.25,
      }),
    ],
  });
}

/** What judging cost, US dollars. */
export function costPanel(picture: Picture, axis: ReportAxis, scale: MonthScale, size = panelSize): string {
  const months = placed(scale, axis.months);
  const bars = months.flatMap(({ cost, x }) =>
    cost === null ? [] : [{ x, from: 0, to: cost.usd, fill: "var(--band)" }],
  );
  return barPanel(picture, scale, size, bars, {
    top: Math.max(0, ...bars.map(({ to }) => to)),
    show: showDollars,
    marks: [gaps(months, ({ cost }) => cost !== null, 0)],
  });
}
