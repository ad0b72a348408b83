import { majorityBaseline } from "./majority-baseline.ts";
import type { HistoryAgreement } from "./history-row.ts";
import type { Measured } from "./kappa.ts";
import type { Estimate } from "./mover-interval.ts";
import { truePassRate } from "./true-pass-rate.ts";
import { weightedAgreement, weightedAgreementOn } from "./weighted-agreement.ts";
import type { Strata } from "./weighted-kappa.ts";

/** Everything that is shown beside a month's kappa, or why there is none of it: nobody shall read one number alone. */
export function besideKappa(strata: Strata): HistoryAgreement {
  const n = { pass: strata.pass.graded, fail: strata.fail.graded };
  const agreement = weightedAgreement(strata);
  if (typeof agreement === "string") return { ...noAgreement, n, because: agreement };
  const raw = weightedAgreementOn("observed", strata);
  const pabak = weightedAgreementOn("pabak", strata);
  const ac1 = weightedAgreementOn("ac1", strata);
  const onPass = weightedAgreementOn("positive", strata);
  const onFail = weightedAgreementOn("negative", strata);
  return {
    because: onPass === null || onFail === null ? "no-such-agreement" : null,
    n,
    raw: valueOf(raw),
    pabak: valueOf(pabak),
    ac1: valueOf(ac1),
    onPass: valueOf(onPass),
    onFail: valueOf(onFail),
    prevalenceIndex: numberOf(agreement.prevalenceIndex),
    biasIndex: numberOf(agreement.biasIndex),
    prevalenceWarning: agreement.prevalenceWarning,
    majority: majorityBaseline(truePassRate(strata)),
    intervals: {
      raw: endsOf(raw),
      pabak: endsOf(pabak),
      ac1: endsOf(ac1),
      onPass: endsOf(onPass),
      onFail: endsOf(onFail),
    },
  };
}

/** Every figure beside kappa where there is none; why, and of how many grades, is for whoever says so. */
export const noAgreement = {
  raw: null,
  pabak: null,
  ac1: null,
  onPass: null,
  onFail: null,
  prevalenceIndex: null,
  biasIndex: null,
  prevalenceWarning: null,
  majority: null,
  intervals: { raw: null, pabak: null, ac1: null, onPass: null, onFail: null },
} as const;

function valueOf(estimate: Estimate | null): number | null {
  return estimate === null ? null : estimate.value;
}

function endsOf(estimate: Estimate | null): readonly [low: number, high: number] | null {
  return estimate === null ? null : [estimate.low, estimate.high];
}

function numberOf(measured: Measured): number | null {
  return measured.status === "ok" ? measured.value : null;
}
