import type { JudgeCost } from "./judge-cost.ts";
import type { JudgeChanged } from "./judge-timeline.ts";

/** What `status` says of judging: its cost, and whether the judges are still the same. */
export interface JudgeStatus {
  /** The last complete calendar month, and this one so far. */
  readonly lastMonth: JudgeCost;
  readonly thisMonth: JudgeCost;
  /** Only where `cost.judge_usd_per_month` is set. */
  readonly cap?: {
    readonly usd: number;
    /** From this sum on, probes and gold wait for the next month. */
    readonly probesAndGoldUsd: number;
    readonly stopped: readonly ("probes and gold" | "everything")[];
  };
  /** Found in the last complete month or later, the latest last. */
  readonly changes: readonly (Omit<JudgeChanged, "at"> & { readonly axis: string; readonly at: string })[];
}
