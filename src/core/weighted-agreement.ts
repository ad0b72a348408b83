import type { Agreement } from "./agreement.ts";
import { agreementOf } from "./agreement.ts";
import type { AgreementTable } from "./kappa.ts";
import { type Estimate, moverInterval, moveRate } from "./mover-interval.ts";
import type { Strata, Stratum } from "./weighted-kappa.ts";
import { weightedKappa, weightedTable } from "./weighted-kappa.ts";

/** Why the month's agreement is not to be had: nothing graded, a word of which nothing was graded, or no counts at all. */
export type NoAgreement = "no-data" | "ungraded-stratum" | "invalid-input";

/**
 * PABAK, AC1, agreement on PASS and on FAIL, prevalence and bias of all verdicts, estimated from the two samples:
 * the plain formulas on weighted proportions. A stratum without verdicts weighs nothing and needs no grade, so there is
 * an agreement also where kappa is not identified; a stratum of which nothing was graded leaves none, since a table of the
 * other alone would describe the draw and not the month.
 */
export function weightedAgreement(strata: Strata): Agreement | NoAgreement {
  const table = monthTable(strata);
  return typeof table === "string" ? table : agreementOf(table);
}

function monthTable(strata: Strata): AgreementTable | NoAgreement {
  const { pass, fail } = strata;
  const kappa = weightedKappa(strata);
  if (kappa.because === "invalid-input") return "invalid-input";
  const used = [pass, fail].filter(({ size }) => size > 0);
  if (used.every(({ graded }) => graded === 0)) return "no-data";
  if (used.some(({ graded }) => graded === 0)) return "ungraded-stratum";
  if (fail.size === 0) return { pp: pass.founderPass, pf: pass.graded - pass.founderPass, fp: 0, ff: 0 };
  if (pass.size === 0) return { pp: 0, pf: 0, fp: fail.founderPass, ff: fail.graded - fail.founderPass };
  return weightedTable(strata);
}

/** The measures beside kappa that have an interval. `observed` is the raw agreement. */
export type AgreementMeasure = "observed" | "pabak" | "ac1" | "positive" | "negative";

const ranges: Readonly<Record<AgreementMeasure, readonly [number, number]>> = {
  observed: [0, 1],
  pabak: [-1, 1],
  ac1: [-1, 1],
  positive: [0, 1],
  negative: [0, 1],
};

/**
 * One measure of {@link weightedAgreement} with its 95% MOVER interval on the Jeffreys limits of the two rates; null where
 * the measure is not to be had. Each of them rises with the founder's PASS share among critic-PASS and falls with that
 * among critic-FAIL, as kappa does, and the method is that of `kappaInterval`. Over the same 700 settings of a month's size
 * the intervals cover .955 to .960 on average and at least .900 (agreement on FAIL: .857).
 *
 * @example weightedAgreementOn("observed", { 90 PASS (9 graded, 1 override), 10 FAIL (5 graded, all confirmed) })
 * // { value: 0.9, low: 0.624…, high: 0.988… }
 */
export function weightedAgreementOn(measure: AgreementMeasure, strata: Strata): Estimate | null {
  const agreement = weightedAgreement(strata);
  if (typeof agreement === "string") return null;
  const estimate = agreement[measure];
  if (estimate.status === "undefined") return null;
  const { pass, fail } = strata;
  const at = (passShare: number, failShare: number): number => {
    const measured = agreementOf({
      pp: pass.size * passShare,
      pf: pass.size * (1 - passShare),
      fp: fail.size * failShare,
      ff: fail.size * (1 - failShare),
    })[measure];
    // For the type: an end of 0 or 1 is where the share itself is, and a word that it leaves to nobody has no estimate either.
    return measured.status === "ok" ? measured.value : estimate.value;
  };
  const moved = [
    ...(pass.size === 0 ? [] : moveRate(rateOf(pass), "raises", 0.95, (share) => at(share, shareOf(fail)))),
    ...(fail.size === 0 ? [] : moveRate(rateOf(fail), "lowers", 0.95, (share) => at(shareOf(pass), share))),
  ];
  return { value: estimate.value, ...moverInterval(estimate.value, moved, ranges[measure]) };
}

function rateOf({ graded, founderPass }: Stratum): { readonly count: number; readonly n: number } {
  return { count: founderPass, n: graded };
}

/** An empty stratum weighs nothing, whatever its share is taken to be. */
function shareOf({ graded, founderPass }: Stratum): number {
  return graded === 0 ? 0 : founderPass / graded;
}
