import type { RateFigure } from "../../core/gold-agreement.ts";
import type { ReportAxis } from "../../core/report-data.ts";
import { showCount, showNumber, showPercent } from "../numbers.ts";
import {
  changeMarks,
  epochBreaks,
  joinedRuns,
  monthAxis,
  type MonthScale,
  type Placed,
  placed,
} from "./month-scale.ts";
import { escapeWords, goldWords, kappaWords, overrideWords } from "./figure-words.ts";
import { dot, line, type Mark, rect, ruleX, ruleY, text } from "./marks.ts";
import { type Canvas, drawPicture, type Picture } from "./picture.ts";

/** Size of one panel in its own units; the page scales it to its column. */
interface PanelSize {
  readonly width: number;
  readonly height: number;
}

const panelSize: PanelSize = { width: 320, height: 132 };

/** One panel without its marks: the same place for the plot in all of them. */
function canvas(scale: MonthScale, size: PanelSize, y: readonly [number, number]): Canvas {
  return { ...size, margin: { top: 18, right: 34, bottom: 20, left: 30 }, x: scale.domain, y };
}

/** Names of a few heights, left of the plot, and the ground line. */
function heights(at: readonly number[], show: (value: number) => string, ground: number): Mark[] {
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
function bar(value: number, name: string, colour = "var(--doubt)"): Mark[] {
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
function tips(
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
function gaps(months: readonly Placed[], has: (month: Placed) => boolean, y: number): Mark {
  return text(
    months.filter((month) => !has(month)),
    { x: "x", y, dy: -6, text: ({ state }: Placed) => (state === "open" ? "○" : "–"), fill: "var(--muted)" },
  );
}

/** Width of an interval's bar. */
function thin({ domain: [low, high] }: MonthScale): number {
  return Math.max(2.5, Math.min(9, 120 / (high - low)));
}

/** Lowest kappa that is drawn; the table tells the number of what lies below. */
const lowestKappa = -0.2;

/** Kappa with its interval over the months. */
export function kappaPanel(picture: Picture, axis: ReportAxis, scale: MonthScale, size = panelSize): string {
  const months = placed(scale, axis.months);
  const known = months.flatMap(({ kappa, x }) => {
    if (kappa.value === null) return [];
    return [
      {
        x,
        value: kappa.value,
        low: kappa.low,
        high: kappa.high,
        isBelow: kappa.value < axis.policy.kappaThreshold,
      },
    ];
  });
  const bounded = months.flatMap(({ kappa, x }) =>
    kappa.value === null && kappa.bounds !== null ? [{ x, low: kappa.bounds[0], high: kappa.bounds[1] }] : [],
  );
  const y = [lowestKappa, 1] as const;
  return drawPicture(picture, canvas(scale, size, y), [
    ...heights([0, 0.5, 1], (one) => showNumber(one, 1), lowestKappa),
    ruleY([0], { stroke: "var(--hair)" }),
    ...bar(axis.policy.kappaThreshold, String(axis.policy.kappaThreshold)),
    ...monthAxis(scale, lowestKappa),
    ...epochBreaks(months),
    ruleX(bounded, { x: "x", y1: "low", y2: "high", stroke: "var(--muted)", strokeDasharray: "2,2" }),
    ruleX(
      known.filter(({ low }) => low !== null),
      {
        x: "x",
        y1: "low",
        y2: "high",
        stroke: "var(--band)",
        strokeWidth: thin(scale),
      },
    ),
    line(
      joinedRuns(months, ({ kappa }) => kappa.value),
      { x: "x", y: "value", run: ({ run }) => run, stroke: "var(--data)", strokeWidth: 1.25 },
    ),
    dot(known, {
      x: "x",
      y: "value",
      r: 3,
      fill: ({ isBelow }) => (isBelow ? "var(--alarm)" : "var(--data)"),
      stroke: "var(--ground)",
    }),
    gaps(months, ({ kappa }) => kappa.value !== null || kappa.bounds !== null, lowestKappa),
    ...changeMarks(scale, axis.changes, 1),
    tips(months, y, (month) => kappaWords(month)),
  ]);
}

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
    return [{ ...figure, rate: figure.rate, x: month.x, alarming: isAlarming(figure, month) }];
  });
  return [
    ruleX(
      known.filter(({ low }) => low !== null),
      {
        x: "x",
        y1: "low",
        y2: "high",
        stroke: "var(--band)",
        strokeWidth: thin(scale),
      },
    ),
    line(
      joinedRuns(months, (month) => figureOf(month)?.rate ?? null),
      { x: "x", y: "value", run: ({ run }) => run, stroke: "var(--data)", strokeWidth: 1.25 },
    ),
    dot(known, {
      x: "x",
      y: "rate",
      r: 3,
      fill: ({ alarming }) => (alarming ? "var(--alarm)" : "var(--data)"),
      stroke: "var(--ground)",
    }),
  ];
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
    show: dollars,
    marks: [gaps(months, ({ cost }) => cost !== null, 0)],
  });
}

/** `$1.20`; a sum below a cent is not shown as nothing. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return "< $0.01";
  return `$${usd >= 100 ? showCount(usd) : usd.toFixed(2)}`;
}
