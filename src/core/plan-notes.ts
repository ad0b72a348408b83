import type { Frame, Month } from "./cycle.ts";
import type { BurdenPolicy, SamplingPolicy } from "./policy.ts";
import { samplesFail } from "./sampling.ts";

type PlanNoteCode =
  | "over-hour"
  | "fail-off"
  | "fail-rate"
  | "no-artifact"
  | "below-threshold"
  | "rotated"
  | "first-month"
  | "no-fail"
  | "by-hand"
  | "pass-rate"
  | "raised"
  | "fail-cut"
  | "flips-wait";

/** Something that the founder should know of a month's plan, in a sentence; `axis` is null for what concerns all axes. */
export interface PlanNote {
  readonly code: PlanNoteCode;
  readonly axis: string | null;
  readonly text: string;
}

/** What the notes of one axis are made from. */
export interface PlannedAxis {
  readonly axis: string;
  /** Enough verdicts to be sampled. */
  readonly open: boolean;
  /** The month in which an axis that waits for its turn is asked at the latest; null for one that does not wait. */
  readonly until: Month | null;
  readonly frame: Frame;
  readonly firstMonth: boolean;
  readonly raised: boolean;
  readonly passRate: number;
  /** The size by hand that holds, or null. */
  readonly target: number | null;
  readonly failSize: number;
  /** The FAIL size that the hour would have to allow. */
  readonly failBetter: number;
}

/** The sentences that explain a plan: first those on the whole month, then each axis's own, in the order given. */
export function notesOfPlan(
  axes: readonly PlannedAxis[],
  hour: {
    /** Minutes by which what is never cut passes the hour. */
    readonly overBy: number;
    /** There are so many axes that they take turns. */
    readonly turns: boolean;
  },
  sampling: SamplingPolicy,
  burden: BurdenPolicy,
): readonly PlanNote[] {
  const notes: PlanNote[] = [];
  if (hour.overBy > 0) {
    const reason = hour.turns ? ", since no axis may wait longer than two months" : "";
    const text = `What is never cut takes ${hour.overBy} minutes more than the ${burden.minutesPerMonth} of the month${reason}.`;
    notes.push({ code: "over-hour", axis: null, text });
  }
  const sampled = axes.filter((axis) => axis.open && axis.until === null);
  if (sampled.length > 0 && !samplesFail(sampling)) {
    const text =
      "FAIL verdicts are not sampled (fail_min 0, fail_rate 0): kappa cannot be identified, only bounded.";
    notes.push({ code: "fail-off", axis: null, text });
  } else if (sampled.some((axis) => axis.target === null) && isUnusualRate(sampling.failRate)) {
    notes.push({ code: "fail-rate", axis: null, text: rateWarning("FAIL", sampling.failRate) });
  }
  return [...notes, ...axes.flatMap((axis) => notesOfAxis(axis, sampling))];
}

/**
 * Verdicts that a rubric edit turned over and that this month does not ask about, since `risk_max` or the hour has room for
 * fewer; null where none waits.
 *
 * @param flips.waits Those that are left for later months.
 * @param flips.room Risk items that the hour allowed the axis.
 */
export function flipsNote(
  axis: string,
  flips: { readonly waits: number; readonly room: number },
  { riskMax }: Pick<SamplingPolicy, "riskMax">,
): PlanNote | null {
  if (flips.waits === 0) return null;
  const why = flips.room < riskMax ? "the hour is full" : `risk_max is ${riskMax}`;
  const waiting = counted(flips.waits, "item");
  const text = `${axis}: ${waiting} that flipped in a rubric check ${flips.waits === 1 ? "waits" : "wait"} for a later month, since ${why}.`;
  return { code: "flips-wait", axis, text };
}

function notesOfAxis(axis: PlannedAxis, sampling: SamplingPolicy): readonly PlanNote[] {
  const notes: PlanNote[] = [];
  const add = (code: PlanNoteCode, text: string): void => {
    notes.push({ code, axis: axis.axis, text: `${axis.axis}: ${text}` });
  };
  const { frame } = axis;
  if (frame.noArtifact > 0) {
    add("no-artifact", `${counted(frame.noArtifact, "verdict")} without an artifact to show, not sampled.`);
  }
  if (!axis.open) {
    const shown = counted(frame.pass, "PASS verdict");
    add("below-threshold", `${shown} to show, fewer than ${sampling.belowThreshold}: not sampled.`);
    return notes;
  }
  if (axis.until !== null) {
    add(
      "rotated",
      `waits, since other axes have their turn; it is asked with the month ${axis.until} at the latest.`,
    );
    return notes;
  }
  if (axis.firstMonth) add("first-month", "the first month, which may be a part of one.");
  if (samplesFail(sampling) && frame.fail === 0) {
    add("no-fail", "no FAIL verdict to show in the month: kappa cannot be identified.");
  }
  if (axis.target !== null) {
    add("by-hand", `${axis.target} of each stratum, set by hand.`);
    return notes;
  }
  if (isUnusualRate(axis.passRate)) add("pass-rate", rateWarning("PASS", axis.passRate));
  if (axis.raised) add("raised", "at least 20 of each stratum, since the last decision was a watch.");
  if (axis.failSize < axis.failBetter) {
    add("fail-cut", `${axis.failSize} FAIL verdicts instead of ${axis.failBetter}, since the hour is full.`);
  }
  return notes;
}

function isUnusualRate(rate: number): boolean {
  return rate < 0.05 || rate > 0.2;
}

function rateWarning(stratum: "PASS" | "FAIL", rate: number): string {
  const reason =
    rate < 0.05 ? "so few grades show a drift late" : "the last grades cost more minutes than they tell";
  return `a ${stratum} rate of ${rate} is outside 0.05 to 0.20: ${reason}.`;
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
