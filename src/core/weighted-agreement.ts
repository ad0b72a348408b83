import type { Agreement } from "./agreement.ts";
import { agreementOf } from "./agreement.ts";
import type { Measured } from "./kappa.ts";
import type { Strata } from "./weighted-kappa.ts";
import { weightedKappa, weightedTable } from "./weighted-kappa.ts";

/**
 * PABAK, AC1, agreement on PASS and on FAIL, prevalence and bias of all verdicts, estimated from the two samples:
 * the plain formulas on weighted proportions. Null unless both strata have verdicts and grades,
 * since a table of one stratum would describe the draw and not the month.
 */
export function weightedAgreement(strata: Strata): Agreement | null {
  return weightedKappa(strata).status === "ok" ? agreementOf(weightedTable(strata)) : null;
}

/**
 * Which share of all verdicts would the founder pass? w qP + (1-w) qF; a stratum without verdicts needs no grade.
 *
 * Source: the post-stratified mean, for binary verdicts the same as prediction-powered inference.
 * @example 90 PASS (9 graded, 1 override), 10 FAIL (5 graded, all confirmed) // { status: "ok", value: 0.8 }
 */
export function founderPassRate(strata: Strata): Measured {
  const kappa = weightedKappa(strata);
  if (kappa.because === "invalid-input") return { status: "undefined", because: "invalid-input" };
  const used = [strata.pass, strata.fail].filter(({ size }) => size > 0);
  if (used.length === 0 || used.some(({ graded }) => graded === 0)) {
    return { status: "undefined", because: "no-data" };
  }
  const total = used.reduce((sum, { size }) => sum + size, 0);
  const passed = used.reduce((sum, { size, graded, founderPass }) => sum + (size * founderPass) / graded, 0);
  return { status: "ok", value: passed / total };
}
