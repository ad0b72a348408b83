import type { RubricCheck } from "../core/rubric-check.ts";
import type { RubricComparison } from "../core/rubric-comparison.ts";
import { countOf, showProbability } from "./numbers.ts";
import { alignTable } from "./table.ts";
import { oneLine } from "./terminal-text.ts";

const namesShown = 20;

/** Flips this uneven are called more than chance; a word for people, no rule reads it. */
const unevenFlips = 0.05;

/** Rows of one of the two files of answers that could not be used, and how many it has. */
export interface SkippedAnswers {
  readonly which: "old" | "new";
  readonly rejected: number;
  readonly read: number;
}

/** First of all: figures on half of the answers look like any other. */
export function skippedLines(skipped: readonly SkippedAnswers[]): readonly string[] {
  return skipped
    .filter(({ rejected }) => rejected > 0)
    .map(
      ({ which, rejected, read }) =>
        `the ${which} answers: ${rejected} of ${countOf(read, "row")} could not be used and ` +
        `${rejected === 1 ? "was" : "were"} skipped`,
    );
}

/** Old and new answers to the same items: the flip table, who flipped, and what that does not show. */
export function comparisonLines(check: RubricCheck, comparison: RubricComparison): readonly string[] {
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
