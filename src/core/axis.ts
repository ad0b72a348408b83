import type { CriticSpec } from "./critic-spec.ts";

/** An axis is one critic with one rubric. These are its facts, as its file gives them. */
export interface Axis {
  readonly name: string;
  /** The status word as written: `graduated` acts alone, `assisted` needs a person, others are kept and never changed. */
  readonly status: string;
  /** Absolute path of the YAML file that owns the axis. */
  readonly file: string;
  /** One plain sentence shown to the person who grades; never the rubric. */
  readonly intent: string | null;
  readonly title: string | null;
  /** Absolute path of the rubric text, read at intake. */
  readonly rubricPath: string | null;
  /** Absolute path or glob of the verdict log. */
  readonly verdictLog: string | null;
  readonly model: string | null;
  /** Judge settings that belong to the epoch, in no particular order. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Zone of timestamps without one; null makes such timestamps rejects. */
  readonly timezone: string | null;
  /** Whether a bare reference may stand for an artifact. */
  readonly acceptRef: boolean;
  /** Absolute folders that artifact paths must lie in; empty means the log's own folder. */
  readonly artifactRoots: readonly string[];
  /** Overrides of the config for this axis alone; null takes the config's value. */
  readonly kappaThreshold: number | null;
  readonly overrideRate: number | null;
  readonly passRate: number | null;
  readonly probes: number | null;
  /** The program that judges for this axis; null where the month can only watch what others record. */
  readonly critic: CriticSpec | null;
  /** The program that writes the probes of this axis, where it is another one than judges. */
  readonly probeGenerator?: CriticSpec;
}

const axisNamePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Whether a text may name an axis: lower-case letters, digits and hyphens, 1 to 63 of them, no leading hyphen. */
export function isAxisName(text: string): boolean {
  return axisNamePattern.test(text);
}
