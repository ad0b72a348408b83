import type { Cycle } from "./cycle.ts";
import type { StatusChange } from "./decided.ts";
import { latestEpoch } from "./epoch-effect.ts";
import { type AxisRecord, monthEvidence, tallyItems } from "./evidence.ts";
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
import { addMonths, dateIn } from "./month.ts";
import { neededGrades, type StratumGrades } from "./needed-grades.ts";
import { streakByMonth } from "./overrides.ts";
import type { DecisionPolicy } from "./policy.ts";
import { probabilityKappaBelow } from "./posterior.ts";
import { kappaInterval, type Strata, weightedKappa } from "./weighted-kappa.ts";

/** P(kappa < threshold) of at most this opens the door of evidence. */
export const gateProbability = 0.1;
/** Three clean weeks. */
const cleanDays = 21;
/** A revert this soon after another doubles them. */
const backoffMonths = 6;

/** What keeps a door closed. */
export type Missing =
  | { readonly code: "probability"; readonly value: number; readonly bar: number }
  /** `no-fail-stratum`, `no-pass-stratum`: the frames hold no such verdict. Else a stratum without a grade. */
  | {
      readonly code: "not-computable";
      readonly because: "no-frame" | "no-fail-stratum" | "no-pass-stratum" | "no-grades";
    }
  | { readonly code: "days"; readonly needed: number; readonly of: number }
  | { readonly code: "no-grade-in-days" }
  /** Answers are in that nobody may look at yet. */
  | { readonly code: "unfinished"; readonly what: Unfinished }
  | { readonly code: "never-reverted" }
  | { readonly code: "no-new-epoch" }
  /** A new epoch by model or settings alone: nothing of the rubric was repaired. */
  | { readonly code: "rubric-unchanged" }
  /** The rubric in use is one from before the reverted one. */
  | { readonly code: "epoch-switched-back" };

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
    return [...new Set(months.flatMap(({ epoch }) => epoch ?? []))];
  }
  const known = record.counts
    .filter(({ firstAt, word }) => word !== "ERROR" && firstAt <= at)
    .toSorted((a, b) => a.lastAt - b.lastAt);
  return [...new Set(known.map(({ epoch }) => epoch))];
}

function streakOf({ cycles, told }: FreshEvidence, gap: number): number {
  const closed = cycles.filter(({ state }) => state !== "open");
  const months = closed.map((cycle) =>
    // Only the base sample counts in a streak, and asked items are none of it.
    monthEvidence(
      cycle,
      told.filter(({ item }) => item.period === cycle.period),
    ),
  );
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

function daysOf(
  { now, record, timezone }: RegraduationInput,
  { since, told }: FreshEvidence,
): Regraduation["days"] {
  const grades = told.filter(
    ({ grade, item }) =>
      (grade === "PASS" || grade === "FAIL") && (item.kind === "pass" || item.kind === "fail"),
  );
  const instants = grades.flatMap(({ gradedAt }) => gradedAt ?? []);
  const overrides = grades
    .filter(({ grade, item }) => item.kind === "pass" && grade === "FAIL")
    .flatMap(({ gradedAt }) => gradedAt ?? []);
  const lastOverrideAt = overrides.length === 0 ? null : Math.max(...overrides);
  // An axis that was never graduated begins with its first grade.
  const begin = Math.max(
    since?.at ?? (instants.length === 0 ? now : Math.min(...instants)),
    lastOverrideAt ?? 0,
  );
  const doubled = isSecondRevert(record.statusChanges, timezone);
  const required = doubled ? 2 * cleanDays : cleanDays;
  const clean = Math.max(0, daysBetween(dateIn(begin, timezone), dateIn(now, timezone)));
  return {
    required,
    doubled,
    clean,
    needed: Math.max(0, required - clean),
    lastOverrideAt,
    grades: instants.filter((at) => at > (lastOverrideAt ?? Number.NEGATIVE_INFINITY)).length,
  };
}

/** Calendar days: a day that has 23 or 25 hours is one. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** Whether the latest revert came within six calendar months of the one before. A word changed by hand in the file is no revert. */
function isSecondRevert(changes: readonly StatusChange[], timezone: string): boolean {
  const [latest, before] = changes
    .filter(({ by, to }) => to === "assisted" && (by === "run" || by === "axis assist"))
    .map(({ at }) => dateIn(at, timezone))
    .toReversed();
  if (latest === undefined || before === undefined) return false;
  return latest <= `${addMonths(before.slice(0, 7), backoffMonths)}${before.slice(7)}`;
}

function evidenceMissing(gate: {
  readonly strata: Strata;
  readonly pBelowThreshold: number | null;
  readonly days: Regraduation["days"];
  readonly unfinished: readonly Unfinished[];
}): readonly Missing[] {
  const { days, pBelowThreshold, strata, unfinished } = gate;
  const missing: Missing[] = [];
  if (pBelowThreshold === null) missing.push({ code: "not-computable", because: whyNot(strata) });
  else if (pBelowThreshold > gateProbability) {
    missing.push({ code: "probability", value: pBelowThreshold, bar: gateProbability });
  }
  if (days.needed > 0) missing.push({ code: "days", needed: days.needed, of: days.required });
  if (days.grades === 0) missing.push({ code: "no-grade-in-days" });
  for (const what of unfinished) {
    if (what.answered > 0) missing.push({ code: "unfinished", what });
  }
  return missing;
}

function whyNot({ pass, fail }: Strata): Extract<Missing, { code: "not-computable" }>["because"] {
  if (pass.size + fail.size === 0) return "no-frame";
  if (fail.size === 0) return "no-fail-stratum";
  if (pass.size === 0) return "no-pass-stratum";
  return "no-grades";
}

function repairMissing(
  { record, rubrics }: RegraduationInput,
  since: TakenAway | null,
  { before, now }: Regraduation["epoch"],
): readonly Missing[] {
  if (since === null) return [{ code: "never-reverted" }];
  const last = before.at(-1);
  if (now === null || now === last) return [{ code: "no-new-epoch" }];
  if (before.includes(now)) return [{ code: "epoch-switched-back" }];
  const rubricOf = (epoch: string): string => rubrics.get(epoch) ?? epoch;
  const rubric = rubricOf(now);
  if (last !== undefined && rubric === rubricOf(last)) return [{ code: "rubric-unchanged" }];
  const firstUnder = (wanted: string): number =>
    record.counts
      .filter(({ epoch, word }) => word !== "ERROR" && rubricOf(epoch) === wanted)
      .reduce((earliest, { firstAt }) => Math.min(earliest, firstAt), Number.POSITIVE_INFINITY);
  const isOld =
    before.some((epoch) => rubricOf(epoch) === rubric) ||
    (last !== undefined && firstUnder(rubric) < firstUnder(rubricOf(last)));
  return isOld ? [{ code: "epoch-switched-back" }] : [];
}

/** The door that an axis may be graduated by now, evidence first; null where both are closed. */
export function openDoor({ doors }: Regraduation): "evidence" | "repair" | null {
  if (doors.evidence.open) return "evidence";
  return doors.repair.open ? "repair" : null;
}
