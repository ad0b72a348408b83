import type { Grade } from "../core/cycle.ts";
import type { NoteLine } from "../core/effect.ts";
import type { Probe } from "../core/probe.ts";
import { countOf } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/** How many probes a month could have of an axis. */
interface ProbesOfAxis {
  readonly wanted: number;
  readonly probes: readonly unknown[];
  readonly because: string | null;
}

/**
 * What the opening of a month says of its probes: nothing where all are there. Counts and reasons only, since the items are
 * blind and agents read the vault.
 */
export function probeSentences(axes: ReadonlyMap<string, ProbesOfAxis>): readonly string[] {
  const lacking = [...axes].filter(([, { because }]) => because !== null);
  if (lacking.length === 0) return [];
  if (lacking.length === axes.size && lacking.every(([, { because }]) => because === "no-critic")) {
    return ["Without probes and gold runs: no axis file names a critic."];
  }
  return lacking
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([axis, { because, probes, wanted }]) => {
      const count = probes.length === 0 ? "no probes" : `${probes.length} of ${countOf(wanted, "probe")}`;
      return `${axis}: ${count}, ${whyFewer(because ?? "")}.`;
    });
}

const reasons: Readonly<Record<string, string>> = {
  "no-critic": "its file names no critic",
  "no-rubric": "its file names no rubric that can be read",
  "no-prompt": "the prompt that asks for them cannot be used: see doctor",
  "out-of-time": "there was no time for more",
  "over-budget": "the month's budget for critics is spent",
  caught: "the critic let no more of them pass",
  empty: "nothing usable was written",
  refused: "the critic declined to write them",
  "not-found": "the critic is not there: see doctor",
  auth: "the critic is not logged in: see doctor",
  limit: "the critic's usage limit is reached",
};

/** Why there are fewer probes than wanted, after the count. */
export function whyFewer(because: string): string {
  return reasons[because] ?? `the critic gave no answer (${because})`;
}

/** A probe of a closed month with the founder's answer. */
export interface AnsweredProbe {
  readonly probe: Pick<Probe, "failureMode" | "why">;
  readonly ref: string;
  readonly title: string;
  readonly grade: Grade;
}

const probesShown = 20;

/** The probes of a closed month, for the notes of its axis task: which item it was, its failure mode, the answer, and why it should fail. */
export function probeLines(answered: readonly AnsweredProbe[]): readonly NoteLine[] {
  return answered.slice(0, probesShown).map(({ grade, probe, ref, title }) => ({
    text:
      `Probe, ${oneLine(title, 200)}: ${oneLine(probe.failureMode, 100)}. You said ${gradeWords[grade]}. ` +
      `Written to fail, since: ${oneLine(probe.why, 500) || "nothing is said"}`,
    link: { ref },
  }));
}

const gradeWords: Readonly<Record<Grade, string>> = {
  PASS: "PASS",
  FAIL: "FAIL",
  CANT_TELL: "can't tell",
};
