import type { VerdictWord } from "./verdict.ts";

/** A calendar month in the configured zone, `YYYY-MM`. */
export type Month = string;

/**
 * A cycle is one (axis, period) pass through the month.
 * `below-threshold` and `skipped` are final at the opening; `open` ends as `closed`.
 */
export type CycleState = "open" | "closed" | "below-threshold" | "skipped";

/** Why a cycle was skipped, or why an opened one is special. */
export type CycleBecause = "too-old" | "no-axis-file" | "rotated" | "not-caught-up" | "too-few-pass";

/** The verdicts that the sample stands for, counted when the cycle was opened. */
export interface Frame {
  readonly pass: number;
  readonly fail: number;
  /** PASS and FAIL verdicts of the deciding epoch that had no artifact to show. */
  readonly noArtifact: number;
}

export interface Cycle {
  readonly axis: string;
  readonly period: Month;
  readonly state: CycleState;
  readonly because: CycleBecause | null;
  /** The deciding epoch; null where the month had no PASS or FAIL verdict. */
  readonly epoch: string | null;
  readonly openedAt: number;
  readonly dueAt: number | null;
  readonly closedAt: number | null;
  readonly frame: Frame;
  /** SHA-256 over the frame's sampling keys in their order, pass then fail; null where nothing was drawn. */
  readonly frameHash: string | null;
  /** Verdicts stored after this mark are late. A store's insertion counter. */
  readonly watermark: number;
  /** Share of each stratum asked for, and the minutes it was expected to cost. */
  readonly passRate: number;
  readonly failRate: number;
  readonly minutesPlanned: number;
  /** Size set by hand (`--sample-target`, `first_month_target`), or null. */
  readonly sampleTarget: number | null;
  /** The first month of an axis may be a part of one. */
  readonly firstMonth: boolean;
  /** Which queue holds the items; open items stay there when the config changes. */
  readonly queue: string;
}

export type ItemKind = "pass" | "fail" | "risk" | "probe" | "reask" | "gold";
export type ItemState = "planned" | "sending" | "created" | "answered" | "withdrawn" | "expired";

/** One blind question to the person who grades. `ref` is random and says nothing of the verdict. */
export interface Item {
  readonly ref: string;
  readonly axis: string;
  readonly period: Month;
  readonly kind: ItemKind;
  /** 1 is the base sample; 2 and above are top-ups; from {@link firstAskedBatch} on it was asked for by hand. */
  readonly batch: number;
  readonly state: ItemState;
  readonly verdictKey: string;
  /** What the critic said; never leaves the store before the close. */
  readonly word: VerdictWord;
  readonly artifact:
    | { readonly kind: "snapshot"; readonly sha256: string }
    | { readonly kind: "ref"; readonly ref: string };
  /** Neutral title, e.g. `verify-dispatch · 4 of 12`. */
  readonly title: string;
  /** Position in the order shown, a keyed hash unrelated to kind and word. */
  readonly orderKey: number;
  readonly attempts: number;
  readonly externalId: string | null;
  readonly url: string | null;
  readonly withdrawnBecause: string | null;
}

export type Grade = "PASS" | "FAIL" | "CANT_TELL";

/** One thing that was seen of a grade. Observations are only ever added. */
export interface GradeObservation {
  readonly ref: string;
  /** Null says that the grade was cleared again. */
  readonly grade: Grade | null;
  readonly reason: string | null;
  readonly by: string | null;
  /** When the founder gave it, where that is known. */
  readonly at: number | null;
  readonly observedAt: number;
  /** Where it was seen: `grade`, `import`, `page`, `notion`. */
  readonly via: string;
}

/** What became of an observation that was handed in. `late`: its item's cycle was closed already. */
export type GradeOutcome =
  | { readonly outcome: "stored"; readonly late: boolean }
  | { readonly outcome: "duplicate" }
  | { readonly outcome: "rejected"; readonly because: "unknown-ref" };

/** Facts of one month's verdicts of one axis and epoch, from the rollup. */
export interface MonthCount {
  readonly axis: string;
  readonly period: Month;
  readonly epoch: string;
  readonly word: VerdictWord;
  readonly artifact: "snapshot" | "ref" | "none";
  readonly count: number;
  /** The instants of the first and last of them. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly costUsd: number;
  /** How many gave a cost at all. */
  readonly costKnown: number;
}

/** The effective grade of an item: the latest `at` (else observed), among what was observed up to the instant asked for. */
export function effectiveGrade(
  observations: readonly GradeObservation[],
  asOf: number,
): GradeObservation | null {
  let latest: GradeObservation | null = null;
  for (const observation of observations) {
    if (observation.observedAt > asOf) continue;
    if (latest === null || instantOf(observation) >= instantOf(latest)) latest = observation;
  }
  return latest;
}

function instantOf(observation: GradeObservation): number {
  return observation.at ?? observation.observedAt;
}

/** A cycle waits at least this long for its grades. */
export const daysToGrade = 14;

/** Batches that a person asked for (`queue more`) are numbered from here: no month draws so many by itself. */
export const firstAskedBatch = 1001;

/** Whether an item was asked for by hand. It has no part in the figures of the month that it was drawn from. */
export function isAsked(item: Pick<Item, "batch">): boolean {
  return item.batch >= firstAskedBatch;
}

/** A blind batch that a person asked for, drawn at once from the frame of a month that is open or closed. */
export interface AskedBatch {
  readonly axis: string;
  readonly period: Month;
  /** {@link firstAskedBatch} and above, counted within its axis and month. */
  readonly batch: number;
  readonly askedAt: number;
  /** Which queue holds its items. */
  readonly queue: string;
  /** Items drawn of each stratum. */
  readonly pass: number;
  readonly fail: number;
}
