import { daysOf } from "./clean-days.ts";
import type { Cycle } from "./cycle.ts";
import { latestEpoch } from "./epoch-effect.ts";
import { type AxisRecord, evidenceOfMonths, tallyItems } from "./evidence.ts";
import {
  type AskedItems,
  type FreshEvidence,
  freshEvidence,
  type FreshGrades,
  freshGrades,
  freshStrata,
  type TakenAway,
  type Unfinished,
} from "./fresh-evidence.ts";
import { jeffreysInterval } from "./intervals.ts";
import { neededGrades, type StratumGrades } from "./needed-grades.ts";
import { streakByMonth } from "./overrides.ts";
import type { DecisionPolicy } from "./policy.ts";
import { probabilityKappaBelow } from "./posterior.ts";
import { evidenceMissing, gateProbability, type Missing, repairMissing } from "./regraduation-doors.ts";
import { kappaInterval, type Strata, weightedKappa } from "./weighted-kappa.ts";

interface DoorState {
  readonly open: boolean;
  readonly missing: readonly Missing[];
}

/** How far an axis is from `graduated`, by what is known at an instant. It counts only what has been told: closed months and answered batches. */
export interface Regraduation {
  readonly asOf: number;
  readonly kappaThreshold: number;
  readonly since: TakenAway | null;
  readonly epoch: {
    /** The epoch of the latest verdict. */
    readonly now: string | null;
    readonly firstAt: number | null;
    /** The epochs of the months up to the revert, the latest last. */
    readonly before: readonly string[];
  };
  readonly fresh: readonly FreshGrades[];
  readonly unfinished: readonly Unfinished[];
  /** The fresh grades that count, undiscounted, with the frames that weigh them. */
  readonly strata: Strata;
  readonly kappa: {
    readonly status: "ok" | "undefined" | "unidentified";
    readonly value: number | null;
    readonly low: number | null;
    readonly high: number | null;
    readonly because: string | null;
  };
  readonly pBelowThreshold: number | null;
  /** Months in a row with an override, since the revert. */
  readonly streak: number;
  readonly escape: {
    readonly escaped: number;
    readonly graded: number;
    readonly low: number | null;
    readonly high: number | null;
  };
  /** Further grades, all agreeing, that would bring the probability to the bar; null where no number does. */
  readonly gradesNeeded: StratumGrades | null;
  readonly days: {
    readonly required: number;
    readonly doubled: boolean;
    /** Calendar days since the revert or the latest override, whichever came later. */
    readonly clean: number;
    readonly needed: number;
    readonly lastOverrideAt: number | null;
    /** Grades given in them. */
    readonly grades: number;
  };
  readonly doors: { readonly evidence: DoorState; readonly repair: DoorState };
}

export interface RegraduationInput {
  readonly record: AxisRecord;
  readonly asked: AskedItems;
  /** The fingerprint of the rubric of each epoch that verdicts were given under. */
  readonly rubrics: ReadonlyMap<string, string>;
  readonly policy: Pick<DecisionPolicy, "kappaThreshold" | "streakGap">;
  readonly now: number;
  readonly timezone: string;
}

/**
 * May this axis act alone again, and what is missing?
 *
 * evidence: the fresh grades of the epoch in use, undiscounted, make P(kappa < threshold) at most 0.10; and 21 days have passed
 * since the revert and since the latest override, with at least one grade in them (42 where it was the second revert within
 * six months). An override of any epoch begins the days anew: like the streak they ask about overrides, and an edit is no
 * evidence. While answers are in that may not be told yet, this door waits for the rest of them.
 * repair: verdicts of an epoch that no month up to the revert was decided on, under a rubric that came after the one that was
 * reverted. Another model or other settings make an epoch, too, and mend no rubric; a rubric from before is no edit.
 */
export function regraduation(input: RegraduationInput): Regraduation {
  const { asked, now, policy, record } = input;
  const evidence = freshEvidence(record, asked, now);
  const { cycles, since, told, unfinished } = evidence;
  const epoch = epochOf(record, since, now);
  const fresh = freshGrades(evidence, epoch.now);
  const strata = freshStrata(cycles, fresh, epoch.now);
  const point = weightedKappa(strata);
  const interval = kappaInterval(strata);
  const pBelowThreshold = probabilityKappaBelow(strata, policy.kappaThreshold).value;
  const days = daysOf(input, evidence);
  const gate = { strata, pBelowThreshold, days, unfinished };
  return {
    asOf: now,
    kappaThreshold: policy.kappaThreshold,
    since,
    epoch,
    fresh,
    unfinished,
    strata,
    kappa: {
      status: point.status,
      value: point.value,
      low: interval.low,
      high: interval.high,
      because: point.because,
    },
    pBelowThreshold,
    streak: streakOf(evidence, policy.streakGap),
    escape: escapeOf(told),
    gradesNeeded: gradesNeeded(strata, record.cycles, policy.kappaThreshold),
    days,
    doors: { evidence: doorOf(evidenceMissing(gate)), repair: doorOf(repairMissing(input, since, epoch)) },
  };
}

function doorOf(missing: readonly Missing[]): Regraduation["doors"]["evidence"] {
  return { open: missing.length === 0, missing };
}

function epochOf(record: AxisRecord, since: TakenAway | null, now: number): Regraduation["epoch"] {
  const current = latestEpoch(record.counts, now);
  const first = record.counts
    .filter(({ epoch, word }) => epoch === current && word !== "ERROR")
    .reduce((earliest, { firstAt }) => Math.min(earliest, firstAt), Number.POSITIVE_INFINITY);
  return {
    now: current,
    firstAt: Number.isFinite(first) ? first : null,
    before: since === null ? [] : epochsBefore(record, since),
  };
}

/**
 * An edit that was shipped while the reverted month was still being graded is new: its verdicts were no part of that month's
 * decision. Where a person took the autonomy away no month was reverted, and whatever had verdicts by then is old.
 */
function epochsBefore(record: AxisRecord, { at, period }: TakenAway): readonly string[] {
  if (period !== null) {
    const months = record.cycles.filter((cycle) => cycle.period <= period);
    return eachByItsLatest(months.flatMap(({ epoch }) => epoch ?? []));
  }
  const known = record.counts
    .filter(({ firstAt, word }) => word !== "ERROR" && firstAt <= at)
    .toSorted((a, b) => a.lastAt - b.lastAt);
  return eachByItsLatest(known.map(({ epoch }) => epoch));
}

/** An epoch that came back stands where it came last: it is what was in use then. */
function eachByItsLatest(epochs: readonly string[]): readonly string[] {
  return [...new Set(epochs.toReversed())].toReversed();
}

function streakOf({ cycles, told }: FreshEvidence, gap: number): number {
  const closed = cycles.filter(({ state }) => state !== "open");
  // Only the base sample counts in a streak, and asked items are none of it.
  const months = evidenceOfMonths(closed, told);
  return streakByMonth(months, gap).at(-1)?.streak ?? 0;
}

function escapeOf(told: FreshEvidence["told"]): Regraduation["escape"] {
  const { founderFail, graded } = tallyItems(told, "probe");
  const { low, high } = jeffreysInterval(founderFail, graded);
  return { escaped: founderFail, graded, low, high };
}

/** Where the epoch in use has no month yet, the latest month's frame says how verdicts divide. */
function gradesNeeded(
  strata: Strata,
  cycles: readonly Cycle[],
  kappaThreshold: number,
): StratumGrades | null {
  const known = strata.pass.size + strata.fail.size > 0;
  const latest = cycles.findLast(({ frame }) => frame.pass + frame.fail > 0)?.frame;
  const weighed =
    known || latest === undefined
      ? strata
      : {
          pass: { ...strata.pass, size: latest.pass },
          fail: { ...strata.fail, size: latest.fail },
        };
  return neededGrades({ strata: weighed, kappaThreshold, bar: gateProbability });
}

/** The door that an axis may be graduated by now, evidence first; null where both are closed. */
export function openDoor({ doors }: Regraduation): "evidence" | "repair" | null {
  if (doors.evidence.open) return "evidence";
  return doors.repair.open ? "repair" : null;
}
