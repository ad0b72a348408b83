import type { Reason } from "../core/decision.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { kappaBecause } from "./kappa-words.ts";
import type { EntrySections } from "./log-sections.ts";
import { modesDiffer } from "./mode-sentence.ts";
import { monthWords } from "./month-words.ts";
import { countOf, showNumber, showProbability } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/** A closed month in plain words: what happened, what it means, what to do. Figures have their n; rules have no codes. */
export function closingWords(row: HistoryRow, policy: DecisionPolicy, closed: string): EntrySections {
  return {
    happened: [...gradedSentences(row), outcomeSentence(row), ...errorSentence(row), `Closed ${closed}.`],
    means: [...kappaSentences(row, policy), ...ruleSentences(row, policy), ...provisionalSentence(row)],
    toDo: toDoSentences(row),
  };
}

function gradedSentences(row: HistoryRow): readonly string[] {
  const { axis, cantTell, graded, overrides, period, reverseOverrides, sampled } = row;
  const total = graded.pass + graded.fail;
  const asked = sampled.pass + sampled.fail;
  if (total === 0)
    return [`Of ${countOf(asked, "item")} of ${axis} in ${monthWords(period)} none was graded.`];
  const unclear = cantTell === 0 ? "" : ` (${cantTell} more you could not tell)`;
  return [
    `You graded ${total} of ${countOf(asked, "item")} of ${axis} in ${monthWords(period)}, blind${unclear}.`,
    `Of the ${graded.pass} that the critic had passed you failed ${overrides}; of the ${graded.fail} that it had failed you ` +
      `passed ${reverseOverrides}.`,
  ];
}

function outcomeSentence({ axis, decision, status }: HistoryRow): string {
  const word = oneLine(status.after, 40);
  switch (decision.action) {
    case "revert":
      return `${axis} is back to assisted: it no longer acts alone.`;
    case "watch":
      return `${axis} stays ${word}, and is watched.`;
    case "keep":
      return `${axis} stays ${word}.`;
    case "none":
      return `${axis} is ${word}, and nothing was decided.`;
  }
}

function errorSentence({ errors }: HistoryRow): readonly string[] {
  return errors.length === 0 ? [] : [`${countOf(errors.length, "verdict")} gave no answer.`];
}

/** Kappa against the threshold, and on which side of it the truth may lie. */
function kappaSentences(
  { graded, kappa }: HistoryRow,
  { kappaThreshold }: DecisionPolicy,
): readonly string[] {
  const n = `n = ${graded.pass} + ${graded.fail}`;
  if (kappa.value === null) {
    if (graded.pass + graded.fail === 0)
      return ["Without a grade there is no kappa, and it never counts as agreement."];
    return [`There is no kappa this month: ${kappaBecause(kappa.because) ?? "it is not computable"} (${n}).`];
  }
  const value =
    `Your agreement with the critic, beyond chance, is kappa ${showNumber(kappa.value, 3)} on a scale where 1 is full agreement ` +
    `and ${kappaThreshold} is asked for`;
  if (kappa.low === null || kappa.high === null) return [`${value} (${n}).`];
  const range = `It most likely lies between ${showNumber(kappa.low, 3)} and ${showNumber(kappa.high, 3)} (95% interval, ${n}): `;
  const side =
    kappa.high < kappaThreshold
      ? "below what is asked for."
      : kappa.low >= kappaThreshold
        ? "at or above what is asked for."
        : `it may be on either side of ${kappaThreshold}.`;
  return [`${value}.`, range + side];
}

/** Why it was decided so, and whether the plain rule would have decided otherwise. */
function ruleSentences(row: HistoryRow, policy: DecisionPolicy): readonly string[] {
  const { action, evidence, literal, reasons } = row.decision;
  const why =
    action === "revert" || action === "watch"
      ? reasons
          // The higher bar says all that the lower one does.
          .filter((one) => one !== "kappa" || !reasons.includes("kappa-overwhelming"))
          .map((reason) => reasonSentence(row, policy, reason))
      : evidence === null || action === "none"
        ? []
        : [evidenceSentence(row, policy, evidence)];
  const otherwise = modesDiffer(row)
    ? [`By the literal rule alone it would be: ${literal.action}. The grades do not bear that out yet.`]
    : [];
  return [...why, ...otherwise];
}

function reasonSentence(row: HistoryRow, policy: DecisionPolicy, reason: Reason): string {
  const isLiteral = row.decision.mode === "literal";
  switch (reason) {
    case "kappa":
    case "kappa-overwhelming": {
      if (isLiteral) return `Your rule takes autonomy away below ${policy.kappaThreshold}.`;
      const bar = reason === "kappa" ? policy.kProbability : policy.overwhelmingProbability;
      return `${chanceOf(row, policy, bar)}; ${bar} is enough to take autonomy away.`;
    }
    case "streak":
      return `You have failed something that the critic passed in ${countOf(row.streak, "month")} running; after ${policy.streakMonths} it loses autonomy.`;
    case "cusum":
      return "Overrides pile up over the months: few at a time, too many together.";
  }
}

function evidenceSentence(
  row: HistoryRow,
  policy: DecisionPolicy,
  evidence: NonNullable<HistoryRow["decision"]["evidence"]>,
): string {
  switch (evidence) {
    case "healthy":
      return `${chanceOf(row, policy, 0.1)}: healthy.`;
    case "uncertain":
      return `${chanceOf(row, policy, policy.kProbability)}: neither safe nor enough to take autonomy away (${policy.kProbability} is).`;
    case "insufficient":
      return "The grades so far are too few to take autonomy away on them, or to be sure of it.";
  }
}

function chanceOf(row: HistoryRow, policy: DecisionPolicy, bar: number): string {
  return (
    `All months of this rubric together, the chance that kappa is really below ${policy.kappaThreshold} is ` +
    showProbability(row.pBelowThreshold, bar)
  );
}

function provisionalSentence({ provisional }: HistoryRow): readonly string[] {
  return provisional ? ["Many items stayed without a grade, so the figures are provisional."] : [];
}

function toDoSentences(row: HistoryRow): readonly string[] {
  const { axis, decision, disagreements, period } = row;
  const differ = disagreements.length;
  const read =
    differ === 0
      ? []
      : [
          `Read the ${differ === 1 ? "disagreement" : `${differ} disagreements`} below: what has the same cause twice is worth a ` +
            `line in the rubric (before the edit: improve-cron rubric check ${axis}).`,
        ];
  switch (decision.action) {
    case "revert":
      return [
        `From now on look at everything that ${axis} passes before it goes out.`,
        ...read,
        "It is sampled and measured as before; improve-cron status tells how things stand.",
      ];
    case "watch":
      return [
        "Nothing is taken away. The next month asks more of you: at least 20 PASS and 20 FAIL, where there are as many.",
        ...read,
      ];
    case "keep":
      return [
        "Nothing has to be done.",
        ...(modesDiffer(row) && decision.literal.action === "revert"
          ? [
              `To follow the literal rule this once: improve-cron axis assist ${axis} --reason "kappa rule of ${period}".`,
            ]
          : []),
        ...read,
      ];
    case "none":
      return row.graded.pass + row.graded.fail === 0
        ? ["The axis file is as it was. Grade the next month before it is due: improve-cron grade."]
        : [`Go on looking at what ${axis} passes; it is measured all the same.`, ...read];
  }
}
