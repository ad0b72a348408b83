import type { Escape, GradeTable, HistoryAgreement, HistoryRow, ItemCounts } from "./history-row.ts";
import type { SelfAgreement } from "./self-agreement.ts";

type Withheld<T> = { readonly [Key in keyof T]: null };

/** Every figure that would tell a founder who is still grading what the critic said, or what an item was drawn as. */
type WithheldWhileOpen =
  | "provisional"
  | "graded"
  | "cantTell"
  | "table"
  | "agreement"
  | "truePassRate"
  | "selfAgreement"
  | "pool"
  | "pBelowThreshold"
  | "pOverrideAboveInStreak"
  | "cusum"
  | "overrides"
  | "reverseOverrides"
  | "escape";

/**
 * What is shown of a month that is open. Grading is blind: after one answer, counts by the critic's word would say what the
 * critic had said of it, and kappa, pool or probability would tell the same in other figures. They are null until the close,
 * with `because: "open"` where there is a reason. `answered` tells how far the grading is, `sampled` what was planned, and
 * `streak` is that of the months before, as if nothing had been graded yet.
 */
export interface OpenRow extends Omit<HistoryRow, "state" | WithheldWhileOpen> {
  readonly state: "open";
  readonly provisional: null;
  readonly graded: Withheld<ItemCounts>;
  readonly cantTell: null;
  readonly table: Withheld<GradeTable>;
  readonly agreement: Omit<HistoryAgreement, "because" | "n"> & {
    readonly because: "open";
    readonly n: { readonly pass: null; readonly fail: null };
  };
  readonly truePassRate: {
    readonly status: "undefined";
    readonly value: null;
    readonly low: null;
    readonly high: null;
    readonly because: "open";
  };
  /** Of the months closed before; `month` is not told yet. */
  readonly selfAgreement: SelfAgreement & { readonly month: null };
  readonly pool: null;
  readonly pBelowThreshold: null;
  readonly pOverrideAboveInStreak: null;
  readonly cusum: null;
  readonly overrides: null;
  readonly reverseOverrides: null;
  readonly escape: Withheld<Escape>;
}

/** A row as it is shown: of a month that is not open all of it. Where `state` is `open`, any figure may be withheld. */
export type ShownRow = HistoryRow | OpenRow;
