/** Counts of items that both judged: the critic's word first, the founder's second. `pf` are the overrides. */
export interface AgreementTable {
  readonly pp: number;
  readonly pf: number;
  readonly fp: number;
  readonly ff: number;
}

/** A number, or why there is none. */
export type Measured =
  | { readonly status: "ok"; readonly value: number }
  | { readonly status: "undefined"; readonly because: UndefinedBecause };

/**
 * `no-data`: nothing was graded. `both-constant`: both gave one and the same word throughout, 0/0.
 * `one-rater-constant`: one of them gave one word only, so the question has no answer.
 * `no-such-agreement`: neither ever gave the word that is asked about.
 * `founder-constant`, `empty-stratum`, `ungraded-stratum`: as of a weighted kappa.
 * `single-grade`: a spread cannot be had from one grade. `invalid-input`: not counts at all.
 */
type UndefinedBecause =
  | "no-data"
  | "both-constant"
  | "one-rater-constant"
  | "no-such-agreement"
  | "founder-constant"
  | "empty-stratum"
  | "ungraded-stratum"
  | "single-grade"
  | "invalid-input";

export type CohenKappa =
  | { readonly status: "ok"; readonly value: number; readonly because?: "one-rater-constant" }
  | { readonly status: "undefined"; readonly because: "no-data" | "both-constant" | "invalid-input" };

/**
 * Cohen's kappa of a 2 x 2 table: how far do critic and founder agree beyond what their own habits would give by
 * chance? From -1 to 1, unweighted.
 *
 *   kappa = 2 (pp ff - pf fp) / ((pp + pf)(pf + ff) + (pp + fp)(fp + ff))
 *
 * The same as (po - pe) / (1 - pe), in whole numbers: the textbook form loses twelve digits on a table of a million.
 * Where one rater gave one word only and they disagree somewhere, kappa is 0 by construction and says nothing.
 *
 * Source: Cohen 1960, Educational and Psychological Measurement 20:37.
 * @example cohenKappa({ pp: 20, pf: 5, fp: 10, ff: 15 }) // { status: "ok", value: 0.4 }
 * @example cohenKappa({ pp: 8, pf: 2, fp: 0, ff: 0 }) // { status: "ok", value: 0, because: "one-rater-constant" }
 * @example cohenKappa({ pp: 10, pf: 0, fp: 0, ff: 0 }) // { status: "undefined", because: "both-constant" }
 */
export function cohenKappa(table: AgreementTable): CohenKappa {
  const { pp, pf, fp, ff } = table;
  if (![pp, pf, fp, ff].every(isCount)) return { status: "undefined", because: "invalid-input" };
  if (pp + pf + fp + ff === 0) return { status: "undefined", because: "no-data" };
  const criticPass = pp + pf;
  const criticFail = fp + ff;
  const founderPass = pp + fp;
  const founderFail = pf + ff;
  const chance = criticPass * founderFail + founderPass * criticFail;
  if (chance === 0) return { status: "undefined", because: "both-constant" };
  if (criticPass === 0 || criticFail === 0 || founderPass === 0 || founderFail === 0) {
    return { status: "ok", value: 0, because: "one-rater-constant" };
  }
  return { status: "ok", value: (2 * (pp * ff - pf * fp)) / chance };
}

/**
 * Whether a number can count things: not negative, small enough that whole numbers are exact, and no speck so
 * small that a product of four would vanish. Fractions are welcome, since discounted months count in parts.
 */
export function isCount(value: number): boolean {
  return value === 0 || (value >= 1e-60 && value <= Number.MAX_SAFE_INTEGER);
}
