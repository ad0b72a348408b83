import type { Month } from "./cycle.ts";
import type { GoldMonth } from "./gold-month.ts";
import type { HistoryRow } from "./history-row.ts";
import type { DecisionPolicy } from "./policy.ts";

/** What a history needs beside the record of its axis. */
export interface HistoryOptions {
  readonly workspace: string;
  /** With the axis' own thresholds already in it. */
  readonly policy: DecisionPolicy;
  /** Grades observed later are not known. */
  readonly asOf: number;
  readonly minutesPerItem: number;
  /** The status word as the axis file has it now. */
  readonly statusNow: string;
  /** ERROR verdicts of a month. */
  readonly errorsOf: (period: Month) => HistoryRow["errors"];
  /** How the critic did on gold in a month; left out: the axis has none. */
  readonly goldOf?: (period: Month) => GoldMonth | null;
  /** The id that the critic gave a verdict, by its key; null where it gave none, and our own stands. */
  readonly idOf?: (verdictKey: string) => string | null;
}
