import { type Interval, jeffreysInterval } from "./intervals.ts";
import type { KeptFinding } from "./panel-record.ts";

/** How good the findings of one lens are. */
export interface LensPrecision {
  readonly lens: string;
  /** Findings that quote their block: each of them reached a reader. */
  readonly findings: number;
  readonly dismissed: number;
  /** Share of them that nobody dismissed, with its Jeffreys interval; null without findings. */
  readonly kept: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Findings whose quote is not where it says, and all findings of the lens. */
  readonly refused: number;
  readonly all: number;
}

/**
 * Of what each lens found, how much was worth keeping? A refused finding was never read, so it is no part of the precision and
 * is counted beside it. A finding that nobody looked at counts as kept: with few dismissals the share is an upper bound.
 * Ascending by lens.
 */
export function lensPrecision(findings: readonly KeptFinding[]): readonly LensPrecision[] {
  const lenses = [...new Set(findings.map(({ lens }) => lens))].toSorted((a, b) => (a < b ? -1 : 1));
  return lenses.map((lens) => {
    const own = findings.filter((finding) => finding.lens === lens);
    const read = own.filter(({ rejected }) => rejected === null);
    const dismissed = read.filter((finding) => finding.dismissed !== null).length;
    const kept = read.length - dismissed;
    const { high, low }: Interval = jeffreysInterval(kept, read.length);
    return {
      lens,
      findings: read.length,
      dismissed,
      kept: read.length === 0 ? null : kept / read.length,
      low,
      high,
      refused: own.length - read.length,
      all: own.length,
    };
  });
}
