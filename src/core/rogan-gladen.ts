import { isCount } from "./kappa.ts";
import { type Estimate, moverInterval, moveRate, type Rate } from "./mover-interval.ts";

export interface RoganGladenInput {
  /** The critic's PASS verdicts of all its verdicts in production. */
  readonly criticPass: Rate;
  /** Gold items that the founder passes: how many of them the critic passes. Its rate is the TPR. */
  readonly goldPass: Rate;
  /** Gold items that the founder fails: how many of them the critic fails. Its rate is the TNR. */
  readonly goldFail: Rate;
}

/**
 * `uninformative-critic`: TPR + TNR is at most 1, so the critic's words do not depend on the founder's and nothing
 * can be corrected. `no-data`: one of the three rates has no items. `invalid-input`: counts that cannot be.
 */
export type RoganGladen =
  | (Estimate & { readonly status: "ok"; readonly because: null })
  | {
      readonly status: "undefined";
      readonly value: null;
      readonly low: null;
      readonly high: null;
      readonly because: "no-data" | "invalid-input" | "uninformative-critic";
    };

/**
 * Which share of production would the founder pass, told from the critic's own PASS rate and how it does on a gold set?
 *
 *   (p + TNR - 1) / (TPR + TNR - 1), clipped to [0, 1]
 *
 * The interval is MOVER on the Jeffreys limits of the three rates: unlike a bootstrap of the gold set alone it knows
 * that p is a sample too (cover .954 on average and at least .930 over 108 settings, where that one has .740).
 * It holds only if gold is to production as a random draw is: items made to be hard understate TNR.
 * Where grades of production itself are to be had, `truePassRate` needs no such faith and is preferred.
 *
 * Source: Rogan and Gladen 1978, American Journal of Epidemiology 107:71; epiR epi.prev.
 * @example 160 of 200 passed, TPR 38 of 40, TNR 9 of 10 // value 0.823…, low 0.705…, high 0.950…
 */
export function roganGladen(input: RoganGladenInput, level = 0.95): RoganGladen {
  const { criticPass, goldPass, goldFail } = input;
  const rates = [criticPass, goldPass, goldFail];
  const counted = rates.every(({ count, n }) => isCount(count) && isCount(n) && count <= n);
  if (!counted || !(level > 0 && level < 1)) return none("invalid-input");
  if (rates.some(({ n }) => n === 0)) return none("no-data");
  // In whole numbers: 0.9 + 0.1 in doubles need not be 1.
  if (goldPass.count * goldFail.n + goldFail.count * goldPass.n <= goldPass.n * goldFail.n)
    return none("uninformative-critic");
  const p = criticPass.count / criticPass.n;
  const tpr = goldPass.count / goldPass.n;
  const tnr = goldFail.count / goldFail.n;
  const estimate = corrected(p, tpr, tnr);
  const moved = [
    ...moveRate(criticPass, "raises", level, (share) => corrected(share, tpr, tnr)),
    ...moveRate(goldPass, "lowers", level, (share) => corrected(p, share, tnr)),
    ...moveRate(goldFail, "raises", level, (share) => corrected(p, tpr, share)),
  ];
  const interval = moverInterval(estimate, moved, [0, 1]);
  return { status: "ok", value: Math.min(1, Math.max(0, estimate)), ...interval, because: null };
}

/**
 * The estimate at these rates, not clipped. At the end of an interval the critic may be no better than chance:
 * then that end tells nothing, and the distance to it is without bound.
 */
function corrected(p: number, tpr: number, tnr: number): number {
  return (p + tnr - 1) / Math.max(tpr + tnr - 1, Number.MIN_VALUE);
}

function none(because: Extract<RoganGladen, { status: "undefined" }>["because"]): RoganGladen {
  return { status: "undefined", value: null, low: null, high: null, because };
}
