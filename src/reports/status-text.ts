import type { AxisGate, AxisStatus, OpenCycle, PassCounters, StatusReport } from "../core/status-report.ts";
import { selfAgreementWords } from "./agreement-words.ts";
import { byNowSentence } from "./as-decided.ts";
import { displayWidth } from "./display-width.ts";
import { foldLine } from "./fold-line.ts";
import { judgeLines } from "./judge-words.ts";
import { kappaCell } from "./kappa-words.ts";
import { driftSentence, goldBecause, goldSizeWords } from "./gold-words.ts";
import { minutesWords } from "./history-table.ts";
import { countOf, noNumber, showNumber, showPercent } from "./numbers.ts";
import { type TrendOptions, type TrendRows, trendTable } from "./month-trends.ts";
import { pendingLine } from "./pending-line.ts";
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

/** What the row of the last closed month has no room for. */
function figureLines({ axis, kappa, period, sampled, streak, verdicts }: AxisStatus): readonly string[] {
  if (period === undefined || kappa === undefined || sampled === undefined || verdicts === undefined)
    return [];
  return [
    `${axis} ${period}: N_verdicts ${verdicts.pass + verdicts.fail}, N_sampled ${sampled.pass + sampled.fail}, ` +
      `kappa ${kappaCell(kappa)}, streak ${streak ?? 0}`,
  ];
}

/** A file that was deleted or renamed while its month is graded: nothing could be done to the axis when the month closes. */
function missingFileLines({ axis, open, status }: AxisStatus): readonly string[] {
  if (status !== "no axis file" || open.length === 0) return [];
  const months = open.map(({ period }) => period).join(", ");
  return [
    `${axis} has no axis file while ${months} is open: put it back under this name, or the month closes without a decision`,
  ];
}

function axisLines({
  asked,
  axis,
  because,
  gate,
  gold,
  period,
  selfAgreement,
  supersededBy,
  waits,
}: AxisStatus): readonly string[] {
  return [
    ...(supersededBy === undefined || supersededBy === null
      ? []
      : [
          `${axis}: ${period ?? "its last month"} was decided on an epoch that ${oneLine(supersededBy).slice(0, 12)} had ` +
            "superseded by then; the decision acts like any other",
        ]),
    ...(selfAgreement === undefined || selfAgreement.asked === 0
      ? []
      : [`${axis}: ${selfAgreementWords({ selfAgreement })}`]),
    ...goldLines(axis, gold ?? null),
    ...(because === null ? [] : [`${axis} is at risk: ${oneLine(because)}`]),
    ...(waits === undefined
      ? []
      : [
          `${axis} sat out ${waits.period}, other axes had their turn; it is asked with ${waits.until} at the latest`,
        ]),
    ...(gate === undefined ? [] : gateLines(axis, gate)),
    ...(asked ?? []).map(
      ({ answered, items, period: month }) =>
        `${axis}: a batch asked for from ${month}, ${answered} of ${items} answered: improve-cron grade`,
    ),
  ];
}

/** How far an assisted axis is from acting alone again, and what may be done about it now. */
function gateLines(axis: string, gate: AxisGate): readonly string[] {
  const { daysNeeded, door, failNeeded, gradesNeeded, graded, passNeeded } = gate;
  const open =
    door === null
      ? []
      : [
          `${axis} may be graduated, the door of ${door} is open: improve-cron axis graduate ${axis} --reason STR`,
        ];
  if (door === "evidence") return open;
  const split =
    passNeeded === null || failNeeded === null || passNeeded + failNeeded === 0
      ? ""
      : ` (${passNeeded} PASS, ${failNeeded} FAIL)`;
  const grades =
    gradesNeeded === null
      ? "grades that cannot be counted yet"
      : `${countOf(gradesNeeded, "more grade")}${split}`;
  return [
    ...open,
    `${axis} needs ${grades} and ${countOf(daysNeeded, "more clean day")}` +
      `${door === null ? "" : " for the door of evidence"}, if all agree; fresh so far: ${graded.pass} PASS, ${graded.fail} FAIL`,
  ];
}

/** How large the gold set is, and what the latest run says of drift. */
function goldLines(axis: string, gold: AxisStatus["gold"] | null): readonly string[] {
  if (gold === null || gold === undefined) return [];
  const { run, because, size } = gold;
  const drift = run === null ? goldBecause(because ?? "no-run") : driftSentence(run.drift);
  return [`${axis}: gold, ${goldSizeWords(size)}`, `${axis}: drift, ${drift}`];
}

/** Where late or changed grades have moved the last closed month: the table shows its figures of now beside its decision of then. */
function byNowLines(shown: AxisStatus): readonly string[] {
  const {
    axis,
    byNow,
    decidedOn,
    decision,
    graded,
    kappa,
    overrides,
    pBelowThreshold,
    period,
    streak,
    table,
  } = shown;
  if (
    byNow === undefined ||
    decidedOn === undefined ||
    decision === undefined ||
    graded === undefined ||
    kappa === undefined ||
    overrides === undefined ||
    pBelowThreshold === undefined ||
    streak === undefined ||
    table === undefined ||
    decidedOn === null
  )
    return [];
  const sentence = byNowSentence({
    byNow,
    decidedOn,
    decision,
    graded,
    kappa,
    overrides,
    pBelowThreshold,
    streak,
    table,
  });
  if (sentence === null) return [];
  const { kappa: kappaThen, table: then } = decidedOn;
  return [
    `${axis}: ${period ?? "its last month"} was decided (${decision.action}) on kappa ${kappaCell(kappaThen)}, ` +
      `${countOf(then.pf, "override")} of ${then.pp + then.pf}; ${sentence}`,
  ];
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
