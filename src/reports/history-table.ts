import type { HistoryRow, OpenRow, ShownRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import {
  answeredWords,
  decisionSentence,
  evidenceSentence,
  modeSentence,
  streakCount,
  supersededSentence,
} from "./decision-sentence.ts";
import {
  agreementFigures,
  disagreementLine,
  selfAgreementWords,
  truePassRateWords,
} from "./agreement-words.ts";
import { asDecided, byNowSentence } from "./as-decided.ts";
import { displayWidth } from "./display-width.ts";
import { epochSentence } from "./epoch-words.ts";
import { foldLine } from "./fold-line.ts";
import { goldFigures } from "./gold-words.ts";
import { judgeChangeWords } from "./judge-words.ts";
import { kappaChart } from "./kappa-chart.ts";
import { kappaBecause, kappaCell } from "./kappa-words.ts";
import { noMonths } from "./no-months.ts";
import { countOf, noNumber, showInterval, showNumber, showPercent } from "./numbers.ts";
import { alignTable, type TableOptions } from "./table.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";
import { topUpSentences } from "./top-up-sentences.ts";

const columns: readonly {
  readonly name: string;
  readonly align: "left" | "right";
  readonly cell: (row: ShownRow) => string;
}[] = [
  { name: "axis", align: "left", cell: (row) => row.axis },
  { name: "period", align: "left", cell: (row) => row.period },
  { name: "N_verdicts", align: "right", cell: (row) => String(row.verdicts.pass + row.verdicts.fail) },
  { name: "N_sampled", align: "right", cell: (row) => String(row.sampled.pass + row.sampled.fail) },
  { name: "kappa", align: "left", cell: (row) => kappaCell(row.kappa) },
  { name: "override_count", align: "right", cell: overridesCell },
  { name: "status", align: "left", cell: statusCell },
  { name: "action", align: "left", cell: actionCell },
];

function overridesCell({ graded, overrides }: ShownRow): string {
  return overrides === null ? noNumber : `${overrides} of ${graded.pass}`;
}

/** The status word, and what it became. */
export function statusCell(row: ShownRow): string {
  const { before, after } = row.status;
  return before === after ? before : `${before} -> ${after}`;
}

function actionCell(row: ShownRow): string {
  return row.state === "closed" ? row.decision.action : row.state;
}

/** The table of axes alone: one line an axis and period. */
export function axisTable(
  rows: readonly ShownRow[],
  options: Pick<TableOptions, "colour"> = {},
): readonly string[] {
  return alignTable(
    columns.map(({ name }) => name),
    rows.map((row) => columns.map(({ cell }) => cell(row))),
    { ...options, align: columns.map(({ align }) => align) },
  );
}

/** What the details below say too: the first to go where the screen is narrow. */
const leftOut: readonly (readonly string[])[] = [
  ["axis"],
  ["axis", "N_verdicts"],
  ["axis", "N_verdicts", "N_sampled"],
  ["axis", "N_verdicts", "N_sampled", "status"],
];

/**
 * The same for a narrow screen: kappa without its interval, the status word that holds now, the axis as a line above its
 * months where there are several. Whatever still has no room is left out, a column after the other.
 */
function narrowTable(
  rows: readonly ShownRow[],
  width: number,
  options: Pick<TableOptions, "colour">,
): readonly string[] {
  const candidates = leftOut.map((without) => narrowLines(rows, without));
  const lines =
    candidates.find((one) => one.every((line) => displayWidth(line) <= width)) ?? candidates.at(-1) ?? [];
  const [head = "", rule = "", ...body] = lines;
  const isOneAxis = new Set(rows.map(({ axis }) => axis)).size === 1;
  return [
    options.colour === true ? `\u001b[1m${head}\u001b[0m` : head,
    rule,
    ...body.flatMap((line, index) => {
      const axis = rows[index]?.axis ?? "";
      return isOneAxis || axis === rows[index - 1]?.axis ? [line] : [axis, line];
    }),
  ];
}

function narrowLines(rows: readonly ShownRow[], without: readonly string[]): readonly string[] {
  const short = columns
    .filter(({ name }) => !without.includes(name))
    .map((column) => {
      if (column.name === "kappa")
        return { ...column, cell: ({ kappa }: ShownRow) => showNumber(kappa.value, 3) };
      return column.name === "status" ? { ...column, cell: ({ status }: ShownRow) => status.after } : column;
    });
  return alignTable(
    short.map(({ name }) => name),
    rows.map((row) => short.map(({ cell }) => cell(row))),
    { align: short.map(({ align }) => align) },
  );
}

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
  const table = tableFor(rows, options);
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

function tableFor(rows: readonly ShownRow[], options: HistoryTextOptions): readonly string[] {
  const width = options.columns ?? Number.POSITIVE_INFINITY;
  const tooWide = axisTable(rows).some((line) => displayWidth(line) > width);
  return tooWide ? narrowTable(rows, width, options) : axisTable(rows, options);
}

/** Everything behind one row: graded, errors, interval, override rate at the threshold, streak, escape, modes, reason. */
export function rowDetails(row: ShownRow, policy: DecisionPolicy, timezone = "UTC"): readonly string[] {
  const lines =
    row.state === "open"
      ? inWork(row, policy, timezone)
      : row.state === "closed"
        ? measured(row, policy)
        : setAside(row, policy);
  return [
    `${row.axis} ${row.period}`,
    ...[...lines, ...graduationLines(row, timezone)].map((line) => `  ${line}`),
  ];
}

function graduationLines({ graduations = [] }: ShownRow, timezone: string): readonly string[] {
  return graduations.map(
    ({ at, door, reason }) =>
      `then graduated${door === "forced" ? " by force" : ""} on ${showInstant(Date.parse(at), timezone)}` +
      `${door === null || door === "forced" ? "" : ` (door of ${door})`}: ${oneLine(reason, 200)}`,
  );
}

function setAside(row: HistoryRow, policy: DecisionPolicy): readonly string[] {
  return [
    countsLine(row),
    ...goldLines(row),
    ...judgeChangeLines(row),
    ...otherEpochLines(row),
    `reason: ${decisionSentence(row, policy)}`,
  ];
}

/** An open month: how far its grading is. Every figure waits for the close, since grading is blind. */
function inWork(row: HistoryRow | OpenRow, policy: DecisionPolicy, timezone: string): readonly string[] {
  const due = row.due === null ? "" : `, due ${showInstant(Date.parse(row.due), timezone)}`;
  const further =
    row.topUp.batches === 0
      ? ""
      : ` (${countOf(row.topUp.batches, "batch", "batches")} of further items among them)`;
  return [
    `${answeredWords(row)}${further}${due}; figures are shown at the close, since grading is blind`,
    countsLine(row),
    thresholdLine(row, policy),
    `self-agreement: ${selfAgreementWords(row)}`,
    `streak of the months before: ${countOf(row.streak, "month")} with an override`,
    ...otherEpochLines(row),
    ...supersededLines(row),
  ];
}

function measured(row: HistoryRow, policy: DecisionPolicy): readonly string[] {
  const then = asDecided(row, policy);
  const evidence = evidenceSentence(then.row, then.policy);
  const byNow = byNowSentence(row, policy);
  return [
    gradedLine(row),
    countsLine(row),
    intervalLine(row),
    ...agreementFigures(row).map(([name, words]) => `${name}: ${words}`),
    thresholdLine(row, policy),
    `true PASS rate: ${truePassRateWords(row)}`,
    `self-agreement: ${selfAgreementWords(row)}`,
    `streak: ${streakCount(row)}`,
    escapeLine(row),
    ...goldLines(row),
    ...judgeChangeLines(row),
    ...otherEpochLines(row),
    ...supersededLines(row),
    ...epochLines(then.row),
    `literal rule: ${modeSentence(then.row, then.policy, "literal")}`,
    `guarded: ${modeSentence(then.row, then.policy, "guarded")}`,
    ...(evidence === null ? [] : [`evidence: ${evidence}`]),
    ...topUpLines(row),
    `reason: ${decisionSentence(then.row, then.policy)}`,
    ...(byNow === null ? [] : [byNow]),
    ...disagreementLines(row),
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

function topUpLines(row: HistoryRow): readonly string[] {
  const sentences = topUpSentences(row);
  return sentences.length === 0 ? [] : [`further items: ${sentences.join(" ")}`];
}

function countsLine(row: ShownRow): string {
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

const disagreementsShown = 20;

function disagreementLines({ disagreements }: HistoryRow): readonly string[] {
  if (disagreements.length === 0) return [];
  const more = disagreements.length - disagreementsShown;
  return [
    `${countOf(disagreements.length, "disagreement")}:`,
    ...disagreements.slice(0, disagreementsShown).map((one) => `- ${disagreementLine(one)}`),
    ...(more > 0 ? [`and ${more} more: see --json`] : []),
  ];
}

function thresholdLine(row: ShownRow, policy: DecisionPolicy): string {
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

function judgeChangeLines({ judgeChanges = [] }: ShownRow): readonly string[] {
  return judgeChanges.map(
    ({ at, changes }) => `the judge changed, seen ${at.slice(0, 10)}: ${judgeChangeWords(changes)}`,
  );
}

function goldLines({ gold }: ShownRow): readonly string[] {
  return goldFigures(gold).map(([name, words]) => `${name}: ${words}`);
}

function otherEpochLines(row: ShownRow): readonly string[] {
  return row.otherEpochs.map(
    ({ epoch, verdicts }) =>
      `other epoch ${oneLine(epoch).slice(0, 12)}: ${verdicts.pass} PASS, ${verdicts.fail} FAIL, ` +
      `${countOf(verdicts.error, "error")}, not part of the sample`,
  );
}

function supersededLines(row: ShownRow): readonly string[] {
  const sentence = supersededSentence(row);
  return sentence === null ? [] : [`epoch: ${sentence}`];
}

function epochLines(row: HistoryRow): readonly string[] {
  const sentence = epochSentence(row);
  return sentence === null ? [] : [`epochs: ${sentence}`];
}

/** `42 of 60 minutes` of grading: spent and planned. */
export function minutesWords(minutes: {
  readonly planned: number | null;
  readonly spent: number | null;
}): string {
  return `${showNumber(minutes.spent, 1)} of ${showNumber(minutes.planned, 1)} minutes`;
}
