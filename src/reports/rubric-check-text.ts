import type { MonthOutlook } from "../core/epoch-effect.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import type { RubricCheck } from "../core/rubric-check.ts";
import { foldLine } from "./fold-line.ts";
import { countOf, showNumber } from "./numbers.ts";
import { comparisonLines, type SkippedAnswers, skippedLines } from "./rubric-comparison-text.ts";
import { leakLines, replayLines } from "./rubric-replay-text.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

/** As much of a fingerprint as people compare by eye. */
const fingerprintShown = 12;

const columns = 80;

/** The beginning of an epoch or a rubric's fingerprint. @example shortPrint("sha256:0123456789abcdef") // "sha256:0123456789ab" */
export function shortPrint(fingerprint: string): string {
  const [, prefix = "", digits = ""] = /^([\w.+-]*:)?(.*)$/s.exec(fingerprint) ?? [];
  return oneLine(`${prefix}${digits.slice(0, fingerprintShown)}`);
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
