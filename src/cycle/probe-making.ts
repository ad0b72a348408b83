import type { Critic, NoAnswer } from "../critics/critic.ts";
import type { ReservedCall } from "./judge-spend.ts";
import type { ProbeWish } from "./make-probes.ts";
import { callRecord } from "./record-calls.ts";

/** What one making works with. */
export interface Making extends ProbeWish {
  readonly judge: Critic;
  readonly generator: Critic;
  readonly rubric: { readonly text: string; readonly fingerprint: string };
  readonly epoch: string;
}

/** Only the end of the time cancels a call here; and what failed for a sum that was cut failed for the month's cap. */
export function becauseOf({ failure }: NoAnswer, { isCut }: ReservedCall): string {
  if (failure === "cancelled") return "out-of-time";
  return failure === "budget" && isCut ? "over-budget" : failure;
}

/** What is kept of a call beside its outcome. */
export type CallFacts = Parameters<typeof callRecord>[1];

/** What the records of a making's calls have in common. */
export function factsOf({
  axis,
  period,
  rubric,
}: Making): Pick<CallFacts, "axis" | "period" | "batch" | "rubric"> {
  return {
    axis: axis.name,
    period,
    batch: `probes/${period}/${axis.name}`,
    rubric: rubric.fingerprint,
  };
}
