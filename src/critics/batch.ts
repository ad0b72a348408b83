import { isOutage } from "../core/critic-failure.ts";
import type { Critic, NoAnswer } from "./critic.ts";

/**
 * A critic for one batch of calls: after an outage (no program, no login, a limit, a broken machine) the rest of the batch
 * gets the same outcome at once. Otherwise a month's calls would each wait, and fail, one by one.
 */
export function inBatch(critic: Critic): Critic {
  let outage: NoAnswer | null = null;
  const unlessOut = async <T extends { readonly kind: string }>(
    call: () => Promise<T | NoAnswer>,
  ): Promise<T | NoAnswer> => {
    if (outage !== null) return outage;
    const outcome = await call();
    if (isNoAnswer(outcome) && isOutage(outcome.failure)) outage ??= outcome;
    return outcome;
  };
  return {
    spec: critic.spec,
    judge: (request, options) => unlessOut(() => critic.judge(request, options)),
    generate: (request, options) => unlessOut(() => critic.generate(request, options)),
  };
}

function isNoAnswer(outcome: { readonly kind: string }): outcome is NoAnswer {
  return outcome.kind === "no-answer";
}
