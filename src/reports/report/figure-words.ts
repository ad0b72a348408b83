import type { ReportMonth } from "../../core/report-month.ts";
import { becauseWord } from "../action-words.ts";
import { kappaBecause } from "../kappa-words.ts";
import { noNumber, showInterval, showNumber, showPercent } from "../numbers.ts";
import type { RateFigure } from "../../core/gold-agreement.ts";

/** Why a month has no figures, in words; null where it was closed with grades. */
export function missingBecause(month: ReportMonth): string | null {
  switch (month.state) {
    case "open":
      return `open, ${month.answered.answered} of ${month.answered.items} answered; shown at the close`;
    case "below-threshold":
      return "too few PASS verdicts to sample";
    case "skipped":
      return month.because === null ? "skipped" : `skipped, ${becauseWord(month.because)}`;
    case "closed":
      return (month.graded.pass ?? 0) + (month.graded.fail ?? 0) === 0 ? "nothing was graded" : null;
  }
}

/** Kappa with its interval and n, or why there is none. */
export function kappaWords(month: ReportMonth): string {
  const { kappa, graded } = month;
  const missing = missingBecause(month);
  if (missing !== null) return missing;
  const n = `n = ${graded.pass ?? 0} + ${graded.fail ?? 0}`;
  const because = kappaBecause(kappa.because);
  if (kappa.value === null) {
    const bounds =
      kappa.bounds === null
        ? ""
        : ` between ${showNumber(kappa.bounds[0], 2)} and ${showNumber(kappa.bounds[1], 2)},`;
    return `no kappa:${bounds} ${because ?? "not computable"}, ${n}`;
  }
  const provisional = month.provisional === true ? ", provisional" : "";
  return `${showNumber(kappa.value, 3)} ${showInterval(kappa.low, kappa.high)}, ${n}${because === null ? "" : `, ${because}`}${provisional}`;
}

/** `4 of 9, 44.4% [0.170, 0.750]`. */
function rateWords(figure: RateFigure): string {
  if (figure.rate === null) return `${figure.count} of ${figure.n}`;
  return `${figure.count} of ${figure.n}, ${showPercent(figure.rate)} [${showPercent(figure.low)}, ${showPercent(figure.high)}]`;
}

export function overrideWords(month: ReportMonth): string {
  const limit = `; kappa at its threshold means ${showPercent(month.overrideRateAtThreshold)}`;
  const missing = missingBecause(month);
  if (missing !== null || month.overrides === null) return `${missing ?? noNumber}${limit}`;
  return `${rateWords(month.overrides)}${limit}`;
}

export function escapeWords(month: ReportMonth): string {
  if (month.escape !== null) return rateWords(month.escape);
  return month.state === "open" ? "shown at the close" : "no probe graded";
}

export function goldWords({ gold }: ReportMonth): string {
  if (gold === null) return "no gold run";
  const flips =
    gold.flipped === null || gold.flipped.n === 0
      ? "flips: nothing to compare"
      : `flips ${rateWords(gold.flipped)}`;
  return `agreement ${rateWords(gold.agreement)}; ${flips}`;
}
