import type { Decision } from "./decided.ts";
import { changedThresholds, type DecisionBasis, readDecisionRecord } from "./decision-record.ts";
import { type AxisRecord, monthsSinceRestart } from "./evidence.ts";
import { changesBetween, type GradeChange } from "./grade-changes.ts";
import {
  actsOtherwise,
  decidedInRecord,
  decidedReading,
  type Difference,
  differencesBetween,
  isColumn,
  type Reading,
  readingOf,
  type RecomputeOptions,
} from "./reading.ts";
import { recordAtClose, recordNow } from "./record-at-close.ts";

/** Why a month acts, or only its figures are, otherwise now. `months`: others of its months were opened, closed or set aside since. */
export type NowBecause = "late-grades" | "changed-grades" | "months" | "thresholds";

/** One closed month, decided again. */
export interface Recomputation {
  readonly decided: Reading;
  /** With what was known at the close; null where the records do not give the month at all. */
  readonly atClose: Reading | null;
  /** What the stored decision and `atClose` do not agree on: none in a database that only the program wrote. */
  readonly differences: readonly Difference[];
  /** With what is known now and the thresholds of the close: what a correction is about. */
  readonly now: Reading | null;
  /** With what is known now and the thresholds of now. */
  readonly today: Reading | null;
  /** Whether the grades of now, or they and the thresholds of now, act otherwise than was decided, in either mode. */
  readonly readsOtherwise: boolean;
  /** Whether the grades of now move any figure of the month, though perhaps no action. */
  readonly figuresChanged: boolean;
  /** Empty where neither an action nor a figure is otherwise. */
  readonly because: readonly NowBecause[];
  readonly gradeChanges: readonly GradeChange[];
  /** Thresholds that were changed since the close; null where the record does not tell what they were. */
  readonly thresholdsChanged: readonly string[] | null;
}

/**
 * Decides a closed month again from the records: with what was known at its close, and with what is known now.
 * Reverts and restarts are taken as they were made: no decision is rewritten, and what followed from it did follow.
 */
export function recompute(record: AxisRecord, decision: Decision, options: RecomputeOptions): Recomputation {
  const stored = readDecisionRecord(decision.record);
  const basis = stored.kind === "record" ? stored.basis : null;
  const policyThen = { ...(basis?.policy ?? options.policy), mode: decision.mode };
  const before = recordAtClose(record, decision, basis);
  const after = recordNow(record, decision, basis);
  const atClose = readingOf(before, decision, { ...options, policy: policyThen });
  const now = readingOf(after, decision, { ...options, policy: policyThen });
  const today = readingOf(after, decision, options);
  const decided = decidedReading(decision, stored.kind === "record" ? stored.row : null);
  const gradeChanges = changesBetween(before, after, decision.period);
  const figuresChanged = atClose !== null && now !== null && differencesBetween(atClose, now).length > 0;
  const differences = [
    ...(stored.kind === "damaged"
      ? [{ field: "record" as const, decided: stored.because, recomputed: "the row as it stood" }]
      : differencesBetween(decidedInRecord(stored.row), decidedReading(decision, stored.row), "record")),
    ...missingGrades(record, basis),
    ...(atClose === null
      ? [{ field: "record" as const, decided: "a closed month", recomputed: "no closed month" }]
      : differencesBetween(decided, atClose).filter(
          ({ field }) => stored.kind === "record" || isColumn(field),
        )),
  ];
  const readsOtherwise = [now, today].some((reading) => reading !== null && actsOtherwise(decision, reading));
  return {
    decided,
    atClose,
    differences,
    now,
    today,
    readsOtherwise,
    figuresChanged,
    because: reasonsOf({ before, after, decision, gradeChanges, figuresChanged, now, today }),
    gradeChanges,
    thresholdsChanged: basis === null ? null : changedThresholds(basis.policy, options.policy),
  };
}

/** The reading `now` of {@link recompute} alone, for a third of its time. */
export function readNow(record: AxisRecord, decision: Decision, options: RecomputeOptions): Reading | null {
  const stored = readDecisionRecord(decision.record);
  const basis = stored.kind === "record" ? stored.basis : null;
  const policy = { ...(basis?.policy ?? options.policy), mode: decision.mode };
  return readingOf(recordNow(record, decision, basis), decision, { ...options, policy });
}

function missingGrades(record: AxisRecord, basis: DecisionBasis | null): readonly Difference[] {
  if (basis === null || record.observations.length >= basis.grades) return [];
  return [
    {
      field: "grades",
      decided: `${basis.grades} observations`,
      recomputed: `${record.observations.length} observations`,
    },
  ];
}

function reasonsOf(found: {
  readonly before: AxisRecord;
  readonly after: AxisRecord;
  readonly decision: Decision;
  readonly gradeChanges: readonly GradeChange[];
  readonly figuresChanged: boolean;
  readonly now: Reading | null;
  readonly today: Reading | null;
}): readonly NowBecause[] {
  const { decision, gradeChanges, now, today } = found;
  const windowOf = (record: AxisRecord): string =>
    monthsSinceRestart(record, decision.period, decision.at)
      .map(({ period }) => period)
      .join(" ");
  const because: NowBecause[] = [];
  if (now !== null && (found.figuresChanged || actsOtherwise(decision, now))) {
    if (gradeChanges.some(({ kind }) => kind === "late")) because.push("late-grades");
    if (gradeChanges.some(({ kind }) => kind !== "late")) because.push("changed-grades");
    if (windowOf(found.before) !== windowOf(found.after)) because.push("months");
  }
  // What the thresholds alone turn: the same grades read otherwise with those of the close.
  if (now !== null && today !== null && actsOtherwise(now, today)) because.push("thresholds");
  return because;
}
