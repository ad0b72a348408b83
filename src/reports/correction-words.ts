import type { Month } from "../core/cycle.ts";
import type { Decision } from "../core/decided.ts";
import type { ModeOutcome } from "../core/decision.ts";
import type { GradeChange } from "../core/grade-changes.ts";
import type { Reading } from "../core/reading.ts";
import { actionWord } from "./action-words.ts";
import { markdownTable, markdownText } from "./markdown-text.ts";
import { countOf, noNumber, showNumber } from "./numbers.ts";
import { closedMarker } from "./log-entry.ts";
import { oneLine } from "./terminal-text.ts";
import { showInstant } from "./time.ts";

/** A closed month that reads otherwise than it was decided, or as it was decided again. */
export interface Correction {
  readonly workspace: string;
  readonly axis: string;
  readonly period: Month;
  /** From 1: the how manieth correction of this month it is. */
  readonly number: number;
  readonly decision: Decision;
  readonly decided: Reading;
  readonly now: Reading;
  readonly gradeChanges: readonly GradeChange[];
  /** Other months that the decision rests on were opened, closed or set aside since. */
  readonly otherMonths: boolean;
  /** The status word of the axis as it is now; null where it has no file. */
  readonly status: string | null;
  readonly at: number;
  readonly timezone: string;
}

/** The block id of a correction. @example "^ic-2026-05-verify-dispatch-corrected-1" */
export function correctionMarker(workspace: string, period: Month, axis: string, number: number): string {
  return closedMarker(workspace, period, axis).replace(/closed$/, `corrected-${number}`);
}

/**
 * The log entry of a correction: what was decided, what the grades of now come to, why, and what a person can do. The
 * decision stands, and the entry changes no status.
 */
export function correctionEntry(correction: Correction): string {
  const { axis, decided, decision, now, period, timezone } = correction;
  const again = isAsDecided(correction);
  const prose = [
    `Decided ${showInstant(decision.at, timezone)}: ${actionWord(decision.action)} (literal ${decision.literal.action}, ` +
      `guarded ${decision.guarded.action}).`,
    again
      ? `By ${showInstant(correction.at, timezone)} it reads as it was decided again.`
      : `By ${showInstant(correction.at, timezone)} it reads otherwise: literal ${outcomeWords(now.literal)}, guarded ` +
        `${outcomeWords(now.guarded)}. Why: ${whyWords(correction)}.`,
    "The decision stands as it was made; this entry changes no status.",
    ...(again ? [] : [whatToDo(correction)]),
  ];
  const table = markdownTable(
    ["figure", "at the close", "now"],
    [
      ["kappa", showNumber(decided.kappa, 3), showNumber(now.kappa, 3)],
      ["override_count", overridesOf(decided), overridesOf(now)],
      ["streak", countOf(decided.streak, "month"), countOf(now.streak, "month")],
      ["literal", decided.literal.action, now.literal.action],
      ["guarded", decided.guarded.action, now.guarded.action],
    ],
  );
  const heading = `## ${markdownText(`${period} ${axis}: correction ${correction.number}`)}`;
  const marker = correctionMarker(correction.workspace, period, axis, correction.number);
  return [heading, "", ...prose.map((one) => markdownText(oneLine(one))), "", ...table, "", marker, ""].join(
    "\n",
  );
}

function isAsDecided({ decision, now }: Correction): boolean {
  return decision.literal.action === now.literal.action && decision.guarded.action === now.guarded.action;
}

function outcomeWords({ action, reasons }: ModeOutcome): string {
  return reasons.length === 0 ? action : `${action} (${reasons.join(", ")})`;
}

function overridesOf({ overrides, table }: Reading): string {
  const graded = table.pp + table.pf;
  return graded === 0 ? noNumber : `${overrides} of ${graded}`;
}

function whyWords({ gradeChanges, otherMonths }: Correction): string {
  const count = (kind: GradeChange["kind"]): number => gradeChanges.filter((one) => one.kind === kind).length;
  const why = [
    ...(count("late") === 0 ? [] : [countOf(count("late"), "late grade")]),
    ...(count("changed") === 0 ? [] : [countOf(count("changed"), "changed grade")]),
    ...(count("cleared") === 0 ? [] : [`${countOf(count("cleared"), "grade")} taken back`]),
    ...(otherMonths ? ["another month of the axis was opened or decided since"] : []),
  ];
  return why.length === 0 ? "grades of other months" : why.join(", ");
}

/** What a person can do about it: the program takes no autonomy away, and gives none back, on a correction. */
function whatToDo({ axis, decision, now, period, status }: Correction): string {
  const acting = decision.mode === "literal" ? now.literal.action : now.guarded.action;
  if (acting === "revert" && status === "graduated") {
    return `To act on it: improve-cron axis assist ${axis} --reason "correction of ${period}"`;
  }
  if (decision.action === "revert" && acting !== "revert" && status === "assisted") {
    return `${axis} is assisted and stays so. To give its autonomy back, set the status in its file by hand.`;
  }
  return `${axis} is ${oneLine(status ?? "without a file", 40)} and stays so; later months rest on the grades of now.`;
}
