import type { Cycle, Grade, Month } from "./cycle.ts";
import type { Decision } from "./decided.ts";
import type { Action, ModeOutcome, Reason } from "./decision.ts";
import {
  type ClosedRow,
  changedThresholds,
  type DecisionBasis,
  readDecisionRecord,
} from "./decision-record.ts";
import { type AxisRecord, gradeItems, monthsSinceRestart } from "./evidence.ts";
import { axisMonth } from "./history.ts";
import type { HistoryRow } from "./history-row.ts";
import type { DecisionPolicy } from "./policy.ts";

/** What a month comes to: the decision and the figures that people know it by. */
export interface Reading {
  readonly action: Action;
  readonly reasons: readonly Reason[];
  readonly evidence: "healthy" | "uncertain" | "insufficient" | null;
  readonly literal: ModeOutcome;
  readonly guarded: ModeOutcome;
  readonly kappa: number | null;
  readonly overrides: number;
  readonly streak: number;
  readonly pBelowThreshold: number | null;
  readonly table: HistoryRow["table"];
}

/** Something that a decision and its recomputation do not agree on. */
export interface Difference {
  readonly field: keyof Reading | "record" | "grades";
  readonly decided: string;
  readonly recomputed: string;
}

/** A grade that reads otherwise than it did at the close. */
export interface GradeChange {
  readonly ref: string;
  readonly period: Month;
  readonly kind: "late" | "changed" | "cleared";
  readonly from: Grade | null;
  readonly to: Grade | null;
}

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

export interface RecomputeOptions {
  readonly workspace: string;
  /** The thresholds of the axis as they are now. */
  readonly policy: DecisionPolicy;
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

/** Whether either mode would act otherwise than it was recorded at the close. */
export function actsOtherwise(decision: Pick<Decision, "literal" | "guarded">, reading: Reading): boolean {
  return (
    decision.literal.action !== reading.literal.action || decision.guarded.action !== reading.guarded.action
  );
}

/** The record as the decision saw it: what came later is taken away. */
function recordAtClose(record: AxisRecord, decision: Decision, basis: DecisionBasis | null): AxisRecord {
  const { at, period } = decision;
  const known = recordNow(record, decision, basis);
  // The order of insertion is exact; a clock that was set back makes instants lie.
  const observations =
    basis === null
      ? record.observations.filter(({ observedAt }) => observedAt <= at)
      : record.observations.slice(0, basis.grades);
  const months = basis?.months;
  if (months !== undefined) {
    const isKnown = new Set([...months, period]);
    return {
      ...known,
      observations,
      cycles: known.cycles.filter((cycle) => isKnown.has(cycle.period)),
      // The months themselves say where the latest restart lay.
      decisions: [],
      statusChanges: months.includes(period) ? [] : known.statusChanges,
    };
  }
  return {
    ...known,
    observations,
    cycles: known.cycles.flatMap((cycle): readonly Cycle[] => {
      if (cycle.period === period) return [cycle];
      if (cycle.openedAt > at) return [];
      const closedLater = cycle.closedAt !== null && cycle.closedAt > at;
      return [closedLater ? { ...cycle, state: "open", closedAt: null } : cycle];
    }),
    decisions: known.decisions.filter((one) => one.at <= at),
  };
}

/**
 * Everything that is known, but for the decision itself: it would be shown in place of a fresh one. A restart that would
 * have set aside months that the decision looked at was made after it, whatever its instant says.
 */
function recordNow(record: AxisRecord, decision: Decision, basis: DecisionBasis | null): AxisRecord {
  const months = new Set(basis?.months);
  const earlier = record.cycles.filter(({ period }) => months.has(period) && period < decision.period);
  const oldest = Math.min(...earlier.map(({ closedAt, openedAt }) => closedAt ?? openedAt));
  return {
    ...record,
    cycles: record.cycles.filter(({ period }) => period <= decision.period),
    decisions: record.decisions.filter(({ period }) => period !== decision.period),
    statusChanges: record.statusChanges.filter(({ at }) => at < oldest),
  };
}

function readingOf(record: AxisRecord, decision: Decision, options: RecomputeOptions): Reading | null {
  const month = axisMonth(record, decision.period, {
    ...options,
    asOf: Number.POSITIVE_INFINITY,
    minutesPerItem: 0,
    statusNow: decision.statusBefore,
    errorsOf: () => [],
  });
  if (month === null || month.row.state !== "closed") return null;
  const { row, step } = month;
  const { action, reasons, evidence, literal, guarded } = row.decision;
  return {
    action,
    reasons,
    evidence,
    literal,
    guarded,
    kappa: row.kappa.value,
    overrides: row.overrides,
    streak: step?.streak ?? 0,
    pBelowThreshold: row.pBelowThreshold,
    table: row.table,
  };
}

/** The decision as it is stored, with the figures of its row; those of a damaged row are left to the columns. */
function decidedReading(decision: Decision, row: ClosedRow | null): Reading {
  const { action, reasons, evidence, literal, guarded, kappa, overrides } = decision;
  return {
    action,
    reasons,
    evidence,
    literal,
    guarded,
    kappa,
    overrides,
    streak: row?.streak ?? 0,
    pBelowThreshold: row?.pBelowThreshold ?? null,
    table: row?.table ?? { pp: 0, pf: 0, fp: 0, ff: 0 },
  };
}

/** The same by what the row itself says. */
function decidedInRecord(row: ClosedRow): Reading {
  const { action, reasons, evidence, literal, guarded } = row.decision;
  return {
    action,
    reasons,
    evidence,
    literal,
    guarded,
    kappa: row.kappa.value,
    overrides: row.table.pf,
    streak: row.streak,
    pBelowThreshold: row.pBelowThreshold,
    table: row.table,
  };
}

const readingFields = [
  "action",
  "reasons",
  "evidence",
  "literal",
  "guarded",
  "kappa",
  "overrides",
  "streak",
  "pBelowThreshold",
  "table",
] as const satisfies readonly (keyof Reading)[];

/** What the decision itself holds; the rest is in its row. */
function isColumn(field: Difference["field"]): boolean {
  return field !== "streak" && field !== "pBelowThreshold" && field !== "table";
}

function differencesBetween(
  decided: Reading,
  recomputed: Reading,
  place: "record" | null = null,
): readonly Difference[] {
  return readingFields
    .filter((field) => !isSame(decided[field], recomputed[field]))
    .map((field) => ({
      field: place ?? field,
      decided: `${place === null ? "" : `${field} `}${JSON.stringify(decided[field])}`,
      recomputed: JSON.stringify(recomputed[field]),
    }));
}

/** A later program may add up in another order: what differs in the last digits is the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "number" && typeof other === "number") {
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
  }
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) {
    return one === other;
  }
  const [mine, theirs] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return mine.length === theirs.size && mine.every(([name, value]) => isSame(value, theirs.get(name)));
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

/** Every item of the months up to this one whose grade is another now, in the order of the items. */
function changesBetween(before: AxisRecord, after: AxisRecord, period: Month): readonly GradeChange[] {
  const known = new Set(before.cycles.map((cycle) => cycle.period));
  const [gradesThen, gradesNow] = [gradesOf(before), gradesOf(after)];
  return after.items.flatMap((item): readonly GradeChange[] => {
    if (item.period > period || !known.has(item.period)) return [];
    const [from, to] = [gradesThen(item.ref), gradesNow(item.ref)];
    if (from === to) return [];
    const kind = from === null ? "late" : to === null ? "cleared" : "changed";
    return [{ ref: item.ref, period: item.period, kind, from, to }];
  });
}

function gradesOf(record: AxisRecord): (ref: string) => Grade | null {
  const graded = gradeItems(record.items, record.observations, Number.POSITIVE_INFINITY);
  const known = new Map(graded.map(({ item, grade }) => [item.ref, grade]));
  return (ref) => known.get(ref) ?? null;
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
