import type { MonthEvidence } from "./decision.ts";
import { streakByMonth } from "./overrides.ts";

/** What a change of epoch (rubric, model or settings) restarted in a month, and what it did not. */
export interface EpochNotes {
  /** Where the month was decided on another epoch than the one before: left out where it was not. */
  readonly change?: {
    /** `new`: pool and CUSUM began anew. `resumed`: the epoch had decided months before, and has their pool and CUSUM again. */
    readonly kind: "new" | "resumed";
    /** The epoch that decided the month before. */
    readonly after: string;
    /** Months with an override that the streak brought along from before the change. */
    readonly streakMonths: number;
  };
  /** In how many epochs the months of the streak lie; left out where it is one, or there is no streak. */
  readonly streakEpochs?: number;
}

/**
 * What is to be said of epochs in the last of these months? Pool and CUSUM belong to an epoch, the streak to all of them.
 * Null where nothing is: no month before it since the latest restart, or all of them of one epoch.
 *
 * @param months of one axis since the latest restart, ascending; the last is the one asked about
 * @param gap uncounted months in a row that the streak survives
 */
export function epochNotes(months: readonly MonthEvidence[], gap: number): EpochNotes | null {
  const last = months.at(-1);
  const before = months.slice(0, -1).flatMap(({ epoch }) => epoch ?? []);
  const after = before.at(-1);
  if (last === undefined || last.epoch === null || after === undefined) return null;
  const { epoch } = last;
  if (before.every((one) => one === epoch)) return null;
  const bad = streakByMonth(months, gap).at(-1)?.badMonths ?? [];
  const streakMonths = bad.filter(({ period }) => period !== last.period).length;
  const streakEpochs = new Set(bad.map((month) => month.epoch)).size;
  const change = epoch === after ? {} : { change: { kind: kindOf(before, epoch), after, streakMonths } };
  const notes: EpochNotes = { ...change, ...(streakEpochs > 1 ? { streakEpochs } : {}) };
  return Object.keys(notes).length === 0 ? null : notes;
}

function kindOf(before: readonly string[], epoch: string): "new" | "resumed" {
  return before.includes(epoch) ? "resumed" : "new";
}
