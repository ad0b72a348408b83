import type { CallPurpose, CriticCall } from "./critic-call.ts";
import type { Month } from "./cycle.ts";
import { type JudgeChange, judgeChanges, type JudgeIdentity } from "./judge-identity.ts";

/** The purposes for which the critic of an axis judges; what is written may be another's. */
export const judgingPurposes: readonly CallPurpose[] = ["probe-check", "gold", "replay", "doctor"];

/** The judge of an axis was not what it had been at its run before. */
export interface JudgeChanged {
  /** The month whose work found it. */
  readonly period: Month;
  /** When the first call of that run was made, epoch milliseconds. */
  readonly at: number;
  readonly changes: readonly JudgeChange[];
}

interface Run {
  readonly key: string;
  readonly period: Month;
  readonly at: number;
  judge: JudgeIdentity;
}

/**
 * When did the judge of an axis change, and in what? Calls that belong together are one run, which is as its latest known
 * facts say; each run is held against what was known before it, so that a run that failed hides nothing. Only calls that gave
 * a word count: a program that could not answer says little of who would have.
 *
 * @param calls of one axis, in the order in which they were made; other purposes than judging are passed over
 * @param monthOf the month of an instant, for calls that were made for none
 */
export function judgeTimeline(
  calls: readonly CriticCall[],
  monthOf: (instant: number) => Month,
): readonly JudgeChanged[] {
  let known: JudgeIdentity | null = null;
  const changed: JudgeChanged[] = [];
  for (const { judge, period, at } of runsOf(calls, monthOf)) {
    const changes = known === null ? [] : judgeChanges(known, judge);
    if (changes.length > 0) changed.push({ period, at, changes });
    known = known === null ? judge : merged(known, judge);
  }
  return changed;
}

function runsOf(calls: readonly CriticCall[], monthOf: (instant: number) => Month): readonly Run[] {
  const runs = new Map<string, Run>();
  for (const call of calls) {
    if (!judgingPurposes.includes(call.purpose) || (call.outcome !== "PASS" && call.outcome !== "FAIL"))
      continue;
    const { critic, cliVersion, model, prompt } = call;
    const judge = { critic, cliVersion, model, prompt };
    const key = `${call.purpose} ${call.batch ?? runs.size}`;
    const run = runs.get(key);
    if (run === undefined) {
      runs.set(key, { key, judge, period: call.period ?? monthOf(call.at), at: call.at });
    } else {
      run.judge = merged(run.judge, judge);
    }
  }
  return [...runs.values()];
}

/** The later one, and of what it does not know the earlier one. */
function merged(before: JudgeIdentity, after: JudgeIdentity): JudgeIdentity {
  return {
    critic: after.critic,
    cliVersion: after.cliVersion ?? before.cliVersion,
    model: after.model ?? before.model,
    prompt: after.prompt ?? before.prompt,
  };
}
