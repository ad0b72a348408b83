import type { Month } from "./cycle.ts";
import type { DecidedOn, HistoryRow } from "./history-row.ts";
import type { Pool } from "./decision.ts";
import { isMonth } from "./month.ts";
import { type DecisionPolicy, defaultDecision } from "./policy.ts";

/** What a decision rested on beside the records: kept with it, so that it can be made again exactly. */
export interface DecisionBasis {
  /** The thresholds as they were, the axis' own among them. */
  readonly policy: DecisionPolicy;
  /** How many grade observations of the axis there were: observations are only added, so these are the first ones. */
  readonly grades: number;
  /**
   * The months that the rules looked at, ascending: what was open, or before a restart, is not among them. Instants do not tell
   * once a clock was set back. Left out where an older program wrote the record.
   */
  readonly months?: readonly Month[];
}

/** The row as it stood at the close, and what the decision rested on. */
export type DecisionRecord =
  /** `basis` is null in records that an older program wrote. */
  | { readonly kind: "record"; readonly row: ClosedRow; readonly basis: DecisionBasis | null }
  | { readonly kind: "damaged"; readonly because: string };

/** The figures of a stored row that a recomputation is held against. */
export type ClosedRow = Pick<HistoryRow, "kappa" | "table" | "pBelowThreshold" | "streak" | "decision">;

/** The `record` of a decision, JSON: the row as `history --json` shows it, with its basis beside it. */
export function writeDecisionRecord(row: HistoryRow, basis: DecisionBasis): string {
  return JSON.stringify({ ...row, basis });
}

/** Reads a decision's record back. What cannot be read is damage: the program writes nothing else. */
export function readDecisionRecord(text: string): DecisionRecord {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { kind: "damaged", because: "it is not JSON" };
  }
  if (!isClosedRow(parsed)) return { kind: "damaged", because: "it is not the row of a closed month" };
  const { basis } = parsed;
  if (basis === undefined) return { kind: "record", row: parsed, basis: null };
  if (!isBasis(basis)) return { kind: "damaged", because: "it does not say what the decision rested on" };
  return { kind: "record", row: parsed, basis };
}

/** The figures that a decision was made on, from its record; null where that is damaged. */
export function figuresAtClose(text: string): DecidedOn | null {
  const read = readDecisionRecord(text);
  if (read.kind === "damaged") return null;
  const { kappa, table, pBelowThreshold, streak } = read.row;
  const rest: Readonly<Record<string, unknown>> = { ...read.row };
  return {
    kappa,
    table,
    pool: isPool(rest["pool"]) ? rest["pool"] : null,
    pBelowThreshold,
    pOverrideAboveInStreak: numberOrNull(rest["pOverrideAboveInStreak"]),
    cusum: numberOrNull(rest["cusum"]),
    streak,
    policy: read.basis?.policy ?? null,
  };
}

/** What an older program did not record is not known. */
function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

const poolFields = [
  "passSize",
  "passGraded",
  "overrides",
  "failSize",
  "failGraded",
  "founderPassInFail",
] as const satisfies readonly (keyof Pool)[];

function isPool(value: unknown): value is Pool {
  return isObject(value) && poolFields.every((name) => Number.isFinite(value[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || Number.isFinite(value);
}

function isOutcome(value: unknown): boolean {
  return isObject(value) && typeof value["action"] === "string" && Array.isArray(value["reasons"]);
}

function isClosedRow(value: unknown): value is ClosedRow & { readonly basis?: unknown } {
  if (!isObject(value)) return false;
  const { kappa, table, decision } = value;
  return (
    isObject(kappa) &&
    isNumberOrNull(kappa["value"]) &&
    isObject(table) &&
    ["pp", "pf", "fp", "ff"].every((cell) => Number.isFinite(table[cell])) &&
    isNumberOrNull(value["pBelowThreshold"]) &&
    Number.isFinite(value["streak"]) &&
    isOutcome(decision) &&
    isObject(decision) &&
    isOutcome(decision["literal"]) &&
    isOutcome(decision["guarded"])
  );
}

function isBasis(value: unknown): value is DecisionBasis {
  if (!isObject(value)) return false;
  return (
    Number.isSafeInteger(value["grades"]) &&
    isPolicy(value["policy"]) &&
    (value["months"] === undefined || isMonths(value["months"]))
  );
}

function isMonths(value: unknown): boolean {
  return Array.isArray(value) && value.every((month) => typeof month === "string" && isMonth(month));
}

/** Every threshold that decisions are made with, each of the kind that it has by default. */
function isPolicy(value: unknown): value is DecisionPolicy {
  return (
    isObject(value) && Object.entries(defaultDecision).every(([name, usual]) => isLike(value[name], usual))
  );
}

function isLike(value: unknown, usual: unknown): boolean {
  if (Array.isArray(usual)) return Array.isArray(value) && value.length === usual.length;
  if (isObject(usual))
    return isObject(value) && Object.keys(usual).every((name) => isLike(value[name], usual[name]));
  return typeof value === typeof usual;
}

/** The thresholds that differ between two policies, by name: which of them has been changed since? */
export function changedThresholds(then: DecisionPolicy, now: DecisionPolicy): readonly string[] {
  const names = Object.keys(now).filter(isThreshold);
  return names.filter((name) => JSON.stringify(then[name]) !== JSON.stringify(now[name])).toSorted();
}

function isThreshold(name: string): name is keyof DecisionPolicy {
  return Object.hasOwn(defaultDecision, name);
}
