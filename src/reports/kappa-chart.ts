import type { ShownRow } from "../core/open-row.ts";
import { monthsFrom } from "../core/month.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { foldLine } from "./fold-line.ts";
import { barScale, intervalBar } from "./interval-bar.ts";
import { drawnKappa, kappaFloor, overrideCeiling, overrideRate, paintBar, sideOf } from "./kappa-scale.ts";
import { kappaBecause } from "./kappa-words.ts";
import { noNumber, showNumber, showPercent } from "./numbers.ts";
import { sparkline } from "./sparkline.ts";
import { alignTable, type TableOptions } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

const widest = 100;
const widestBar = 48;
const narrowestBar = 12;
const gaps = 2 * 3;

/**
 * The months of one axis as a picture: kappa and override rate as a line each, then every month with kappa's interval against
 * the threshold, and its n. A month without a kappa says why in the bar's place. Empty where no month has anything to draw.
 *
 * @param rows of one axis, ascending
 */
export function kappaChart(
  rows: readonly ShownRow[],
  policy: DecisionPolicy,
  options: Pick<TableOptions, "colour"> & { readonly columns?: number } = {},
): readonly string[] {
  const [first] = rows;
  const last = rows.at(-1);
  const drawn = rows.map(({ kappa }) => drawnKappa(kappa));
  if (
    first === undefined ||
    last === undefined ||
    drawn.every(({ low, value }) => low === null && value === null)
  )
    return [];
  const columns = Math.min(widest, options.columns ?? 80);
  const months = monthsFrom(first.period, last.period);
  const of = new Map(rows.map((row) => [row.period, row]));
  const ceiling = overrideCeiling(rows);
  const line = (value: (row: ShownRow) => number | null, high: number): string =>
    sparkline(
      months.map((month) => {
        const row = of.get(month);
        return row === undefined ? null : value(row);
      }),
      { low: 0, high },
    );
  const n = Math.max(...rows.map((row) => nOf(row).length));
  const width = Math.min(
    widestBar,
    Math.max(narrowestBar, columns - "2026-05".length - "-0.000".length - n - gaps),
  );
  const scale = {
    from: kappaFloor(rows.map(({ kappa }) => kappa)),
    to: 1,
    width,
    mark: policy.kappaThreshold,
  };
  const bars = rows.map((row, index) => barOf(row, drawn[index] ?? drawnKappa(row.kappa), scale));
  const lines = alignTable(
    ["period", barScale(scale), "kappa", "n"],
    rows.map((row, index) => [row.period, bars[index] ?? "", showNumber(row.kappa.value, 3), nOf(row)]),
    { ...options, align: ["left", "left", "right", "left"], drawn: [1] },
  );
  const [head = "", rule = "", ...body] = lines;
  return [
    ...foldLine(
      `${first.axis}: kappa ${line((row) => row.kappa.value, 1)} from 0 to 1, overrides ` +
        `${line(overrideRate, ceiling)} from 0% to ${showPercent(ceiling)}, ${first.period} to ${last.period}, · no figure`,
      columns,
    ),
    head,
    rule,
    ...body.map((text, index) => {
      const kappa = drawn[index];
      if (options.colour !== true || kappa === undefined) return text;
      return paintBar(text, bars[index] ?? "", sideOf(kappa, policy.kappaThreshold));
    }),
  ];
}

function barOf(
  row: ShownRow,
  drawn: ReturnType<typeof drawnKappa>,
  scale: Parameters<typeof intervalBar>[1],
): string {
  if (drawn.low !== null || drawn.value !== null) return intervalBar(drawn, scale);
  const why =
    row.state === "open"
      ? "open: shown at the close"
      : row.state === "closed"
        ? (kappaBecause(row.kappa.because) ?? "no kappa")
        : row.state;
  return oneLine(why, scale.width).padEnd(scale.width);
}

function nOf({ graded }: ShownRow): string {
  return graded.pass === null || graded.fail === null ? noNumber : `${graded.pass}+${graded.fail}`;
}
