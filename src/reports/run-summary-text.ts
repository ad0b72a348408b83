import type {
  ClosedMonth,
  GoldRunOutcome,
  IngestSummary,
  OpenedMonth,
  RunSummary,
  ToppedUpMonth,
} from "../core/run-summary.ts";
import { actionWord, becauseWord } from "./action-words.ts";
import { callSumLines } from "./judge-words.ts";
import { countOf } from "./numbers.ts";
import { goldRunWords } from "./gold-words.ts";
import { pendingLine } from "./pending-line.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

const rejectsShown = 20;

/** One run for people: what was read, the axes that it touched, the effects, and last what is still pending. */
export function renderRunSummary(summary: RunSummary): string {
  return [
    ...ingestLines(summary.ingest),
    ...axesTable(summary),
    ...effectLines(summary),
    ...summary.gold.map(goldLine),
    ...callSumLines(summary.calls ?? [], "in this run"),
    summaryLine(summary),
    ...summary.pending.map((step) => `  ${pendingLine(step)}`),
  ].join("\n");
}

function ingestLines(ingest: IngestSummary): readonly string[] {
  const { read, stored, duplicate, rejected, rejects } = ingest;
  const shown = rejects
    .slice(0, rejectsShown)
    .map(({ file, line, reason }) => `  ${oneLine(file)}:${line}: ${oneLine(reason, 200)}`);
  const more = rejects.length - shown.length;
  return [
    `${countOf(read, "row")} read = ${stored} stored + ${duplicate} duplicate + ${rejected} rejected`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function axesTable(summary: RunSummary): readonly string[] {
  const rows = [
    ...summary.closed.map(closedCells),
    ...summary.toppedUp.map(toppedUpCells),
    ...summary.opened.map(openedCells),
  ];
  if (rows.length === 0) return [];
  return ["", ...alignTable(["axis", "period", "step", "outcome"], rows), ""];
}

function closedCells({ axis, period, action }: ClosedMonth): readonly string[] {
  return [axis, period, "closed", actionWord(action)];
}

function toppedUpCells({ axis, period, items, because }: ToppedUpMonth): readonly string[] {
  const why = because === "confirm" ? "before a revert" : "in doubt";
  return [axis, period, "topped up", `${countOf(items, "more item")} to grade: ${why}`];
}

function openedCells({ axis, period, state, items, because }: OpenedMonth): readonly string[] {
  const why = because === null ? "" : `: ${becauseWord(because)}`;
  if (state === "open") return [axis, period, "opened", `${countOf(items, "item")} to grade`];
  return [axis, period, "opened", `${state}${why}`];
}

/** What left the program, counted by kind and state: `2 axis-file done, 1 message pending`. */
function effectLines({ effects }: RunSummary): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind, state } of effects) {
    const name = `${kind} ${state}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  return [`effects: ${[...counts].map(([name, count]) => `${count} ${name}`).join(", ")}`];
}

function goldLine(outcome: GoldRunOutcome): string {
  return `gold of ${outcome.axis}: ${goldRunWords(outcome)}`;
}

function summaryLine({ period, closed, opened, toppedUp, pending }: RunSummary): string {
  const more = toppedUp.length === 0 ? "" : `, ${toppedUp.length} topped up`;
  const nothing = closed.length + opened.length + toppedUp.length === 0 ? ", nothing new" : "";
  const waits =
    pending.length === 0 ? "nothing pending" : `${pending.length} pending, tried again at the next run`;
  return `${period}: ${closed.length} closed, ${opened.length} opened${more}${nothing}; ${waits}`;
}
