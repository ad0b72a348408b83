import type { Action } from "../core/decision.ts";
import type { HistoryRow } from "../core/history-row.ts";

const actionWords: Readonly<Record<Action, string>> = {
  keep: "kept",
  watch: "watched",
  revert: "reverted to assisted",
  none: "no decision",
};

/** What was done, as a past participle that follows the axis' name. */
export function actionWord(action: Action): string {
  return actionWords[action];
}

const becauseWords = {
  "too-old": "it lies outside the catch-up window",
  "no-axis-file": "there is no axis file",
  rotated: "another axis has its turn",
  "not-caught-up": "missed months are not caught up",
  "too-few-pass": "too few PASS verdicts",
} as const satisfies Record<NonNullable<HistoryRow["because"]>, string>;

/** Why a month was set aside, in words. */
export function becauseWord(because: NonNullable<HistoryRow["because"]>): string {
  return becauseWords[because];
}
