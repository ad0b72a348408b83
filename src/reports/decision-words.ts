import type { Cycle, Item, Month } from "../core/cycle.ts";
import type { DecisionStep } from "../core/decision.ts";
import type { Message } from "../core/effect.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import type { PendingStep } from "../core/run-summary.ts";
import { actionWord, becauseWord } from "./action-words.ts";
import { decisionSentence } from "./decision-sentence.ts";
import { evidenceSentence } from "./evidence-sentence.ts";
import { kappaBecause, kappaCell } from "./kappa-words.ts";
import { modeSentence } from "./mode-sentence.ts";
import { countOf } from "./numbers.ts";
import { missingConditions } from "./missing-conditions.ts";
import { pendingLine } from "./pending-line.ts";
import { overridesOf } from "./row-counts.ts";
import { supersededSentence } from "./superseded-sentence.ts";
import { showInstant } from "./time.ts";
import { topUpSentences } from "./top-up-sentences.ts";

/** A period as it was just opened: its axes, and what the plan has to say. */
export interface OpenedPeriod {
  readonly period: Month;
  readonly openedAt: number;
  readonly timezone: string;
  readonly rows: readonly { readonly cycle: Cycle; readonly items: readonly Item[] }[];
  /** What the plan wants known, e.g. by how many minutes it passes the hour. */
  readonly sentences: readonly string[];
  readonly minutesPlanned: number;
  /** Where the items are graded, as an address; null where there is none, or it is not known yet. */
  readonly address?: string | null;
  /** Axes that join a period that is open already: what is said of them is not said of the whole period. */
  readonly late?: boolean;
}

/** The message that brings the month's items. It names no kind of item: grading is blind. */
export function openedMessage(opened: OpenedPeriod): Message {
  const total = opened.rows.reduce((sum, { items }) => sum + items.length, 0);
  const minutes = countOf(Math.ceil(opened.minutesPlanned), "minute");
  const due = Math.min(...opened.rows.flatMap(({ cycle }) => cycle.dueAt ?? []));
  const queue = opened.rows.find(({ cycle }) => cycle.state === "open")?.cycle.queue;
  return {
    kind: "opened",
    subject:
      total === 0
        ? `improve-cron: ${opened.period} has nothing ${opened.late === true ? "more " : ""}to grade`
        : `improve-cron: ${opened.period} is open, ${countOf(total, "item")} to grade, about ${minutes}`,
    text: [
      ...opened.rows.map(({ cycle, items }) => `${cycle.axis}: ${openedWords(cycle, items)}`),
      ...opened.sentences,
      ...(Number.isFinite(due) ? [`Due ${showInstant(due, opened.timezone)}.`] : []),
      ...(total === 0 ? [] : [whereToGrade(queue, opened.address ?? null)]),
    ].join("\n"),
  };
}

/** Where the items of a queue are graded, as a sentence. */
export function whereToGrade(queue: string | undefined, address: string | null): string {
  if (queue !== "notion") return "Grade them with: improve-cron grade";
  return address === null ? "Grade them on the Notion board." : `Grade them here: ${address}`;
}

/** What became of one axis at the opening. */
export function openedWords(cycle: Cycle, items: readonly Item[]): string {
  switch (cycle.state) {
    case "below-threshold":
      return `below-threshold, ${countOf(cycle.frame.pass, "PASS verdict")} with an artifact`;
    case "skipped":
      return cycle.because === null ? "skipped" : `skipped, ${becauseWord(cycle.because)}`;
    case "open":
    case "closed":
      return `${countOf(items.length, "item")} of ${countOf(cycle.frame.pass + cycle.frame.fail, "verdict")}`;
  }
}

/** The message of a revert: a decision, with what it rests on and the way back. */
export function revertedMessage(
  row: HistoryRow,
  policy: DecisionPolicy,
  step: DecisionStep | null = null,
): Message {
  return {
    kind: "reverted",
    subject: `improve-cron: ${row.axis} was reverted to assisted (${row.period})`,
    text: [
      `${row.axis}, ${row.period}: ${decisionSentence(row, policy, step)}.`,
      ...figureLines(row, policy),
      "From now on a person confirms what it passes. It is sampled and measured as before.",
    ].join("\n"),
  };
}

/** The message of a watch: nothing is taken away, the next sample is larger. */
export function watchMessage(
  row: HistoryRow,
  policy: DecisionPolicy,
  step: DecisionStep | null = null,
): Message {
  return {
    kind: "watch",
    subject: `improve-cron: ${row.axis} is watched (${row.period})`,
    text: [
      `${row.axis}, ${row.period}: ${decisionSentence(row, policy, step)}.`,
      ...figureLines(row, policy),
      "Its status stays. The next month takes a larger sample: at least 20 PASS and 20 FAIL, where there are as many.",
    ].join("\n"),
  };
}

/** Kappa with its interval and counts, and what the evidence comes to. */
function figureLines(row: HistoryRow, policy: DecisionPolicy): readonly string[] {
  const because = kappaBecause(row.kappa.because);
  const n = `${row.graded.pass} of ${row.sampled.pass} PASS and ${row.graded.fail} of ${row.sampled.fail} FAIL graded`;
  const provisional = row.provisional ? ", provisional" : "";
  const evidence = evidenceSentence(row, policy);
  const superseded = supersededSentence(row);
  return [
    `Kappa of the month: ${kappaCell(row.kappa)} (${[because, n].filter((one) => one !== null).join("; ")}${provisional}).`,
    ...(evidence === null ? [] : [`Evidence: ${evidence}.`]),
    ...topUpSentences(row),
    ...(superseded === null ? [] : [`It was ${superseded}.`]),
  ];
}

/**
 * The message where the literal rule and the guarded mode came to different actions: what the rule says, what was
 * done, the probability and its bar, and the two ways to follow the rule.
 */
export function modesDifferMessage(
  row: HistoryRow,
  policy: DecisionPolicy,
  step: DecisionStep | null = null,
): Message {
  const { literal, action } = row.decision;
  const byHand =
    literal.action === "revert"
      ? `improve-cron axis assist ${row.axis} --reason "kappa rule of ${row.period}"`
      : `set the status in the file of ${row.axis} by hand`;
  return {
    kind: "modes-differ",
    subject: `improve-cron: ${row.axis}, ${row.period}: your rule says ${literal.action}, ${actionWord(action)}`,
    text: [
      `Your rule (kappa below ${policy.kappaThreshold}, or an override in ${policy.streakMonths} months running) ` +
        `says: ${modeSentence(row, policy, "literal", step)}.`,
      doneLine(row, policy, step),
      ...figureLines(row, policy),
      `To follow your rule this once: ${byHand}`,
      "To follow it always: decision.mode: literal in the config.",
    ].join("\n"),
  };
}

/** What the guarded rules did and why, or which of their conditions are missing. */
function doneLine(row: HistoryRow, policy: DecisionPolicy, step: DecisionStep | null): string {
  const missing = missingConditions(row, policy, step);
  if (missing.length === 0) return `Done: ${decisionSentence(row, policy, step)}.`;
  return (
    `Done: ${actionWord(row.decision.action)}, ${overridesOf(row)} graded PASS items. What the guarded rules miss: ` +
    `${missing.join("; ")}.`
  );
}

/** The message shortly before a month is due, while items wait. */
export function reminderMessage(waiting: {
  readonly period: Month;
  readonly items: number;
  readonly minutes: number;
  readonly dueAt: number;
  readonly timezone: string;
}): Message {
  const items = countOf(waiting.items, "item");
  return {
    kind: "reminder",
    subject: `improve-cron: ${items} of ${waiting.period} without a grade`,
    text: [
      `${items} of ${waiting.period} ${waiting.items === 1 ? "waits" : "wait"} for a grade, about ` +
        `${countOf(Math.ceil(waiting.minutes), "minute")}. Due ${showInstant(waiting.dueAt, waiting.timezone)}.`,
      "What is missing then is left out; it never counts as agreement.",
    ].join("\n"),
  };
}

const outageShown = 10;

/** The message about steps that have been waiting for a day, since `since` (epoch milliseconds). */
export function outageMessage(pending: readonly PendingStep[], since: number, timezone = "UTC"): Message {
  const more = pending.length - outageShown;
  return {
    kind: "outage",
    subject: `improve-cron: ${countOf(pending.length, "step")} pending since ${showInstant(since, timezone)}`,
    text: [
      ...pending.slice(0, outageShown).map(pendingLine),
      ...(more > 0 ? [`and ${more} more`] : []),
      "Each run tries again. See: improve-cron doctor",
    ].join("\n"),
  };
}
