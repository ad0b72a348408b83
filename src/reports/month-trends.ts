import type { HistoryRow } from "../core/history-row.ts";
import type { ShownRow } from "../core/open-row.ts";
import { addMonths, monthsFrom } from "../core/month.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { foldLine } from "./fold-line.ts";
import { barScale, intervalBar } from "./interval-bar.ts";
import { drawnKappa, kappaFloor, overrideCeiling, overrideRate, paintBar, sideOf } from "./kappa-scale.ts";
import { showPercent } from "./numbers.ts";
import { sparkline } from "./sparkline.ts";
import { alignTable, type TableOptions } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

/** The history behind a status, and the thresholds of each axis. */
export interface TrendRows {
  readonly rows: readonly ShownRow[];
  readonly policyOf: (axis: string) => DecisionPolicy;
}

export interface TrendOptions extends Pick<TableOptions, "colour"> {
  /** Columns of the screen; no line is wider, nor wider than 80. */
  readonly columns?: number;
}

const widest = 80;
const widestBar = 30;
const narrowestBar = 12;
/** Where months have no room for a second picture, its figures stand in the lines of the axes. */
const bothPictures = 60;

/**
 * One line an axis: kappa and override rate over the last months, and kappa of the last closed month with its interval and the
 * threshold. Empty where no month was closed yet. Months without a figure, open ones among them, are gaps.
 */
export function trendTable({ rows, policyOf }: TrendRows, options: TrendOptions = {}): readonly string[] {
  const columns = Math.min(widest, options.columns ?? widest);
  const latest = rows.reduce((last, { period }) => (period > last ? period : last), "");
  const shown = [...new Set(rows.map(({ axis }) => axis))].flatMap((axis) => {
    const own = rows.filter((row) => row.axis === axis);
    const closed = own.findLast((row): row is HistoryRow => row.state === "closed");
    return closed === undefined ? [] : [{ axis, own, closed, threshold: policyOf(axis).kappaThreshold }];
  });
  if (shown.length === 0) return [];
  const months = monthsFrom(addMonths(latest, columns >= 76 ? -11 : -5), latest);
  const inMonths = rows.filter(({ period }) => months.includes(period));
  const ceiling = overrideCeiling(inMonths);
  const thresholds = new Set(shown.map(({ threshold }) => threshold));
  const name = Math.max(...shown.map(({ axis }) => axis.length), 4);
  const drawnMonths = Math.max(months.length, "overrides".length);
  const n = Math.max(...shown.map(({ closed }) => nOf(closed).length));
  const isWide = columns >= bothPictures;
  const room = columns - (isWide ? 2 * drawnMonths + 8 : months.length + 6) - n;
  const bar = Math.min(widestBar, Math.max(narrowestBar, room - name));
  const scale = {
    from: kappaFloor(shown.map(({ closed }) => closed.kappa)),
    to: 1,
    width: bar,
    mark: thresholds.size === 1 ? ([...thresholds][0] ?? null) : null,
  };
  const bars = shown.map(({ closed, threshold }) =>
    intervalBar(drawnKappa(closed.kappa), { ...scale, mark: threshold }),
  );
  const lines = alignTable(
    ["axis", "kappa", barScale(scale), "n", ...(isWide ? ["overrides"] : [])],
    shown.map(({ axis, own, closed }, index) => {
      const of = new Map(own.map((row) => [row.period, row]));
      const line = (value: (row: ShownRow) => number | null, high: number): string =>
        sparkline(
          months.map((month) => {
            const row = of.get(month);
            return row === undefined ? null : value(row);
          }),
          { low: 0, high },
        );
      return [
        oneLine(axis, Math.max(8, room - bar)),
        line((row) => row.kappa.value, 1),
        bars[index] ?? "",
        nOf(closed),
        ...(isWide ? [line(overrideRate, ceiling)] : []),
      ];
    }),
    { ...options, drawn: [2] },
  );
  const [head = "", rule = "", ...body] = lines;
  const painted = body.map((line, index) => {
    const one = shown[index];
    if (options.colour !== true || one === undefined) return line;
    return paintBar(line, bars[index] ?? "", sideOf(drawnKappa(one.closed.kappa), one.threshold));
  });
  const legend =
    `from ${months[0] ?? latest} to ${latest}: kappa on a scale from 0 to 1, ` +
    (isWide ? `overrides from 0% to ${showPercent(ceiling)}, ` : "") +
    "· no figure; the bar is kappa of the last closed month with its 95% interval, ┊ the threshold; n is graded PASS+FAIL";
  return [head, rule, ...painted, ...foldLine(legend, columns)];
}

function nOf({ graded }: HistoryRow): string {
  return `${graded.pass}+${graded.fail}`;
}
