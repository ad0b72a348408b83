import type { Measured } from "./kappa.ts";
import type { Strata } from "./weighted-kappa.ts";
import { weightedKappa } from "./weighted-kappa.ts";

/**
 * Delta-method standard error of the weighted kappa, for display beside it: how far may it be off by the draw?
 *
 *   var = gP^2 qP (1-qP) / (nP-1) + gF^2 qF (1-qF) / (nF-1),
 *   gP = 2w(1-w)(w(1-qF) + (1-w)qF) / D^2,  gF = 2w(1-w)(w(1-qP) + (1-w)qP) / D^2
 *
 * With `fpc` each part is multiplied by 1 - graded/size (error of this month's own kappa, 0 for a census).
 * It is 0 when all agree, so intervals and decisions never use it.
 *
 * Source: equals survey::svykappa, with and without population sizes.
 * @returns `single-grade` where a stratum has no second grade, else the reason of `weightedKappa`
 */
export function weightedKappaError(strata: Strata, options: { readonly fpc?: boolean } = {}): Measured {
  const kappa = weightedKappa(strata);
  const { pass, fail } = strata;
  if (kappa.because !== null) return { status: "undefined", because: kappa.because };
  if (pass.graded <= 1 || fail.graded <= 1) return { status: "undefined", because: "single-grade" };
  const w = pass.size / (pass.size + fail.size);
  const qP = pass.founderPass / pass.graded;
  const qF = fail.founderPass / fail.graded;
  const m = w * qP + (1 - w) * qF;
  const scale = (2 * w * (1 - w)) / (w * (1 - m) + (1 - w) * m) ** 2;
  const part = (slope: number, q: number, graded: number, size: number): number =>
    (((scale * slope) ** 2 * q * (1 - q)) / (graded - 1)) *
    (options.fpc === true ? Math.max(0, 1 - graded / size) : 1);
  return {
    status: "ok",
    value: Math.sqrt(
      part(w * (1 - qF) + (1 - w) * qF, qP, pass.graded, pass.size) +
        part(w * (1 - qP) + (1 - w) * qP, qF, fail.graded, fail.size),
    ),
  };
}
