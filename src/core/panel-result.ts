import type { AdjustmentKind } from "./adjustment-record.ts";
import type { AdjustmentFault } from "./adjustments.ts";
import type { RefusedFinding, Severity } from "./panel-finding.ts";

/** What is to be done with the draft. */
export type PanelVerdict = "BLOCKED" | "REVISE" | "PUBLISH";

/**
 * Why a draft is not published. `finding-malformed` and `blocks-unusable`: something was said that nobody can check;
 * `no-lenses`: nobody was asked.
 */
export type PanelReason =
  | "blocker"
  | "major"
  | "ai-risk"
  | "ai-risk-missing"
  | "lens-missing"
  | "finding-malformed"
  | "blocks-unusable"
  | "no-lenses";

/** What one lens says of a quote. */
export interface FindingIssue {
  readonly lens: string;
  readonly severity: Severity;
  readonly issue: string;
  readonly suggestion: string | null;
  /** By which it can be dismissed; null for what the program itself reports. */
  readonly id: string | null;
}

/** All that was said of one quote in one block. */
export interface MergedFinding {
  /** Null for a finding that is about no block: the lost peer. */
  readonly block: number | null;
  /** In the form in which quotes are compared. */
  readonly evidence: string | null;
  /** The gravest of its issues. */
  readonly severity: Severity;
  readonly lenses: readonly string[];
  readonly issues: readonly FindingIssue[];
}

/** What a lens praised; null where it did not say. */
export interface PanelStrength {
  readonly lens: string;
  readonly evidence: string | null;
  readonly why: string | null;
}

/** An edit of an instruction file that lenses ask for. */
export interface PanelAdjustment {
  readonly kind: AdjustmentKind;
  readonly file: string;
  readonly section: string;
  readonly lenses: readonly string[];
  readonly problem: string;
  readonly suggestion: string;
  /** Its id in the ledger. */
  readonly id: string;
}

/** An edit that was asked for and that nobody could make. */
export interface RefusedAdjustment {
  readonly lens: string;
  readonly reason: AdjustmentFault;
  readonly file: string | null;
  readonly section: string | null;
  readonly problem: string | null;
  readonly suggestion: string | null;
}

/** What a lens made of the draft. `word` is its own verdict; null where it gave none that counts. */
export interface LensOutcome {
  readonly lens: string;
  readonly word: "PASS" | "FAIL" | null;
  /** Why there is none. */
  readonly lost: string | null;
  readonly findings: number;
  readonly rejected: number;
  readonly rubric: string | null;
  readonly model: string | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** What a panel says of a draft: see `mergePanel`. */
export interface PanelResult {
  readonly verdict: PanelVerdict;
  readonly reasons: readonly PanelReason[];
  /** Whether every lens answered in a form that can be checked; a run that is not complete stores no verdict of the panel. */
  readonly complete: boolean;
  /** Median of the valid scores, 0 to 10; null without one. It never enters the verdict. */
  readonly wowMedian: number | null;
  readonly wowCount: number;
  readonly wowMoments: readonly { readonly lens: string; readonly moment: string }[];
  /** As the lens gave it, unknown keys included; null where it gave none with a score of 0 to 10. */
  readonly aiRisk: unknown;
  readonly findings: readonly MergedFinding[];
  readonly strengths: readonly PanelStrength[];
  readonly rejected: readonly Omit<RefusedFinding, "kind">[];
  readonly warnings: readonly string[];
  readonly adjustments: readonly PanelAdjustment[];
  readonly rejectedAdjustments: readonly RefusedAdjustment[];
  /** Edits are asked for, and none of them takes anything away. */
  readonly noDeletion: boolean;
  readonly peerVerdict: string | null;
  /** Null where nobody gave any; `total` sums those that are known. */
  readonly tokens: { readonly total: number; readonly lenses: Readonly<Record<string, number>> } | null;
  readonly lenses: readonly LensOutcome[];
}
