import { artifactHash } from "./artifact-hash.ts";
import type { Month } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import { readDecisionRecord } from "./decision-record.ts";
import { addMonths } from "./month.ts";
import { epochOf, rubricFingerprint } from "./rubric.ts";
import type { Verdict } from "./verdict.ts";

/** The axis of the program's own decisions. */
export const ownAxis = "verify-improve-cron";

/** So many clean months in a row, and the program's own decisions are worth a look. */
const cleanMonthsWanted = 3;

/** What is known of how one month went. The program's own axis is never part of it. */
export interface MonthOfWork {
  readonly period: Month;
  /** Months of axes that were closed, and those of them that were closed after their time. */
  readonly closed: number;
  readonly late: number;
  /** Months of axes that are still open. */
  readonly open: number;
  /** Steps that were planned for the month and are not done. */
  readonly unfinished: number;
  /** Decisions that read otherwise by what is known since, or were entered as corrected. */
  readonly corrected: number;
}

/** Closed on time, no failed step left, no decision corrected. A month in which nothing was decided is none. */
export function isCleanMonth(month: MonthOfWork): boolean {
  const { closed, late, open, unfinished, corrected } = month;
  return closed > 0 && late + open + unfinished + corrected === 0;
}

/**
 * The first of three clean months in a row, the earliest there are; null where there are none yet. From that month on the
 * program's own decisions are recorded.
 *
 * @param months ascending; a calendar month that is missing breaks the row
 */
export function firstOfThreeClean(months: readonly MonthOfWork[]): Month | null {
  let row: Month[] = [];
  for (const month of months) {
    const before = row.at(-1);
    if (before !== undefined && addMonths(before, 1) !== month.period) row = [];
    row = isCleanMonth(month) ? [...row, month.period] : [];
    if (row.length === cleanMonthsWanted) return row[0] ?? null;
  }
  return null;
}

/** What a decision is known by: once per axis and month. */
export function ownVerdictId({ axis, period }: Pick<Decision, "axis" | "period">): string {
  return `${period}/${axis}`;
}

/** The source of the program's own verdicts. */
export const ownSource = "improve-cron";

/**
 * A decision as a verdict: PASS where the axis may go on acting alone (`keep`, `watch`), FAIL where it may not (`revert`). Null
 * where nothing was decided (`none`), for the program's own axis, and where the record cannot be read. Its rubric is the set
 * of thresholds: other thresholds are another epoch.
 *
 * @param evidence what the decision rested on, without the decision: see `evidenceText`
 * @param settings of the axis file of the own axis
 */
export function ownVerdict(
  decision: Decision,
  evidence: string,
  rules: { readonly policy: unknown; readonly settings: Readonly<Record<string, unknown>> },
): Verdict | null {
  const { action, at, axis, mode, period, reasons } = decision;
  if (action === "none" || axis === ownAxis) return null;
  const stored = readDecisionRecord(decision.record);
  if (stored.kind === "damaged") return null;
  const word = action === "revert" ? "FAIL" : "PASS";
  const rubric = rubricFingerprint({ text: JSON.stringify(rules.policy) });
  const model = ownSource;
  const { pBelowThreshold } = stored.row;
  return {
    axis: ownAxis,
    word,
    rawWord: word,
    errorKind: null,
    at,
    externalId: ownVerdictId(decision),
    source: ownSource,
    artifact: { kind: "snapshot", sha256: artifactHash(evidence) },
    rubric,
    model,
    givenModel: model,
    givenRubric: rubric,
    epoch: epochOf({ rubric, model, settings: rules.settings }),
    reason: [action, ...reasons].join(", "),
    // The least sure decisions are those a person should see.
    score: pBelowThreshold === null ? null : Math.abs(2 * pBelowThreshold - 1),
    costUsd: null,
    latencyMs: null,
    tokens: null,
    meta: { axis, period, action, mode, reasons },
  };
}
