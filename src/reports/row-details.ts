import type { HistoryRow } from "../core/history-row.ts";
import type { OpenRow, ShownRow } from "../core/open-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import {
  agreementFigures,
  disagreementLine,
  selfAgreementWords,
  truePassRateWords,
} from "./agreement-words.ts";
import { asDecided, byNowSentence } from "./as-decided.ts";
import { decisionSentence } from "./decision-sentence.ts";
import { epochSentence } from "./epoch-words.ts";
import { evidenceSentence } from "./evidence-sentence.ts";
import { goldFigures } from "./gold-words.ts";
import { judgeChangeWords } from "./judge-words.ts";
import { modeSentence } from "./mode-sentence.ts";
import { countOf } from "./numbers.ts";
import { answeredWords, streakCount } from "./row-counts.ts";
import { countsLine, escapeLine, gradedLine, intervalLine, thresholdLine } from "./row-figures.ts";
import { supersededSentence } from "./superseded-sentence.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";
import { topUpSentences } from "./top-up-sentences.ts";

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

function topUpLines(row: HistoryRow): readonly string[] {
  const sentences = topUpSentences(row);
  return sentences.length === 0 ? [] : [`further items: ${sentences.join(" ")}`];
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
