import { artifactHash } from "../core/artifact-hash.ts";
import type { CallPurpose, CriticCall } from "../core/critic-call.ts";
import { isOutage } from "../core/critic-failure.ts";
import type { Month } from "../core/cycle.ts";
import { rubricFingerprint } from "../core/rubric.ts";
import type { Critic, GenerateOutcome, JudgeOutcome, NoAnswer } from "../critics/critic.ts";
import type { Store } from "../store/store.ts";

/** What a call was made for. */
export interface CallFacts {
  readonly axis: string | null;
  readonly period: Month | null;
  readonly purpose: CallPurpose;
  readonly batch: string | null;
  /** When, by the clock of the program; a critic knows only the machine's own. */
  readonly at: number;
}

/** A reason longer than this is an answer that went astray. */
const longestReason = 4000;

/** A call as it is kept, from what came of it: for those who store it together with what they made of it. */
export function callRecord(
  outcome: JudgeOutcome | GenerateOutcome<unknown>,
  facts: CallFacts & { readonly subject?: string | null; readonly rubric?: string | null },
): CriticCall {
  const { axis, period, purpose, batch, at, subject = null, rubric = null } = facts;
  const { run } = outcome;
  return {
    axis,
    period,
    purpose,
    batch,
    subject,
    rubric,
    at,
    outcome:
      outcome.kind === "judged" ? outcome.word : outcome.kind === "generated" ? "written" : "no-answer",
    failure: outcome.kind === "no-answer" ? outcome.failure : null,
    reason: reasonOf(outcome)?.slice(0, longestReason) ?? null,
    critic: run.critic,
    program: run.program,
    cliVersion: run.cliVersion,
    model: run.model,
    modelFrom: run.modelFrom,
    prompt: run.prompt,
    costUsd: run.costUsd,
    tokensIn: run.tokens?.input ?? null,
    tokensOut: run.tokens?.output ?? null,
    latencyMs: run.latencyMs,
    sessionId: run.sessionId,
  };
}

function reasonOf(outcome: JudgeOutcome | GenerateOutcome<unknown>): string | null {
  switch (outcome.kind) {
    case "judged":
      return outcome.reason;
    case "generated":
      return null;
    case "no-answer":
      return outcome.message;
  }
}

/** Whether a call was made at all: not where its batch had ended before. */
export function wasCalled(outcome: JudgeOutcome | GenerateOutcome<unknown>): boolean {
  return outcome.kind !== "no-answer" || outcome.batch !== "not-called";
}

/** Whether the failure says nothing of what was asked: an outage, the end of a batch, or that the caller ended it. */
export function isNoFinding({ failure, batch }: NoAnswer): boolean {
  return batch !== undefined || isOutage(failure) || failure === "cancelled";
}

/** The same critic, whose every call is stored before its outcome is handed over. */
export function recordedCritic(
  { now, store }: { readonly now: () => number; readonly store: Pick<Store, "recordCriticCalls"> },
  critic: Critic,
  facts: Omit<CallFacts, "at">,
): Critic {
  return {
    spec: critic.spec,
    judge: async (request, options) => {
      const at = now();
      const outcome = await critic.judge(request, options);
      if (!wasCalled(outcome)) return outcome;
      const subject = artifactHash(request.artifact);
      const rubric = rubricFingerprint({ text: request.rubric });
      await store.recordCriticCalls([callRecord(outcome, { ...facts, at, subject, rubric })]);
      return outcome;
    },
    generate: async (request, options) => {
      const at = now();
      const outcome = await critic.generate(request, options);
      if (!wasCalled(outcome)) return outcome;
      await store.recordCriticCalls([callRecord(outcome, { ...facts, at })]);
      return outcome;
    },
  };
}
