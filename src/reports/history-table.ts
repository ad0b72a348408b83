import type { ShownRow } from "../core/open-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { axisTableFor } from "./axis-table.ts";
import { foldLine } from "./fold-line.ts";
import { kappaChart } from "./kappa-chart.ts";
import { noMonths } from "./no-months.ts";
import { rowDetails } from "./row-details.ts";
import type { TableOptions } from "./table.ts";

export interface HistoryTextOptions extends Pick<TableOptions, "colour"> {
  /** Columns of the screen; a table that does not fit is made narrower. Without it nothing is. */
  readonly columns?: number;
  /** The zone in which due dates are shown, beside UTC. */
  readonly timezone?: string;
}

/** Lines longer than this are hard to read on any screen. */
const detailColumns = 80;

/**
 * The history for people: the table of axes, then for each row what stands behind its figures, in 80 columns.
 * `policyOf` answers the thresholds of an axis, since an axis may have its own.
 */
export function renderHistoryTable(
  rows: readonly ShownRow[],
  policyOf: (axis: string) => DecisionPolicy,
  options: HistoryTextOptions = {},
): string {
  if (rows.length === 0) return noMonths({ axis: null, since: null, asOf: null, latest: null });
  const width = Math.min(detailColumns, options.columns ?? detailColumns);
  const details = rows.flatMap((row) => [
    "",
    ...rowDetails(row, policyOf(row.axis), options.timezone).flatMap((line) => foldLine(line, width)),
  ]);
  const table = axisTableFor(rows, options);
  const legend = table[0]?.includes("N_sampled") === true ? foldLine(sampledLegend, width) : [];
  return [...table, ...legend, ...chartLines(rows, policyOf, options), ...details].join("\n");
}

/** Each axis as a picture of its months. */
function chartLines(
  rows: readonly ShownRow[],
  policyOf: (axis: string) => DecisionPolicy,
  options: HistoryTextOptions,
): readonly string[] {
  return [...new Set(rows.map(({ axis }) => axis))].flatMap((axis) => {
    const own = rows.filter((row) => row.axis === axis);
    const chart = kappaChart(own, policyOf(axis), options);
    return chart.length === 0 ? [] : ["", ...chart];
  });
}

const sampledLegend =
  "N_sampled counts the PASS and FAIL samples; risk, probe and re-asked items are asked beside them.";
