/** Months of drift until a rule fires, or that it did not fire within those looked at. */
export type Wait =
  | { readonly kind: "months"; readonly months: number }
  | { readonly kind: "beyond"; readonly months: number };

/** A share, and its standard error where it was estimated; null where it was computed exactly. */
export interface Share {
  readonly value: number;
  readonly standardError: number | null;
}

/** How soon a rule sees one drift. */
export interface Detection {
  readonly overrideRate: number;
  readonly median: Wait;
  readonly p90: Wait;
  /** The median and the 90th percentile for a share one standard error lower and higher; the same as they are when exact. */
  readonly medianBand: readonly [Wait, Wait];
  readonly p90Band: readonly [Wait, Wait];
  readonly within2: Share;
  readonly within3: Share;
  readonly within4: Share;
}

/**
 * What the waiting times of one drift come to.
 *
 * @param byMonth Share (or number) of runs that fired first in month 1, 2, ... of the drift; what is missing to `total` never did.
 * @param runs How many runs they were counted in; null where they are exact probabilities.
 */
export function detectionOf(
  overrideRate: number,
  byMonth: readonly number[],
  runs: number | null,
): Detection {
  const total = runs ?? 1;
  let sum = 0;
  const cumulative = byMonth.map((share) => {
    sum += share / total;
    return sum;
  });
  const at = (p: number): Wait => {
    const index = cumulative.findIndex((share) => share >= p - 1e-12);
    return index < 0 ? { kind: "beyond", months: byMonth.length } : { kind: "months", months: index + 1 };
  };
  const band = (p: number): readonly [Wait, Wait] => {
    const error = runs === null ? 0 : Math.sqrt((p * (1 - p)) / runs);
    return [at(p - error), at(p + error)];
  };
  const within = (months: number): Share =>
    shareOf(cumulative[Math.min(months, byMonth.length) - 1] ?? 0, runs);
  return {
    overrideRate,
    median: at(0.5),
    p90: at(0.9),
    medianBand: band(0.5),
    p90Band: band(0.9),
    within2: within(2),
    within3: within(3),
    within4: within(4),
  };
}

/**
 * A share with its standard error, sqrt(s (1 - s) / runs). Where none or all of the runs fired that would be 0, which no
 * finite number of runs can show: then (x + 1/2) / (runs + 1) stands for s.
 */
export function shareOf(value: number, runs: number | null): Share {
  if (runs === null) return { value: Math.min(1, Math.max(0, value)), standardError: null };
  const s = value <= 0 || value >= 1 ? (value * runs + 0.5) / (runs + 1) : value;
  return { value, standardError: Math.sqrt((s * (1 - s)) / runs) };
}
