import type { MonthOutlook } from "../core/epoch-effect.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import type { GoldFigures } from "../core/gold-agreement.ts";
import type { NoAnswerCounts, RubricCheck, RubricReplay } from "../core/rubric-check.ts";
import type { RubricComparison } from "../core/rubric-comparison.ts";
import { foldLine } from "./fold-line.ts";
import { goldBecause } from "./gold-words.ts";
import { countOf, showInterval, showNumber, showProbability } from "./numbers.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

/** As much of a fingerprint as people compare by eye. */
const fingerprintShown = 12;
const namesShown = 20;
const columns = 80;
/** Flips this uneven are called more than chance; a word for people, no rule reads it. */
const unevenFlips = 0.05;

/** The beginning of an epoch or a rubric's fingerprint. @example shortPrint("sha256:0123456789abcdef") // "sha256:0123456789ab" */
export function shortPrint(fingerprint: string): string {
  const [, prefix = "", digits = ""] = /^([\w.+-]*:)?(.*)$/s.exec(fingerprint) ?? [];
  return oneLine(`${prefix}${digits.slice(0, fingerprintShown)}`);
}

/** Rows of one of the two files of answers that could not be used, and how many it has. */
export interface SkippedAnswers {
  readonly which: "old" | "new";
  readonly rejected: number;
  readonly read: number;
}

/** What an edit changes, in words: the epoch, which one decides, what restarts, what carries over, and the flips. */
export function renderRubricCheck(
  check: RubricCheck,
  policy: DecisionPolicy,
  timezone: string,
  skipped: readonly SkippedAnswers[] = [],
): string {
  const changes = check.change !== "none";
  return [
    headline(check),
    ...indent(identityLines(check, timezone)),
    ...(changes ? ["", "Which epoch decides", ...indent(decidingLines(check))] : []),
    ...(changes ? ["", "What starts anew", ...indent(restartLines(check))] : []),
    ...(changes ? ["", "What carries over", ...indent(carryLines(check))] : []),
    ...(changes ? ["", "Until it can be judged", ...indent(gateLines(check, policy))] : []),
    ...(check.leaks.length === 0 ? [] : ["", "Gold that it quotes", ...indent(leakLines(check))]),
    ...(check.replay === null ? [] : ["", "Replay", ...indent(replayLines(check.replay))]),
    ...(check.comparison === null
      ? []
      : [
          "",
          "Old and new rubric on the same items",
          ...indent([...skippedLines(skipped), ...comparisonLines(check, check.comparison)]),
        ]),
  ]
    .flatMap((line) => foldLine(line, columns))
    .join("\n");
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

/** Ids and counts: whoever edits the rubric reads this, and must not see the texts. */
function leakLines({ checked, leaks }: RubricCheck): readonly string[] {
  const lines = leaks.map(
    ({ kind, id, of, shared, wasHoldout }) =>
      `${kind} ${id.slice(0, 18)}: ${shared} of ${countOf(of, "run")} of eight words${wasHoldout || kind === "probe" ? "" : ", exposed before"}`,
  );
  const news = leaks.filter(({ kind, wasHoldout }) => kind === "gold" && wasHoldout).length;
  const left = news === 1 ? "has left" : "have left";
  const what = checked.kind === "axis-file" ? left : "would leave";
  return [
    ...lines,
    news === 0
      ? "none of them was in the holdout"
      : `${countOf(news, "item")} ${what} the holdout for good: a critic that was told the answer is not measured by it`,
  ];
}

function replayLines(replay: RubricReplay): readonly string[] {
  const { because, calls, costUsd, gold, items, judged } = replay;
  const cost = costUsd === 0 ? "" : `, ${showNumber(costUsd, 2)} USD`;
  const early = because === null ? "" : `; ended early: ${goldBecause(because)}`;
  return [
    `${judged} of ${countOf(items, "recent verdict")} judged again under both rubrics${noAnswerWords(replay.noAnswer)}, ` +
      `${countOf(calls, "call")}${cost}${early}`,
    ...(gold === null
      ? ["no gold in the holdout to judge beside them"]
      : [
          `gold (holdout): ${gold.judged} of ${countOf(gold.items, "item")} judged under both${noAnswerWords(gold.noAnswer)}`,
        ]),
    ...(gold === null || gold.judged === 0
      ? []
      : [`agreement with gold (holdout): old ${goldWords(gold.old)}; edited ${goldWords(gold.edited)}`]),
  ];
}

/** Which kinds of failure kept items from being judged, the most frequent first. */
function noAnswerWords(noAnswer: NoAnswerCounts): string {
  const kinds = Object.entries(noAnswer)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${oneLine(kind.replaceAll("-", " "), 40)}`);
  return kinds.length === 0 ? "" : ` (${kinds.join(", ")})`;
}

function goldWords({ agreement, escape }: GoldFigures): string {
  const rate = `${agreement.count} of ${agreement.n} ${showInterval(agreement.low, agreement.high)}`;
  return escape.n === 0 ? rate : `${rate}, ${escape.count} of ${countOf(escape.n, "probe")} let through`;
}

function headline({ axis, change, changed, checked, earlier }: RubricCheck): string {
  const file = oneLine(checked.file);
  const what = changed.join(" and ");
  switch (change) {
    case "none":
      return `${axis}: ${file} changes nothing: it is the rubric of the stored verdicts (white space alone makes no new epoch)`;
    case "first":
      return `${axis}: there are no verdicts yet; the first one starts an epoch with ${file}`;
    case "new-epoch":
      return `${axis}: ${file} starts a new epoch (another ${what} than that of the stored verdicts)`;
    case "earlier-epoch":
      return (
        `${axis}: ${file} takes up an earlier epoch again, of ${earlier?.first ?? ""} to ${earlier?.last ?? ""} ` +
        `(another ${what} than that of the latest verdicts)`
      );
  }
}

function identityLines(check: RubricCheck, timezone: string): readonly string[] {
  const { edited, stored, checked, axisFile } = check;
  const lines =
    stored === null
      ? [
          `rubric ${shortPrint(edited.rubric)}, model ${oneLine(edited.model, 60)}, epoch ${shortPrint(edited.epoch)}`,
        ]
      : [
          step("rubric", shortPrint(stored.rubric), shortPrint(edited.rubric)),
          step("model", oneLine(stored.model, 60), oneLine(edited.model, 60)),
          step("epoch", shortPrint(stored.epoch), shortPrint(edited.epoch)),
          `latest verdict: ${showInstant(Date.parse(stored.lastAt), timezone)}`,
        ];
  const same = checked.kind === "against" && axisFile === checked.fingerprint;
  return [
    ...lines,
    ...(same ? ["the axis' own rubric file says the same"] : []),
    ...(check.change === "none" || check.change === "first"
      ? []
      : ["a verdict line that names its own rubric or model goes by that, and not by the axis file"]),
  ];
}

function step(name: string, before: string, after: string): string {
  return before === after ? `${name}: ${before}, unchanged` : `${name}: ${before} -> ${after}`;
}

function decidingLines({ open, months }: RubricCheck): readonly string[] {
  return [
    ...open.map(
      ({ period, epoch }) =>
        `${period} is open${epoch === null ? "" : ` on epoch ${shortPrint(epoch)}`}: it is decided on its sample, edit or not`,
    ),
    ...months.map(monthLine),
  ];
}

function monthLine(month: MonthOutlook): string {
  const { period, decides, newPass, passNeeded, storedPass } = month;
  if (decides === "new" && passNeeded === 0) {
    return `${period}: the edited rubric decides, with ${countOf(newPass, "PASS verdict")} so far`;
  }
  const more =
    newPass === 0 ? countOf(passNeeded, "PASS verdict") : `${countOf(passNeeded, "PASS verdict")} more`;
  const otherwise = {
    stored: `else the one before (${countOf(storedPass, "PASS verdict")} so far)`,
    other: "else the latest that has as many",
    new: "else too, unless another epoch has more",
    none: "else the epoch with most, if the whole month has as many",
  }[decides];
  return `${period}: the edited rubric decides, if it comes to ${more}; ${otherwise}`;
}

function restartLines({ restarts, begins, change }: RubricCheck): readonly string[] {
  const grades = ({ passGraded, failGraded }: typeof begins.pool): string =>
    `${showNumber(passGraded, 1)} PASS and ${showNumber(failGraded, 1)} FAIL grades`;
  const left =
    restarts === null
      ? []
      : [
          `the pool of kappa (${grades(restarts.pool)}, older months discounted) and the CUSUM ` +
            `(at ${showNumber(restarts.cusum, 2)}) stay with the epoch that is left`,
        ];
  const start =
    change === "earlier-epoch"
      ? `the earlier epoch resumes its own: ${grades(begins.pool)}, CUSUM at ${showNumber(begins.cusum, 2)}`
      : "the new epoch begins with none: no kappa, no CUSUM";
  return [...left, start];
}

function carryLines({ carriesOver }: RubricCheck): readonly string[] {
  const { streak, status } = carriesOver;
  return [
    `the streak: ${countOf(streak, "month")} with an override; an edit is no evidence, and clears none of it`,
    `the status: ${oneLine(status, 40)}`,
  ];
}

function gateLines({ gate }: RubricCheck, policy: DecisionPolicy): readonly string[] {
  const { pass, fail, overwhelmingPass, overwhelmingFail, months, cleanForHealthy } = gate;
  const time =
    months === null
      ? "; at the size of the last sample never, since older months are discounted"
      : months === 0
        ? ""
        : `; at the size of the last sample in ${countOf(months, "month")}`;
  return [
    pass + fail === 0
      ? "rule K has the grades that it needs"
      : `${countOf(pass, "PASS grade")} and ${countOf(fail, "FAIL grade")} open rule K ` +
        `(${overwhelmingPass} and ${overwhelmingFail} rule K!, for a critic that is plainly wrong)${time}`,
    cleanForHealthy === null
      ? "no number of clean grades shows it healthy on the verdicts so far: one of the two words is missing, or nearly so"
      : `${cleanForHealthy} clean grades of each word show it healthy: P(kappa < ${policy.kappaThreshold}) at most 0.1`,
  ];
}

/** First of all: figures on half of the answers look like any other. */
function skippedLines(skipped: readonly SkippedAnswers[]): readonly string[] {
  return skipped
    .filter(({ rejected }) => rejected > 0)
    .map(
      ({ which, rejected, read }) =>
        `the ${which} answers: ${rejected} of ${countOf(read, "row")} could not be used and ` +
        `${rejected === 1 ? "was" : "were"} skipped`,
    );
}

function comparisonLines(check: RubricCheck, comparison: RubricComparison): readonly string[] {
  const { items, table } = comparison;
  if (items === 0) return ["no item has a verdict in both files", ...missingLines(comparison)];
  return [
    ...alignTable(
      ["", "new PASS", "new FAIL"],
      [
        ["old PASS", String(table.passPass), String(table.passFail)],
        ["old FAIL", String(table.failPass), String(table.failFail)],
      ],
      { align: ["left", "right", "right"] },
    ),
    flipSentence(comparison),
    ...namesLine(
      "flipped",
      comparison.flips.map(({ name, from, to }) => `${oneLine(name, 60)} (${from} -> ${to})`),
    ),
    ...missingLines(comparison),
    ...flippedLines(check),
    clearsNothing(check, comparison),
  ];
}

/** Which way the flips lean comes first: a rubric that passes more of the same items is what to be afraid of. */
function flipSentence({ direction, flips, items, p, table }: RubricComparison): string {
  if (flips.length === 0) return `no flip in ${countOf(items, "item")}`;
  const uneven = p !== null && p < unevenFlips;
  const leaning = {
    stricter: uneven ? "the new rubric is stricter" : "leaning stricter, no more than chance would",
    "more-lenient": uneven
      ? "ALARM: the new rubric is more lenient, it passes what the old one failed"
      : "leaning lenient, no more than chance would",
    even: "both ways alike",
  }[direction];
  return (
    `${countOf(flips.length, "flip")} in ${countOf(items, "item")}: ${table.passFail} PASS -> FAIL, ` +
    `${table.failPass} FAIL -> PASS; ${leaning} (exact McNemar p = ${showProbability(p, unevenFlips)})`
  );
}

function missingLines({ onlyOld, onlyNew, withoutVerdict }: RubricComparison): readonly string[] {
  return [
    ...namesLine("only in the old answers", shortNames(onlyOld)),
    ...namesLine("only in the new answers", shortNames(onlyNew)),
    ...namesLine("without a verdict under one of the two", shortNames(withoutVerdict)),
  ];
}

function shortNames(names: readonly string[]): readonly string[] {
  return names.map((name) => oneLine(name, 60));
}

function namesLine(what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > namesShown ? `, and ${names.length - namesShown} more` : "";
  return [`${what}, ${names.length}: ${names.slice(0, namesShown).join(", ")}${more}`];
}

function flippedLines({ flipped }: RubricCheck): readonly string[] {
  if (flipped === null) return [];
  const { perMonth, remembered, unknown } = flipped;
  return [
    ...(remembered === 0 ? [] : [askedSentence(remembered, perMonth)]),
    ...namesLine("not asked, since the database has no such verdict to show", shortNames(unknown)),
  ];
}

/** How soon flipped items are asked: a month has few places for them, and fewer still where its hour is full. */
function askedSentence(remembered: number, perMonth: number): string {
  const flips = countOf(remembered, "flipped item");
  if (perMonth === 0) return `${flips} will wait, since \`sampling.risk_max\` is 0: no month asks risk items`;
  return (
    `${flips} will be asked in the months that open next, as risk items: at most ${perMonth} a month ` +
    "(`sampling.risk_max`), if the hour allows, outside of kappa and streak, since they were picked for having flipped"
  );
}

/** Agreement on items that were known when the edit was made is what a bad edit keeps by construction. */
function clearsNothing({ gate }: RubricCheck, { flips }: RubricComparison): string {
  const good = flips.length === 0 ? "That nothing flipped clears nothing" : "This comparison clears nothing";
  const needed =
    gate.cleanForHealthy === null
      ? "blind grades"
      : `blind grades, about ${gate.cleanForHealthy} clean ones of each word`;
  return (
    `${good}: agreement on known items (gold too) never clears an edit, for an edit can keep every known answer and ` +
    `still move the verdicts that nobody has looked at. What clears it are ${needed}, under the new epoch.`
  );
}
