import { differenceInterval } from "./difference-interval.ts";
import { exceedsOwnNoise, type GoldFlips, goldFlips, judgedTwice } from "./gold-agreement.ts";
import type { GoldAnswer, GoldRun } from "./gold-record.ts";
import { type JudgeChange, judgeChanges, type JudgeIdentity } from "./judge-identity.ts";
import type { Month } from "./cycle.ts";
import type { Rate } from "./mover-interval.ts";

/** A run with its answers, and what the critic passed in production in the month of the run. */
export interface MeasuredRun {
  readonly run: GoldRun;
  readonly answers: readonly GoldAnswer[];
  /** PASS verdicts of the PASS and FAIL verdicts of that month. */
  readonly production: Rate;
}

/**
 * - `identity`: the program, its version, the model that answered or the judging prompt is another one, and answers flipped
 * - `direction`: flips lean one way more than chance allows; an unsteady critic flips both ways alike
 * - `more-than-noise`: it flips more from run to run than it contradicts itself within one
 * - `rubric`: the rubric was edited between the runs, so that flips are the edit's
 * - `pass-share`: the share of PASS moved in production, and identical input was judged as before
 */
type DriftReason = "identity" | "direction" | "more-than-noise" | "rubric" | "pass-share";

/** What changed between two gold runs. */
export interface GoldDrift {
  /**
   * `judge`: the critic judges identical input otherwise than before. `rubric`: as it was edited to. `work`: the critic is the
   * same and what it judges is not. `none`: nothing that these numbers show. `unknown`: there is nothing to compare with.
   */
  readonly cause: "judge" | "rubric" | "work" | "none" | "unknown";
  readonly because: readonly DriftReason[];
  /** What is known to be new about the judge, whether or not its answers changed. */
  readonly changes: readonly JudgeChange[];
  /** The month of the run that this one is held against. */
  readonly since: Month | null;
  /** Answers to identical input. */
  readonly flips: GoldFlips | null;
  /** How much the share of PASS moved in production, -1 to 1, with its interval. */
  readonly passShare: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/** A bar that one in twenty steady critics passes by chance. */
const significance = 0.05;

/**
 * Has the critic changed, or its work? Gold is the same input each time, so answers that flip are the judge's doing (or that of an
 * edit of the rubric), beyond what it contradicts itself within one run; where none flip and production passes more or less
 * than before, it is the work. A judge that is known to be another one, without a flip, has not drifted: it is named in `changes`.
 */
export function goldDrift(before: MeasuredRun | null, now: MeasuredRun): GoldDrift {
  if (before === null)
    return { cause: "unknown", because: [], changes: [], since: null, flips: null, passShare: null };
  const flips = goldFlips(before.answers, now.answers);
  const changes = identityChanges(before.answers, now.answers);
  const passShare = differenceInterval(before.production, now.production);
  const told = { changes, since: before.run.period, flips, passShare };
  if (flips.flipped.n === 0) return { cause: "unknown", because: [], ...told };
  const isEdited = before.run.rubric !== now.run.rubric;
  const judge: DriftReason[] = [];
  if (changes.length > 0 && flips.flipped.count > 0) judge.push("identity");
  if (flips.p !== null && flips.p <= significance) judge.push("direction");
  const twice = [judgedTwice(before.answers), judgedTwice(now.answers)];
  if (exceedsOwnNoise(flips.flipped, twice) === true) judge.push("more-than-noise");
  // Of an edit that was made together with a change of the judge nobody can tell whose flips they are: both are named.
  if (judge.length > 0) {
    if (!isEdited) return { cause: "judge", because: judge, ...told };
    const because: readonly DriftReason[] = ["rubric", ...judge];
    return { cause: judge.includes("identity") ? "judge" : "rubric", because, ...told };
  }
  if (passShare !== null && (passShare.low > 0 || passShare.high < 0)) {
    // Production may have moved because of the edit, whatever gold says.
    return isEdited
      ? { cause: "rubric", because: ["rubric", "pass-share"], ...told }
      : { cause: "work", because: ["pass-share"], ...told };
  }
  return { cause: "none", because: [], ...told };
}

/** What is known to be new about the judge, each change once, in the order of the answers. */
function identityChanges(before: readonly GoldAnswer[], now: readonly GoldAnswer[]): readonly JudgeChange[] {
  const [was, is] = [judgeOf(before), judgeOf(now)];
  return was === null || is === null ? [] : judgeChanges(was, is);
}

/**
 * Who answered in a run: of each fact the last that is known of an answer. A judge that changed within a run shows as changed at
 * once, and not again in the next run.
 */
export function judgeOf(answers: readonly GoldAnswer[]): JudgeIdentity | null {
  const given = answers.filter(({ word }) => word !== "ERROR").toSorted((a, b) => a.at - b.at);
  const last = given.at(-1);
  if (last === undefined) return null;
  const known = (what: "cliVersion" | "model" | "prompt"): string | null =>
    given.findLast((answer) => answer[what] !== null)?.[what] ?? null;
  return {
    critic: last.critic,
    cliVersion: known("cliVersion"),
    model: known("model"),
    prompt: known("prompt"),
  };
}
