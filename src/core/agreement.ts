import type { AgreementTable, CohenKappa, Measured } from "./kappa.ts";
import { cohenKappa, isCount } from "./kappa.ts";

/** What is shown beside kappa, so that nobody has to read one number alone. Shares, all of them free of sample size. */
export interface Agreement {
  readonly kappa: CohenKappa;
  /** The largest kappa that these margins allow. */
  readonly kappaMax: Measured;
  /** Share of items on which both say the same, and what their margins alone would give. */
  readonly observed: Measured;
  readonly expected: Measured;
  /** Prevalence and bias adjusted kappa, 2 po - 1. */
  readonly pabak: Measured;
  /** Gwet's AC1. */
  readonly ac1: Measured;
  /** pp - ff: how one-sided the items are. -1 to 1. */
  readonly prevalenceIndex: Measured;
  /** pf - fp: how much milder the critic is than the founder. -1 to 1. */
  readonly biasIndex: Measured;
  /** Agreement on PASS and on FAIL alone (Cicchetti and Feinstein 1990). */
  readonly positive: Measured;
  readonly negative: Measured;
  /** Whether one word is so common that kappa reads low by construction. A house threshold, without a source. */
  readonly prevalenceWarning: boolean;
}

const prevalenceIndexLimit = 0.6;
const expectedLimit = 0.68;

/**
 * How well do critic and founder agree, in every way that the field reports?
 * Takes counts, or the weighted table of `weightedTable`: only proportions matter.
 *
 *   AC1 = (po - e) / (1 - e),  e = 2 pi (1 - pi),  pi = mean of both PASS shares
 *   kappaMax = (sum of min(margins) - pe) / (1 - pe)
 *
 * Sources: Byrt, Bishop and Carlin 1993 (PABAK, indices); Gwet 2008 (AC1); checked against epiR, irrCAC, statsmodels.
 * @example agreementOf({ pp: 118, pf: 5, fp: 2, ff: 0 }).ac1 // { status: "ok", value: 0.941… } where kappa is -0.023
 */
export function agreementOf(table: AgreementTable): Agreement {
  const { pp, pf, fp, ff } = table;
  const kappa = cohenKappa(table);
  const n = pp + pf + fp + ff;
  const criticPass = pp + pf;
  const criticFail = fp + ff;
  const founderPass = pp + fp;
  const founderFail = pf + ff;
  const share = (part: number, whole: number): Measured => {
    if (![pp, pf, fp, ff].every(isCount)) return { status: "undefined", because: "invalid-input" };
    if (n === 0) return { status: "undefined", because: "no-data" };
    if (whole === 0) return { status: "undefined", because: "no-such-agreement" };
    return { status: "ok", value: part / whole };
  };
  const expected = share(criticPass * founderPass + criticFail * founderFail, n * n);
  const prevalenceIndex = share(pp - ff, n);
  // 1 - e is n^2 + (PASS - FAIL)^2 over 2 n^2 with both raters' words counted together, and never 0.
  const lean = (criticPass + founderPass - criticFail - founderFail) / 2;
  return {
    kappa,
    kappaMax: kappaMax(table, kappa),
    observed: share(pp + ff, n),
    expected,
    pabak: share(pp + ff - pf - fp, n),
    ac1: share(2 * n * (pp + ff) - (n * n - lean * lean), n * n + lean * lean),
    prevalenceIndex,
    biasIndex: share(pf - fp, n),
    positive: share(2 * pp, 2 * pp + pf + fp),
    negative: share(2 * ff, 2 * ff + pf + fp),
    prevalenceWarning:
      (prevalenceIndex.status === "ok" && Math.abs(prevalenceIndex.value) > prevalenceIndexLimit) ||
      (expected.status === "ok" && expected.value > expectedLimit),
  };
}

function kappaMax({ pp, pf, fp, ff }: AgreementTable, kappa: CohenKappa): Measured {
  if (kappa.status === "undefined") return kappa;
  const n = pp + pf + fp + ff;
  const largest = Math.min(pp + pf, pp + fp) + Math.min(fp + ff, pf + ff);
  const agreedByChance = (pp + pf) * (pp + fp) + (fp + ff) * (pf + ff);
  const disagreedByChance = (pp + pf) * (pf + ff) + (pp + fp) * (fp + ff);
  return { status: "ok", value: (n * largest - agreedByChance) / disagreedByChance };
}
