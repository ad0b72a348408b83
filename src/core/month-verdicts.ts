import type { Cycle, MonthCount } from "./cycle.ts";
import type { HistoryRow } from "./history-row.ts";

/** How often each word was given. */
export function countWords(counts: readonly MonthCount[]): HistoryRow["verdicts"] {
  const sum = (word: MonthCount["word"]): number =>
    counts.filter((one) => one.word === word).reduce((total, one) => total + one.count, 0);
  return { pass: sum("PASS"), fail: sum("FAIL"), error: sum("ERROR") };
}

/** PASS and FAIL verdicts of the deciding epoch that were stored after the opening: never part of N. */
export function lateVerdicts(cycle: Cycle, counts: readonly MonthCount[]): number {
  if (cycle.epoch === null) return 0;
  const now = countWords(counts.filter(({ epoch }) => epoch === cycle.epoch));
  const then = cycle.frame.pass + cycle.frame.fail + cycle.frame.noArtifact;
  return Math.max(0, now.pass + now.fail - then);
}

/** The verdicts of epochs that the month is not about. */
export function otherEpochs(cycle: Cycle, counts: readonly MonthCount[]): HistoryRow["otherEpochs"] {
  const epochs = [...new Set(counts.map(({ epoch }) => epoch))].filter((epoch) => epoch !== cycle.epoch);
  return epochs
    .toSorted()
    .map((epoch) => ({ epoch, verdicts: countWords(counts.filter((one) => one.epoch === epoch)) }));
}
