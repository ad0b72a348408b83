import type { AxisStatus, OpenCycle, PassCounters, StatusReport } from "../core/status-report.ts";
import { displayWidth } from "./display-width.ts";
import { foldLine } from "./fold-line.ts";
import { judgeLines } from "./judge-words.ts";
import { minutesWords } from "./minutes-words.ts";
import { countOf, noNumber, showNumber, showPercent } from "./numbers.ts";
import { type TrendOptions, type TrendRows, trendTable } from "./month-trends.ts";
import { pendingLine } from "./pending-line.ts";
import { axisLines, byNowLines, figureLines, missingFileLines } from "./status-axis-lines.ts";
import { alignTable, type TableOptions } from "./table.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

const widest = 80;
/** Nothing that is worth reading fits into less. */
const narrowest = 40;
const shortestName = 12;

/** How things stand, for people: axes, open months, the whole, the next runs, what is pending, warnings. */
export function renderStatus(
  report: StatusReport,
  timezone: string,
  options: StatusTextOptions = {},
): string {
  const columns = Math.min(widest, Math.max(narrowest, options.columns ?? widest));
  const fitted = { ...options, columns };
  return [
    `now ${showInstant(Date.parse(report.now), timezone)}`,
    "",
    ...axesTable(report.axes, fitted),
    ...report.axes.flatMap((axis) => [
      ...figureLines(axis),
      ...missingFileLines(axis),
      ...axisLines(axis),
      ...byNowLines(axis),
    ]),
    "",
    ...trendLines(fitted),
    ...openTable(report.open, timezone, fitted),
    "",
    ...aggregateLines(report),
    ...(report.judge === undefined ? [] : judgeLines(report.judge)),
    ...nextLines(report, timezone),
    countersLine(report.counters),
    ...report.pending.map((step) => `pending: ${pendingLine(step)}`),
    ...report.warnings.map((warning) => `warning: ${oneLine(warning)}`),
  ]
    .flatMap((line) => foldLine(line, columns))
    .join("\n");
}

/** One line an axis; what has no room in it follows below. */
function axesTable(axes: readonly AxisStatus[], options: FittedOptions): readonly string[] {
  if (axes.length === 0) return ["no axes"];
  const rows = axes.map((axis) => [
    axis.axis,
    axis.status,
    axis.period ?? noNumber,
    showNumber(axis.kappa?.value ?? null, 3),
    axis.overrides === undefined ? noNumber : `${axis.overrides} of ${axis.graded?.pass ?? 0}`,
    axis.decision?.action ?? noNumber,
    axis.atRisk ? "yes" : "no",
  ]);
  return fittedTable(["axis", "status", "period", "kappa", "overrides", "action", "at risk"], rows, {
    ...options,
    align: ["left", "left", "left", "right", "right"],
  });
}

interface FittedOptions extends TableOptions {
  /** Columns of the screen. */
  readonly columns: number;
}

/**
 * A table whose first column is cut until it fits: whole names stand in the lines below it. On a screen that is too narrow
 * even so, each row is a sentence.
 */
function fittedTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: FittedOptions,
): readonly string[] {
  const { colour: _, ...plain } = options;
  const over = Math.max(...alignTable(headers, rows, plain).map(displayWidth)) - options.columns;
  if (over <= 0) return alignTable(headers, rows, options);
  const longest = Math.max(...rows.map(([name = ""]) => name.length));
  if (longest - over < Math.min(longest, shortestName)) return rows.map((row) => sentenceOf(headers, row));
  const room = Math.max(shortestName, longest - over);
  const cut = rows.map(([name = "", ...rest]) => [
    name.length > room ? `${name.slice(0, room - 1)}…` : name,
    ...rest,
  ]);
  return alignTable(headers, cut, options);
}

/** `verify-dispatch: status assisted, period 2026-05`. */
function sentenceOf([, ...headers]: readonly string[], [name = "", ...cells]: readonly string[]): string {
  return `${oneLine(name)}: ${headers.map((header, index) => `${header} ${oneLine(cells[index] ?? "")}`).join(", ")}`;
}

export interface StatusTextOptions extends TrendOptions {
  /** What the months are drawn of; without it nothing is drawn. */
  readonly trend?: TrendRows;
}

function trendLines({ trend, ...options }: StatusTextOptions): readonly string[] {
  const lines = trend === undefined ? [] : trendTable(trend, options);
  return lines.length === 0 ? [] : [...lines, ""];
}

function openTable(open: readonly OpenCycle[], timezone: string, options: FittedOptions): readonly string[] {
  if (open.length === 0) return ["no open months"];
  const dues = new Set(
    open.map(
      ({ due, overdue, period }) =>
        `${period} is due ${showInstant(Date.parse(due), timezone)}${overdue ? ", overdue" : ""}`,
    ),
  );
  return [
    ...fittedTable(
      ["open", "period", "graded", "pending", "minutes"],
      open.map((cycle) => [
        cycle.axis,
        cycle.period,
        `${cycle.graded} of ${cycle.items}`,
        String(cycle.pending),
        showNumber(cycle.minutes, 1),
      ]),
      { ...options, align: ["left", "left", "right", "right", "right"] },
    ),
    ...dues,
  ];
}

function aggregateLines({ aggregate, axes }: StatusReport): readonly string[] {
  const { minutesPlanned, minutesSpent, axesAtRisk, judgeCostUsd, judgeCostShare } = aggregate;
  const share = judgeCostShare === null ? "" : `, ${showPercent(judgeCostShare)} of production`;
  return [
    `grading: ${minutesWords({ planned: minutesPlanned, spent: minutesSpent })}`,
    `at risk: ${axesAtRisk} of ${countOf(axes.length, "axis", "axes")}`,
    `judge cost: ${judgeCostUsd === null ? "not known" : `${showNumber(judgeCostUsd, 2)} USD last month${share}`}`,
  ];
}

function nextLines({ next, nextRun }: StatusReport, timezone: string): readonly string[] {
  const slots = next.length === 0 ? [nextRun] : next;
  return slots.map(
    ({ utc }, index) => `${index === 0 ? "next run" : "then"}: ${showInstant(Date.parse(utc), timezone)}`,
  );
}

function countersLine(counters: PassCounters): string {
  const { onTime, late, caughtUp, skipped, doubledPrevented } = counters;
  return `months: ${onTime} on time, ${late} late, ${caughtUp} caught up, ${skipped} skipped; ${countOf(doubledPrevented, "double")} prevented`;
}
