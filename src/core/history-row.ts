import type { CycleBecause, CycleState, Month } from "./cycle.ts";
import type { Action, ModeOutcome, Pool, Reason } from "./decision.ts";
import type { GoldMonth } from "./gold-month.ts";
import type { Disagreement } from "./disagreements.ts";
import type { EpochNotes } from "./epoch-notes.ts";
import type { JudgeChange } from "./judge-identity.ts";
import type { MajorityBaseline } from "./majority-baseline.ts";
import type { DecisionPolicy } from "./policy.ts";
import type { SelfAgreement, SelfAgreementCounts } from "./self-agreement.ts";
import type { TruePassRate } from "./true-pass-rate.ts";
import type { NoAgreement } from "./weighted-agreement.ts";
import type { TopUpOutcome } from "./top-up-outcome.ts";

interface WordCounts {
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
}

/** Items by what they were drawn as. */
export interface ItemCounts {
  readonly pass: number;
  readonly fail: number;
  readonly probe: number;
  readonly risk: number;
}

/**
 * The month's weighted kappa. `ok`: both strata have a graded item, `value` in -1 to 1 with its 95% interval.
 * `undefined`: nothing was graded, or 0/0. `unidentified`: one stratum is empty or ungraded, `bounds` say what is possible.
 * Where a number is null `because` says why; `bounds` are null unless a stratum is ungraded.
 */
export interface HistoryKappa {
  readonly status: "ok" | "undefined" | "unidentified";
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly because: string | null;
  readonly bounds: readonly [low: number, high: number] | null;
}

type Ends = readonly [low: number, high: number];

/**
 * What the field reports beside kappa, estimated for all verdicts of the frame (not for the draw), -1 to 1 or 0 to 1.
 * It is there also where kappa is not: a frame of PASS verdicts alone has an agreement, and no kappa.
 *
 * `because` is null where every number is there. `no-data` (nothing graded), `ungraded-stratum` (the frame has verdicts of
 * a word of which none was graded) and `invalid-input` (more grades than verdicts): all numbers are null.
 * `no-such-agreement`: `onPass` or `onFail` alone is null, since neither critic nor founder ever gave that word.
 */
export interface HistoryAgreement {
  readonly because: NoAgreement | "no-such-agreement" | null;
  /** The grades that it rests on: of critic-PASS and of critic-FAIL. */
  readonly n: { readonly pass: number; readonly fail: number };
  /** Share of verdicts on which both say the same. */
  readonly raw: number | null;
  readonly pabak: number | null;
  readonly ac1: number | null;
  readonly onPass: number | null;
  readonly onFail: number | null;
  readonly prevalenceIndex: number | null;
  readonly biasIndex: number | null;
  /** One word is so common that kappa reads low by construction. */
  readonly prevalenceWarning: boolean | null;
  /** What a critic would reach that gave the founder's commoner word to everything; compare `raw` with it. */
  readonly majority: MajorityBaseline | null;
  /** 95% intervals of the numbers of the same name; null where the number is. */
  readonly intervals: {
    readonly raw: Ends | null;
    readonly pabak: Ends | null;
    readonly ac1: Ends | null;
    readonly onPass: Ends | null;
    readonly onFail: Ends | null;
  };
}

/**
 * How often the founder agrees with himself on items that he was asked again, blind: the ceiling of any critic's agreement,
 * never part of kappa. All re-asked items of months closed up to and including this one.
 */
interface HistorySelfAgreement extends SelfAgreement {
  /** This month's share of it. */
  readonly month: SelfAgreementCounts;
}

/**
 * What was decided at the close, beside what each mode would do. An open or skipped row has action `none`.
 * `evidence` is null where nothing was graded, and while the month is open.
 */
interface HistoryDecision {
  readonly mode: "literal" | "guarded";
  readonly action: Action;
  readonly reasons: readonly Reason[];
  readonly evidence: "healthy" | "uncertain" | "insufficient" | null;
  readonly literal: ModeOutcome;
  readonly guarded: ModeOutcome;
}

/** Graded items of the two strata: critic's word, then founder's. `pf` are overrides, `fp` reverse overrides. */
export interface GradeTable {
  readonly pp: number;
  readonly pf: number;
  readonly fp: number;
  readonly ff: number;
}

/** Probes that the critic let through; `low` and `high` are null where none was graded. */
export interface Escape {
  readonly escaped: number;
  readonly graded: number;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The figures of the close that a decision was made on: late and changed grades move the row's own, and its reasons are
 * true of these alone. `policy` holds the thresholds of the close; null (as are `cusum` and `pOverrideAboveInStreak`) where
 * an older program did not record it.
 */
export interface DecidedOn {
  readonly kappa: HistoryKappa;
  readonly table: GradeTable;
  readonly pool: Pool | null;
  readonly pBelowThreshold: number | null;
  readonly pOverrideAboveInStreak: number | null;
  readonly cusum: number | null;
  readonly streak: number;
  readonly policy: DecisionPolicy | null;
}

/**
 * One axis and one period with everything that is known of it. Counts are counts of records; null stands where there
 * is no number. The numbers follow what is known now; `decision` stays as it was decided. Of a month that is not open
 * `history --json` prints it as it is; what is shown of an open one is `OpenRow`.
 */
export interface HistoryRow {
  readonly workspace: string;
  readonly axis: string;
  readonly period: Month;
  /** The deciding epoch; null where the month had no PASS or FAIL verdict. */
  readonly epoch: string | null;
  /**
   * The epoch that had taken its place when the month was closed (or has by now, while it is open); null where none had.
   * The decision acts like any other.
   */
  readonly supersededBy: string | null;
  /** What a change of epoch restarted in a closed month, and what it did not; left out where there is nothing to say. */
  readonly epochNotes?: EpochNotes;
  readonly state: CycleState;
  /** When an open month stops waiting for grades, ISO 8601, UTC; null where nothing was asked. */
  readonly due: string | null;
  /** Why there is no sample; null where nothing is to be explained. */
  readonly because: CycleBecause | null;
  /** The whole month, all epochs. */
  readonly verdicts: WordCounts;
  /** What the sample stands for; `noArtifact` and `late` are counted beside it. */
  readonly frame: {
    readonly pass: number;
    readonly fail: number;
    readonly noArtifact: number;
    readonly late: number;
  };
  readonly otherEpochs: readonly { readonly epoch: string; readonly verdicts: WordCounts }[];
  /** A stratum has fewer grades than `decision.provisional_below` of its items; it stops nothing. */
  readonly provisional: boolean;
  readonly sampled: ItemCounts;
  /** All items that were asked, of every kind, and those with any answer; withdrawn ones are in neither. */
  readonly answered: { readonly items: number; readonly answered: number };
  /** PASS and FAIL grades; a can't-tell is in `cantTell` only. */
  readonly graded: ItemCounts;
  readonly cantTell: number;
  readonly table: GradeTable;
  readonly kappa: HistoryKappa;
  readonly agreement: HistoryAgreement;
  /** The share of the frame that the founder would pass, 0 to 1, with its 95% interval; null where `because` says why. */
  readonly truePassRate: TruePassRate;
  readonly selfAgreement: HistorySelfAgreement;
  /** The overrides and reverse overrides one by one; empty while the month is open, since they tell the critic's word. */
  readonly disagreements: readonly Disagreement[];
  /** Null where the rules did not look at the month: it has no sample, or a later restart has set it aside. */
  readonly pool: Pool | null;
  /** P(kappa < threshold) on the pool; null unless both strata of the pool have a grade. */
  readonly pBelowThreshold: number | null;
  /** P(override rate > policy.overrideRate) over the streak's months, which rule S reads; null while the streak is 0. */
  readonly pOverrideAboveInStreak: number | null;
  /** The sum that alarms when overrides come too often, 0 upwards; null where the rules did not look at the month. */
  readonly cusum: number | null;
  /** The override rate, 0 to 1, that a kappa at the threshold stands for on this month's frame; null where that is empty. */
  readonly overrideRateAtThreshold: number | null;
  readonly overrides: number;
  readonly reverseOverrides: number;
  /** Months in a row with an override in the base sample: one among further items is no month of it. */
  readonly streak: number;
  readonly escape: Escape;
  /** How the critic did on the gold set; null where the axis has no gold. Never part of kappa or streak. */
  readonly gold: GoldMonth | null;
  /** How the judge was found to have changed while this month was worked on; absent where it was not. */
  readonly judgeChanges?: readonly {
    /** ISO 8601, UTC: the first call of the run that found it. */
    readonly at: string;
    readonly changes: readonly JudgeChange[];
  }[];
  readonly minutes: { readonly planned: number; readonly spent: number };
  /** Further items that the month drew since its grades left a question open, and why no more. */
  readonly topUp: TopUpOutcome;
  /** Every verdict of the month that was none, in order of their instants. */
  readonly errors: readonly { readonly id: string; readonly kind: string }[];
  readonly decision: HistoryDecision;
  /** What the decision was made on; null where none was made, or its record cannot be read. */
  readonly decidedOn: DecidedOn | null;
  /** What the same mode makes of the month by the grades (and thresholds) of the figures above; null where none was made. */
  readonly byNow: ModeOutcome | null;
  /** The status word before and after the close. */
  readonly status: { readonly before: string; readonly after: string };
  /** Where the axis was graduated after this row and before the next one; left out where it was not. */
  readonly graduations?: readonly {
    /** ISO 8601, UTC. */
    readonly at: string;
    readonly door: "evidence" | "repair" | "forced" | null;
    readonly reason: string;
  }[];
}
