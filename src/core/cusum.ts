/** The two override rates that the chart tells apart; 0.05 and 0.20 unless the config says otherwise. */
export interface CusumRates {
  readonly from: number;
  readonly to: number;
}

/**
 * Bernoulli CUSUM of overrides: has the override rate moved from `from` to `to`?
 *
 *   C = max(0, C + x ln(to/from) + (n - x) ln((1-to)/(1-from)))
 *
 * Each override adds ln 4 = 1.386, each confirmation takes 0.172 (at 0.05 and 0.20), and credit is never saved up.
 * An alarm at 4 is the only rule here whose false-alarm rate does not depend on how much is graded.
 *
 * @param before the chart's value so far, 0 at the start of an epoch
 * @example nextCusum(0, { graded: 9, overrides: 4 }, { from: 0.05, to: 0.2 }) // 4.68592615984627
 * Source: Page 1954, Biometrika 41:100; Reynolds and Stoumbos 1999 (Bernoulli).
 */
export function nextCusum(
  before: number,
  month: { readonly graded: number; readonly overrides: number },
  rates: CusumRates,
): number {
  const override = Math.log(rates.to / rates.from);
  const confirmation = Math.log((1 - rates.to) / (1 - rates.from));
  const confirmed = month.graded - month.overrides;
  return Math.max(0, before + month.overrides * override + confirmed * confirmation);
}
