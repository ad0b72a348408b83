import { createHash } from "node:crypto";
import type { Grade, Month } from "./cycle.ts";

/**
 * Where a probe stands: `generated` and not yet judged; `duplicate` of something that is known; `unneeded`, since there were
 * enough, or one of its failure mode, before it was judged; `caught` by the critic; `unjudged`, since too few of its calls
 * gave an answer; `verified`, the critic passes it; `queued` before the founder, who has `confirmed` that it should fail,
 * `refuted` it, or left it, so that it was `skipped`.
 */
export type ProbeState =
  | "generated"
  | "duplicate"
  | "unneeded"
  | "caught"
  | "unjudged"
  | "verified"
  | "queued"
  | "confirmed"
  | "refuted"
  | "skipped";

/** One of the fresh judgements of a probe: a word, or why there is none. */
export interface ProbeJudgement {
  readonly probeId: string;
  /** 1, 2, 3, ... */
  readonly n: number;
  readonly word: "PASS" | "FAIL" | null;
  /** The kind of a failed call; null where there is a word. */
  readonly failure: string | null;
  readonly reason: string | null;
  readonly at: number;
  readonly model: string | null;
  readonly cliVersion: string | null;
}

/** An artifact that was written to be passed by a critic though it should fail. */
export interface Probe {
  /** 64 hex digits, see `probeId`. */
  readonly id: string;
  readonly axis: string;
  /** The month that it is mixed into. */
  readonly period: Month;
  /** Of the judge that it was written against. */
  readonly epoch: string;
  /** Position in what the generator wrote, from 1. */
  readonly ordinal: number;
  readonly state: ProbeState;
  readonly failureMode: string;
  /** The clause of the rubric that it exploits. */
  readonly clause: string;
  /** Why it should fail: what its writer says. Shown to nobody before it is graded. */
  readonly why: string;
  readonly artifactSha256: string;
  /** See `textFingerprint`. */
  readonly fingerprint: string;
  /** The probe, or the word for the text, that it repeats. */
  readonly duplicateOf: string | null;
  /** Who wrote it: `claude`, `claude/opus`, `codex`, `command`, ... */
  readonly generator: string;
  readonly madeAt: number;
  readonly movedAt: number;
  /** The item that it was last asked as. */
  readonly itemRef: string | null;
  /** In how many months it was asked. */
  readonly asked: number;
  /** Ascending by n. */
  readonly judgements: readonly ProbeJudgement[];
}

/** One making of probes, for one axis and month, against one judge. */
export interface ProbeBatch {
  readonly axis: string;
  readonly period: Month;
  readonly epoch: string;
  /** Fingerprint of the rubric that the writer was shown. */
  readonly rubric: string;
  readonly generator: string;
  readonly state: "generating" | "judging" | "done";
  /** Why there are fewer probes than wanted: the kind of a failed call, `out-of-time`, `over-budget`, ...; null where nothing was in the way. */
  readonly because: string | null;
  readonly beganAt: number;
}

/** A change of a probe, made only where it is in one of the states `from`. */
export interface ProbeMove {
  readonly id: string;
  readonly from: readonly ProbeState[];
  readonly to: ProbeState;
  readonly at: number;
  readonly itemRef?: string;
  readonly duplicateOf?: string;
  readonly asked?: number;
}

/**
 * The identity of a probe, 64 hex digits: the same text written for the same axis is the same probe. It stands where an item
 * of the sample has the key of its verdict, and never meets one.
 */
export function probeId(workspace: string, axis: string, fingerprint: string): string {
  return createHash("sha256")
    .update(JSON.stringify(["probe", workspace, axis, fingerprint]))
    .digest("hex");
}

/**
 * How often a probe is judged, each time afresh. A model that sees, or is asked about, its own answer changes it (Huang et
 * al. 2310.01798, FlipFlop 2311.08596): so never in one session.
 */
export const judgementsWanted = 3;

/**
 * What the judgements of a probe come to: the word that two of three agree on. A call without an answer is no FAIL; `open`
 * says that calls are left to be made, `undecided` that they are all made and no word has its majority.
 *
 * @example majorityOf([{ word: "PASS" }, { word: null }, { word: "PASS" }]) // "PASS"
 */
export function majorityOf(
  judgements: readonly Pick<ProbeJudgement, "word">[],
): "PASS" | "FAIL" | "open" | "undecided" {
  if (judgements.length < judgementsWanted) return "open";
  const needed = Math.floor(judgementsWanted / 2) + 1;
  const votes = (word: "PASS" | "FAIL"): number => judgements.filter((one) => one.word === word).length;
  if (votes("PASS") >= needed) return "PASS";
  return votes("FAIL") >= needed ? "FAIL" : "undecided";
}

/** How many of the judgements passed it. */
export function passVotes({ judgements }: Pick<Probe, "judgements">): number {
  return judgements.filter(({ word }) => word === "PASS").length;
}

/** A probe that nobody answered is asked in one further month. */
const monthsAsked = 2;

/**
 * What becomes of a probe when the month it was asked in has closed: FAIL confirms that the critic let through what should
 * fail, PASS refutes it. Unanswered or can't tell, it waits for the next month, and is given up after the second. An answer
 * that comes later still counts.
 *
 * @param isWithdrawn its page was taken away: nobody is asked again what he threw away.
 */
export function settledState(
  grade: Grade | null,
  asked: number,
  isWithdrawn: boolean,
): Extract<ProbeState, "confirmed" | "refuted" | "skipped" | "verified"> {
  if (isWithdrawn) return "skipped";
  if (grade === "FAIL") return "confirmed";
  if (grade === "PASS") return "refuted";
  return grade === "CANT_TELL" || asked >= monthsAsked ? "skipped" : "verified";
}
