import { type DecisionStep, decide, type MonthEvidence } from "./decision.ts";
import type { DecisionPolicy, TopUpPolicy } from "./policy.ts";

/** PASS items of the first batch at least, and FAIL items of every batch. */
const smallestBatch = 18;
const failPerBatch = 2;

/** With less room than this a batch is cut from its FAIL items first. */
const roomForBoth = 10;

/** Why further items of a month are drawn: before a revert by K or S, or since its grades leave the question open. */
export type TopUpReason = "confirm" | "grey";

/**
 * What comes after the grades of a month are in. `settled`: the rules act on what there is, because the rules do not ask
 * for more (`clear`), the evidence is overwhelming, every batch was drawn, no verdict or no minute is left, or top-up is off
 * (also where no batch is allowed).
 */
export type TopUp =
  | {
      readonly kind: "draw";
      readonly because: TopUpReason;
      readonly pass: number;
      readonly fail: number;
      /** Items by which the minutes that are left cut the batch. */
      readonly cut: number;
    }
  | {
      readonly kind: "settled";
      readonly because: "off" | "clear" | "overwhelming" | "last-look" | "exhausted" | "no-minutes";
    };

export interface TopUpInput {
  /** Months of one axis since the latest restart, ascending; the last is the one in question, with all its grades. */
  readonly months: readonly MonthEvidence[];
  readonly policy: DecisionPolicy;
  readonly topUp: TopUpPolicy;
  /** Batches drawn in this month beside the base sample. */
  readonly drawn: number;
  /** Verdicts of the frame that nobody has been asked about. */
  readonly left: { readonly pass: number; readonly fail: number };
  /** Items that the founder's minutes for top-up still have room for. */
  readonly itemsLeft: number;
}

/**
 * Are further items of this month worth the founder's time, now that all that he was given is graded?
 *
 * K!: no, act at once. K or S on the base sample: not before one batch has confirmed it. Grey, with a CUSUM above 0 or
 * P(kappa < threshold) of at least the zone: one batch of max(18, 2 n) PASS and 2 FAIL items, then, still grey and not
 * decided by K, one of twice that; n is the base sample's PASS size. Only the guarded mode asks: the literal one has its answer with the base sample.
 */
export function nextTopUp(input: TopUpInput): TopUp {
  return judgeTopUp(decide(input), input);
}

/** The same for a step that was computed already. */
export function judgeTopUp(step: DecisionStep, input: TopUpInput): TopUp {
  const { drawn, left, policy, topUp } = input;
  if (!topUp.enabled || topUp.batches === 0 || policy.mode === "literal")
    return { kind: "settled", because: "off" };
  const because = reasonOf(step, drawn, topUp);
  if (because === null) {
    return { kind: "settled", because: step.rules.kappaOverwhelming ? "overwhelming" : "clear" };
  }
  if (drawn >= topUp.batches) return { kind: "settled", because: "last-look" };
  const { pass, fail } = batchSize(input.months.at(-1)?.base.sampled ?? 0, drawn, left);
  if (pass + fail === 0) return { kind: "settled", because: "exhausted" };
  const room = Math.max(0, Math.floor(input.itemsLeft));
  if (room === 0) return { kind: "settled", because: "no-minutes" };
  const share = cutTo(room, { pass, fail });
  return { kind: "draw", because, ...share, cut: pass + fail - share.pass - share.fail };
}

/**
 * Overrides are what is in doubt, and only PASS items show them: where there is little room they come first. A batch of two
 * would else be FAIL items alone, which say nothing of the doubt, and whose word everybody knew who knows this rule.
 * Where there is room for both, the few FAIL items, which keep kappa's other side known, are not cut.
 */
function cutTo(
  room: number,
  { pass, fail }: { readonly pass: number; readonly fail: number },
): { readonly pass: number; readonly fail: number } {
  if (room < roomForBoth) {
    const passShare = Math.min(pass, room);
    return { pass: passShare, fail: Math.min(fail, room - passShare) };
  }
  const failShare = Math.min(fail, room);
  return { pass: Math.min(pass, room - failShare), fail: failShare };
}

/**
 * How many items the next batch has where minutes do not cut it: max(18, 2 n) PASS and 2 FAIL, twice as many PASS each time.
 *
 * @param base PASS items of the base sample
 * @param drawn batches drawn already
 * @example batchSize(9, 1, { pass: 63, fail: 3 }) // { pass: 36, fail: 2 }
 */
export function batchSize(
  base: number,
  drawn: number,
  left: { readonly pass: number; readonly fail: number },
): { readonly pass: number; readonly fail: number } {
  return {
    pass: Math.min(left.pass, Math.max(smallestBatch, 2 * base) * 2 ** drawn),
    fail: Math.min(left.fail, failPerBatch),
  };
}

/**
 * K is believed once one batch has confirmed it. S counts months with any override at all, so it (and an alarm that
 * reverts) is believed only when
 * the month is no longer grey, or at the last look: at 20% FAIL, where kappa stays silent, that is the difference between
 * 3.0% and 0.8% false reverts a year of a critic with 5% overrides (N = 200), at no cost in months.
 */
function reasonOf(
  { rules, cusum, pBelowThreshold }: DecisionStep,
  drawn: number,
  topUp: TopUpPolicy,
): TopUpReason | null {
  if (rules.kappaOverwhelming) return null;
  if (rules.kappa) return drawn === 0 ? "confirm" : null;
  const grey = cusum > 0 || (pBelowThreshold !== null && pBelowThreshold >= topUp.zone);
  if (rules.streak || rules.cusum === true) return drawn === 0 || grey ? "confirm" : null;
  return grey ? "grey" : null;
}
