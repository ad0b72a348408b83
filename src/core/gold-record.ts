import type { Month } from "./cycle.ts";
import type { VerdictWord } from "./verdict.ts";

/** `holdout`: never shown where rubrics are edited. `exposed`: who edits the rubric may have seen it. */
export type GoldSplit = "holdout" | "exposed";

/** Where a gold item came from: a probe, a verdict that the founder graded, a file. */
type GoldOrigin = "probe" | "regrade" | "import";

/** An artifact with a label that the founder gave. One artifact is gold once per axis. */
export interface GoldItem {
  readonly id: string;
  readonly axis: string;
  /** SHA-256 (hex) of the artifact. */
  readonly sha256: string;
  readonly label: "PASS" | "FAIL";
  readonly origin: GoldOrigin;
  readonly probeId: string | null;
  readonly verdictKey: string | null;
  readonly itemRef: string | null;
  readonly failureMode: string | null;
  /** Why the label is right: the founder's reason, or what the generator of the probe said. */
  readonly reason: string | null;
  /** The month of the grade. */
  readonly period: Month | null;
  /** Fingerprint of the rubric at the admission, or `none`. */
  readonly rubric: string;
  /** What the critic said when the item was drawn. */
  readonly criticWord: VerdictWord | null;
  /** As admitted; what has happened since is in `exposedAt`. */
  readonly split: GoldSplit;
  readonly admittedAt: number;
  readonly exposedAt: number | null;
  /** Why it left the holdout: `leak`, `import`, ... */
  readonly exposedBecause: string | null;
  /** Fingerprint of the rubric that it was found in. */
  readonly exposedRubric: string | null;
  readonly retiredAt: number | null;
  readonly retiredBecause: string | null;
}

/** One pass of the critic over the gold items of an axis. */
export interface GoldRun {
  readonly id: string;
  readonly axis: string;
  readonly period: Month;
  readonly trigger: "cycle" | "hand";
  readonly state: "running" | "done" | "stopped";
  /** Why it stopped: a kind of failure, `budget`, `time`, `superseded`. */
  readonly because: string | null;
  readonly rubric: string;
  readonly epoch: string;
  /** How many answers it is after, and how many of them are second ones. */
  readonly planned: number;
  readonly repeats: number;
  readonly startedAt: number;
  readonly finishedAt: number | null;
}

/** What the critic said of one gold item in one run. Answers are only ever added. */
export interface GoldAnswer {
  readonly runId: string;
  readonly goldId: string;
  /** 1; 2 where the same item was judged a second time in the run. */
  readonly repeat: number;
  readonly word: VerdictWord;
  /** The kind of failure of an ERROR. */
  readonly errorKind: string | null;
  readonly reason: string | null;
  readonly at: number;
  readonly critic: string;
  readonly cliVersion: string | null;
  readonly model: string | null;
  readonly modelFrom: string | null;
  readonly prompt: string | null;
  readonly costUsd: number | null;
  readonly latencyMs: number;
  readonly tokens: number | null;
}
