import type { AxisStatus, OpenCycle, PassCounters, StatusReport } from "../core/status-report.ts";
import { selfAgreementWords } from "./agreement-words.ts";
import { byNowSentence } from "./as-decided.ts";
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

/** How things stand, for people: axes, open months, the whole, the next runs, what is pending, warnings. */
export function renderStatus(
  report: StatusReport,
  timezone: string,
  options: StatusTextOptions = {},
): string {
  return [
    `now ${showInstant(Date.parse(report.now), timezone)}`,
    "",
    ...axesTable(report.axes, options),
    ...report.axes.flatMap((axis) => [...axisLines(axis), ...byNowLines(axis)]),
    "",
    ...trendLines(options),
    ...openTable(report.open, timezone, options),
    "",
    ...aggregateLines(report),
    ...(report.judge === undefined ? [] : judgeLines(report.judge)),
    ...nextLines(report, timezone),
    countersLine(report.counters),
    ...report.pending.map((step) => `pending: ${pendingLine(step)}`),
    ...report.warnings.map((warning) => `warning: ${oneLine(warning)}`),
  ].join("\n");
}

function axesTable(axes: readonly AxisStatus[], options: Pick<TableOptions, "colour">): readonly string[] {
  if (axes.length === 0) return ["no axes"];
  const rows = axes.map((axis) => [
    axis.axis,
    axis.status,
    axis.period ?? noNumber,
    axis.verdicts === undefined ? noNumber : String(axis.verdicts.pass + axis.verdicts.fail),
    axis.sampled === undefined ? noNumber : String(axis.sampled.pass + axis.sampled.fail),
    axis.kappa === undefined ? noNumber : kappaCell(axis.kappa),
    axis.overrides === undefined ? noNumber : `${axis.overrides} of ${axis.graded?.pass ?? 0}`,
    String(axis.streak ?? 0),
    axis.decision?.action ?? noNumber,
    axis.atRisk ? "yes" : "no",
  ]);
  return alignTable(
    [
      "axis",
      "status",
      "period",
      "N_verdicts",
      "N_sampled",
      "kappa",
      "override_count",
      "streak",
      "action",
      "at risk",
    ],
    rows,
    { ...options, align: ["left", "left", "left", "right", "right", "left", "right", "right"] },
  );
}

function axisLines({
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
    ...(gate === undefined
      ? []
      : [
          `${axis} needs ${countOf(gate.gradesNeeded, "more grade")} and ${countOf(gate.daysNeeded, "more clean day")}`,
        ]),
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

function openTable(
  open: readonly OpenCycle[],
  timezone: string,
  options: Pick<TableOptions, "colour">,
): readonly string[] {
  if (open.length === 0) return ["no open months"];
  return alignTable(
    ["open", "period", "graded", "pending", "minutes", "due"],
    open.map((cycle) => [
      cycle.axis,
      cycle.period,
      `${cycle.graded} of ${cycle.items}`,
      String(cycle.pending),
      showNumber(cycle.minutes, 1),
      `${showInstant(Date.parse(cycle.due), timezone)}${cycle.overdue ? ", overdue" : ""}`,
    ]),
    { ...options, align: ["left", "left", "right", "right", "right", "left"] },
  );
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
