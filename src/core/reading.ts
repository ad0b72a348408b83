import type { Decision } from "./decided.ts";
import type { ClosedRow } from "./decision-record.ts";
import type { Action, ModeOutcome, Reason } from "./decision.ts";
import type { AxisRecord } from "./evidence.ts";
import type { HistoryRow } from "./history-row.ts";
import { axisMonth } from "./history.ts";
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

export interface RecomputeOptions {
  readonly workspace: string;
  /** The thresholds of the axis as they are now. */
  readonly policy: DecisionPolicy;
}

/** Whether either mode would act otherwise than it was recorded at the close. */
export function actsOtherwise(decision: Pick<Decision, "literal" | "guarded">, reading: Reading): boolean {
  return (
    decision.literal.action !== reading.literal.action || decision.guarded.action !== reading.guarded.action
  );
}

/** What the records come to for the decided month; null where they do not give it as a closed one. */
export function readingOf(record: AxisRecord, decision: Decision, options: RecomputeOptions): Reading | null {
  const month = axisMonth(record, decision.period, {
    ...options,
    asOf: Number.POSITIVE_INFINITY,
    minutesPerItem: 0,
    statusNow: decision.statusBefore,
    errorsOf: () => [],
  });
  if (month === null || month.row.state !== "closed") return null;
  const { row, step } = month;
  return {
    ...decidedOf(row.decision),
    kappa: row.kappa.value,
    overrides: row.overrides,
    streak: step?.streak ?? 0,
    pBelowThreshold: row.pBelowThreshold,
    table: row.table,
  };
}

/** The decision as it is stored, with the figures of its row; those of a damaged row are left to the columns. */
export function decidedReading(decision: Decision, row: ClosedRow | null): Reading {
  return {
    ...decidedOf(decision),
    kappa: decision.kappa,
    overrides: decision.overrides,
    streak: row?.streak ?? 0,
    pBelowThreshold: row?.pBelowThreshold ?? null,
    table: row?.table ?? { pp: 0, pf: 0, fp: 0, ff: 0 },
  };
}

/** The same by what the row itself says. */
export function decidedInRecord(row: ClosedRow): Reading {
  return {
    ...decidedOf(row.decision),
    kappa: row.kappa.value,
    overrides: row.table.pf,
    streak: row.streak,
    pBelowThreshold: row.pBelowThreshold,
    table: row.table,
  };
}

type Decided = Pick<Reading, "action" | "reasons" | "evidence" | "literal" | "guarded">;

/** These alone: what else stands beside them is compared by itself, or not at all. */
function decidedOf({ action, reasons, evidence, literal, guarded }: Decided): Decided {
  return { action, reasons, evidence, literal, guarded };
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
export function isColumn(field: Difference["field"]): boolean {
  return field !== "streak" && field !== "pBelowThreshold" && field !== "table";
}

/** The fields in which two readings are not the same; `place` names all of them by where they stand. */
export function differencesBetween(
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
