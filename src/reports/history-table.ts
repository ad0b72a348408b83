import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { decisionSentence, evidenceSentence, modeSentence } from "./decision-sentence.ts";
import { agreementWords, kappaBecause, kappaCell } from "./kappa-words.ts";
import { countOf, showInterval, showNumber, showPercent } from "./numbers.ts";
import { alignTable, type TableOptions } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

const columns: readonly {
  readonly name: string;
  readonly align: "left" | "right";
  readonly cell: (row: HistoryRow) => string;
}[] = [
  { name: "axis", align: "left", cell: (row) => row.axis },
  { name: "period", align: "left", cell: (row) => row.period },
  { name: "N_verdicts", align: "right", cell: (row) => String(row.verdicts.pass + row.verdicts.fail) },
  { name: "N_sampled", align: "right", cell: (row) => String(row.sampled.pass + row.sampled.fail) },
  { name: "kappa", align: "left", cell: (row) => kappaCell(row.kappa) },
  { name: "override_count", align: "right", cell: (row) => `${row.overrides} of ${row.graded.pass}` },
  { name: "status", align: "left", cell: statusCell },
  { name: "action", align: "left", cell: actionCell },
];

/** The status word, and what it became. */
export function statusCell(row: HistoryRow): string {
  const { before, after } = row.status;
  return before === after ? before : `${before} -> ${after}`;
}

function actionCell(row: HistoryRow): string {
  return row.state === "closed" ? row.decision.action : row.state;
}

/** The table of axes alone: one line an axis and period. */
export function axisTable(
  rows: readonly HistoryRow[],
  options: Pick<TableOptions, "colour"> = {},
): readonly string[] {
  return alignTable(
    columns.map(({ name }) => name),
    rows.map((row) => columns.map(({ cell }) => cell(row))),
    { ...options, align: columns.map(({ align }) => align) },
  );
}

/**
 * The history for people: the table of axes, then for each row what stands behind its figures.
 * `policyOf` answers the thresholds of an axis, since an axis may have its own.
 */
export function renderHistoryTable(
  rows: readonly HistoryRow[],
  policyOf: (axis: string) => DecisionPolicy,
  options: Pick<TableOptions, "colour"> = {},
): string {
  if (rows.length === 0) return "no months yet: the first run opens one (improve-cron run)";
  const details = rows.flatMap((row) => ["", ...rowDetails(row, policyOf(row.axis))]);
  return [...axisTable(rows, options), ...details].join("\n");
}

/** Everything behind one row: graded, errors, interval, override rate at the threshold, streak, escape, modes, reason. */
export function rowDetails(row: HistoryRow, policy: DecisionPolicy): readonly string[] {
  const lines =
    row.state === "open" || row.state === "closed" ? measured(row, policy) : setAside(row, policy);
  return [`${row.axis} ${row.period}`, ...lines.map((line) => `  ${line}`)];
}

function setAside(row: HistoryRow, policy: DecisionPolicy): readonly string[] {
  return [countsLine(row), ...otherEpochLines(row), `reason: ${decisionSentence(row, policy)}`];
}

function measured(row: HistoryRow, policy: DecisionPolicy): readonly string[] {
  const evidence = evidenceSentence(row, policy);
  return [
    gradedLine(row),
    countsLine(row),
    intervalLine(row),
    ...agreementLines(row),
    thresholdLine(row, policy),
    `streak: ${countOf(row.streak, "month")} with an override`,
    escapeLine(row),
    ...otherEpochLines(row),
    ...(row.state === "open"
      ? []
      : [
          `literal rule: ${modeSentence(row, policy, "literal")}`,
          `guarded: ${modeSentence(row, policy, "guarded")}`,
          ...(evidence === null ? [] : [`evidence: ${evidence}`]),
        ]),
    `reason: ${decisionSentence(row, policy)}`,
  ];
}

function gradedLine(row: HistoryRow): string {
  const { graded, sampled } = row;
  const risk = sampled.risk === 0 ? "" : `, risk ${graded.risk} of ${sampled.risk}`;
  const provisional = row.provisional ? " (provisional)" : "";
  const topUp = row.topUp.batches === 0 ? "" : `, ${row.topUp.graded} of them from top-ups`;
  return (
    `graded: ${graded.pass} of ${sampled.pass} PASS, ${graded.fail} of ${sampled.fail} FAIL${risk}, ` +
    `${row.cantTell} can't tell${topUp}${provisional}`
  );
}

function countsLine(row: HistoryRow): string {
  const { verdicts, frame } = row;
  const beside = [
    frame.noArtifact === 0 ? null : `${frame.noArtifact} without an artifact`,
    frame.late === 0 ? null : `${frame.late} late`,
  ].filter((one) => one !== null);
  const words = `${verdicts.pass} PASS, ${verdicts.fail} FAIL, ${countOf(verdicts.error, "error")}`;
  return `verdicts: ${[words, ...beside].join(", ")}; frame ${frame.pass} PASS, ${frame.fail} FAIL`;
}

function intervalLine(row: HistoryRow): string {
  const interval = showInterval(row.kappa.low, row.kappa.high);
  const because = kappaBecause(row.kappa.because);
  const n = `n = ${row.graded.pass} + ${row.graded.fail}`;
  if (interval !== "")
    return `kappa: 95% interval ${interval}, ${n}${because === null ? "" : `, ${because}`}`;
  return `kappa: ${row.kappa.status === "undefined" ? "not computable" : kappaCell(row.kappa)}, ${n}${because === null ? "" : `, ${because}`}`;
}

function agreementLines(row: HistoryRow): readonly string[] {
  const words = agreementWords(row);
  return words === null ? [] : [`beside it: ${words}`];
}

function thresholdLine(row: HistoryRow, policy: DecisionPolicy): string {
  const rate = row.overrideRateAtThreshold;
  if (rate === null)
    return `kappa ${policy.kappaThreshold} has no override rate here: a frame without verdicts`;
  return (
    `kappa ${policy.kappaThreshold} stands for an override rate of ${showPercent(rate)} here ` +
    `(frame ${row.frame.pass} PASS, ${row.frame.fail} FAIL)`
  );
}

function escapeLine(row: HistoryRow): string {
  const { escaped, graded, low, high } = row.escape;
  if (graded === 0) return "probes: none graded";
  return `probes: ${escaped} of ${graded} escaped, ${showPercent(escaped / graded)} ${showInterval(low, high)}`;
}

function otherEpochLines(row: HistoryRow): readonly string[] {
  return row.otherEpochs.map(
    ({ epoch, verdicts }) =>
      `other epoch ${oneLine(epoch).slice(0, 12)}: ${verdicts.pass} PASS, ${verdicts.fail} FAIL, ` +
      `${countOf(verdicts.error, "error")}, not part of the sample`,
  );
}

/** `42 of 60 minutes` of grading: spent and planned. */
export function minutesWords(minutes: {
  readonly planned: number | null;
  readonly spent: number | null;
}): string {
  return `${showNumber(minutes.spent, 1)} of ${showNumber(minutes.planned, 1)} minutes`;
}
