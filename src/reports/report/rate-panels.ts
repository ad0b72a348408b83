import type { RateFigure } from "../../core/gold-agreement.ts";
import type { ReportAxis } from "../../core/report-axis.ts";
import { showPercent } from "../numbers.ts";
import { escapeWords, goldWords, overrideWords } from "./figure-words.ts";
import { type Mark, rect, ruleY, text } from "./marks.ts";
import { epochBreaks, monthAxis, type MonthScale, placed, type Placed } from "./month-scale.ts";
import { canvas, estimates, gaps, heights, panelSize, tips } from "./panel-parts.ts";
import { drawPicture, type Picture } from "./picture.ts";

/** A rate with its interval; heights are shares. */
function rateMarks(
  months: readonly Placed[],
  scale: MonthScale,
  figureOf: (month: Placed) => RateFigure | null,
  isAlarming: (figure: RateFigure, month: Placed) => boolean,
): Mark[] {
  const known = months.flatMap((month) => {
    const figure = figureOf(month);
    if (figure === null || figure.rate === null) return [];
    const { high, low, rate: value } = figure;
    return [{ x: month.x, value, low, high, isAlarming: isAlarming(figure, month) }];
  });
  return estimates(scale, months, known, (month) => figureOf(month)?.rate ?? null);
}

/** Override rate with its interval, and the rate that kappa at the threshold means on each month's frame. */
export function overridePanel(
  picture: Picture,
  axis: ReportAxis,
  scale: MonthScale,
  size = panelSize,
): string {
  const months = placed(scale, axis.months);
  const limits = months.flatMap(({ overrideRateAtThreshold: value, x }) =>
    value === null ? [] : [{ x, value }],
  );
  const last = limits.at(-1);
  const y = [0, 0.6] as const;
  return drawPicture(picture, canvas(scale, size, y), [
    ...heights([0, 0.3, 0.6], showPercent, 0),
    ...monthAxis(scale, 0),
    ...epochBreaks(months),
    ...rateMarks(
      months,
      scale,
      ({ overrides }) => overrides,
      ({ rate }, { overrideRateAtThreshold: limit }) => limit !== null && (rate ?? 0) > limit,
    ),
    ruleY(limits, {
      x1: ({ x }) => x - 0.5,
      x2: ({ x }) => x + 0.5,
      y: "value",
      stroke: "var(--doubt)",
      strokeWidth: 1.5,
    }),
    ...(last === undefined
      ? []
      : [
          text([last], {
            x: "at right edge",
            dx: 5,
            y: "value",
            textAnchor: "start",
            text: () => showPercent(last.value),
            fill: "var(--doubt)",
          }),
        ]),
    gaps(months, ({ overrides }) => overrides?.rate !== null && overrides !== null, 0),
    tips(months, y, overrideWords),
  ]);
}

/** Probes that the critic let through, as a share. */
export function escapePanel(picture: Picture, axis: ReportAxis, scale: MonthScale, size = panelSize): string {
  const months = placed(scale, axis.months);
  const y = [0, 1] as const;
  return drawPicture(picture, canvas(scale, size, y), [
    ...heights([0, 0.5, 1], showPercent, 0),
    ...monthAxis(scale, 0),
    ...epochBreaks(months),
    ...rateMarks(
      months,
      scale,
      ({ escape }) => escape,
      () => false,
    ),
    gaps(months, ({ escape }) => escape !== null, 0),
    tips(months, y, escapeWords),
  ]);
}

/** Agreement with the gold set, and the share of its answers that flipped since the run before. */
export function goldPanel(picture: Picture, axis: ReportAxis, scale: MonthScale, size = panelSize): string {
  const months = placed(scale, axis.months);
  const flips = months.flatMap(({ gold, x }) => {
    const rate = gold?.flipped?.rate ?? null;
    return rate === null ? [] : [{ x, rate }];
  });
  const y = [0, 1] as const;
  return drawPicture(picture, canvas(scale, size, y), [
    ...heights([0, 0.5, 1], showPercent, 0),
    ...monthAxis(scale, 0),
    ...epochBreaks(months),
    rect(flips, {
      x1: ({ x }) => x - 0.3,
      x2: ({ x }) => x + 0.3,
      y1: () => 0,
      y2: "rate",
      fill: "var(--doubt)",
    }),
    ...(flips.length === 0
      ? []
      : [
          text(flips.slice(-1), {
            x: "at right edge",
            dx: 5,
            y: () => 0.06,
            textAnchor: "start",
            text: () => "flips",
            fill: "var(--doubt)",
          }),
        ]),
    ...rateMarks(
      months,
      scale,
      ({ gold }) => gold?.agreement ?? null,
      () => false,
    ),
    gaps(months, ({ gold }) => gold !== null, 0),
    tips(months, y, goldWords),
  ]);
}
