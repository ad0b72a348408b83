import type { PanelResult } from "./panel-result.ts";
import type { Severity } from "./panel-finding.ts";

/** What one lens of a run said and cost. */
export interface PanelLensRecord {
  readonly lens: string;
  /** PASS or FAIL as it was stored on the lens' own axis; null where it gave none. */
  readonly word: "PASS" | "FAIL" | null;
  readonly model: string | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** One version of one panel run. The same run id with other content is another version, and both are kept. */
export interface PanelRunRecord {
  readonly axis: string;
  readonly runId: string;
  /** SHA-256 (hex) of everything that was read, in an order of its own: (axis, runId, sha256) is unique. */
  readonly sha256: string;
  readonly at: number;
  readonly storedAt: number;
  readonly verdict: PanelResult["verdict"];
  /** Whether every lens answered; a run that is not complete has no verdict on the panel's axis. */
  readonly complete: boolean;
  /** SHA-256 of the draft as the lenses saw it. */
  readonly artifact: string;
  readonly wowMedian: number | null;
  /** The whole answer, as `panel ingest --json` gives it. */
  readonly result: PanelResult;
  /** Blocks, reports and peer as they were read. */
  readonly raw: unknown;
  readonly lenses: readonly PanelLensRecord[];
  readonly findings: readonly PanelFindingRecord[];
}

/** One thing that one lens said of one block. */
export interface PanelFindingRecord {
  /** `f-` and 16 hex digits of (run, lens, block, normalised evidence, issue): the same in every version that says it. */
  readonly id: string;
  readonly lens: string;
  readonly severity: Severity;
  readonly block: number | null;
  readonly evidence: string | null;
  readonly issue: string;
  readonly suggestion: string | null;
  /** Why it was refused, e.g. `evidence-not-in-block`; null where it counts. */
  readonly rejected: string | null;
}

/** A finding as it is kept: once, however many versions of its run say it. */
export interface KeptFinding extends PanelFindingRecord {
  readonly axis: string;
  readonly runId: string;
  readonly at: number;
  /** Null where nobody dismissed it. */
  readonly dismissed: { readonly at: number; readonly reason: string } | null;
}

/** A verdict with what a comparison of two axes needs. */
export interface VerdictOnArtifact {
  readonly key: string;
  readonly axis: string;
  readonly at: number;
  readonly word: "PASS" | "FAIL";
  /** SHA-256 (hex) of the snapshot. */
  readonly artifact: string;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}
