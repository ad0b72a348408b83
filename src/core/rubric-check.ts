import type { Month } from "./cycle.ts";
import type { Gathered, GateOutlook, MonthOutlook } from "./epoch-effect.ts";
import type { GoldFigures } from "./gold-agreement.ts";
import type { RubricComparison } from "./rubric-comparison.ts";

/** Rubric, model and settings that verdicts are given under. */
export interface JudgedBy {
  readonly epoch: string;
  readonly rubric: string;
  readonly model: string;
}

/** Months of verdicts under an epoch. */
export interface EpochMonths {
  readonly epoch: string;
  readonly first: Month;
  readonly last: Month;
  readonly verdicts: number;
}

/** What it took to have a critic judge the same items under both rubrics, and how it does on gold under each. */
export interface RubricReplay {
  /** Fingerprints of the two rubrics. */
  readonly old: string;
  readonly edited: string;
  /** Recent verdicts that were to be judged again. */
  readonly items: number;
  /** How many of them got a word under both rubrics. */
  readonly judged: number;
  /** Why the others did not. */
  readonly noAnswer: NoAnswerCounts;
  readonly calls: number;
  /** US dollars, of the calls that said what they cost. */
  readonly costUsd: number;
  /** Why it ended early: `budget`, or the kind of failure that every further call would meet; null where it did not. */
  readonly because: string | null;
  /**
   * The holdout under both, of the items that were judged under both; null where there is no gold to ask about. No figure on
   * known items clears an edit.
   */
  readonly gold: {
    readonly items: number;
    readonly judged: number;
    readonly noAnswer: NoAnswerCounts;
    readonly old: GoldFigures;
    readonly edited: GoldFigures;
  } | null;
}

/**
 * Items without a word under both rubrics, by the kind of the failed call (under the old rubric, where both failed);
 * `not-asked` where the replay had ended, `no-artifact` where the text is not stored.
 */
export type NoAnswerCounts = Readonly<Record<string, number>>;

/** A gold item or probe that the rubric quotes: it measures nothing any more. */
interface RubricLeak {
  readonly kind: "gold" | "probe";
  readonly id: string;
  /** Runs of eight words that both have, of those of the item. */
  readonly shared: number;
  readonly of: number;
  /** Whether it was in the holdout until now. A probe is not before it becomes gold. */
  readonly wasHoldout: boolean;
}

/** What the edit of a rubric changes, as `rubric check --json` prints it. */
export interface RubricCheck {
  readonly axis: string;
  /** The text that was looked at: the rubric file of the axis, or the one named beside it. */
  readonly checked: {
    readonly kind: "axis-file" | "against";
    readonly file: string;
    readonly fingerprint: string;
  };
  /** Fingerprint of the axis' own rubric file as it stands; null where it names none or it cannot be read. */
  readonly axisFile: string | null;
  /** What the latest stored verdict was given under; null while there is none. */
  readonly stored: (JudgedBy & { readonly lastAt: string }) | null;
  /** What verdicts are given under once the checked text is the rubric. */
  readonly edited: JudgedBy;
  /**
   * `none`: the same epoch (white space alone makes no new one). `new-epoch`: one that no verdict was given under yet.
   * `earlier-epoch`: one that was left before, and resumes what it had gathered. `first`: there are no verdicts yet.
   */
  readonly change: "none" | "new-epoch" | "earlier-epoch" | "first";
  /** What differs between the two. */
  readonly changed: readonly ("rubric" | "model" | "settings")[];
  /** The months of the edited epoch so far; null where it has none. */
  readonly earlier: EpochMonths | null;
  /** Months that are open now: their sample is drawn, and the edit changes nothing in them. */
  readonly open: readonly { readonly period: Month; readonly epoch: string | null }[];
  /** The month that runs now, and the next one. */
  readonly months: readonly MonthOutlook[];
  /** What stays with the epoch that is left; null where there is none. */
  readonly restarts: Gathered | null;
  /** What the edited epoch begins with. */
  readonly begins: Gathered;
  /** What an edit does not touch. */
  readonly carriesOver: { readonly streak: number; readonly status: string };
  readonly gate: GateOutlook;
  /** The two rubrics on the same items; null where no answers were given. */
  readonly comparison: RubricComparison | null;
  /**
   * Flipped items that are remembered for the months that open next as risk items, how many of them a month takes at most
   * (`risk_max`; the hour may allow fewer), and those that are not in the database or cannot be shown.
   */
  readonly flipped: {
    readonly remembered: number;
    readonly perMonth: number;
    readonly unknown: readonly string[];
  } | null;
  /** Null where nothing was replayed. */
  readonly replay: RubricReplay | null;
  /**
   * Gold items and probes that the checked text quotes. Those that the rubric file itself quotes have left the holdout with this
   * check; those of a draft would, once it is the rubric. Probes are told of once their month is closed: until then they are blind.
   */
  readonly leaks: readonly RubricLeak[];
}
