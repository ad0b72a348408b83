import { type FailureKind, isOutage } from "../core/critic-failure.ts";
import type { Critic, NoAnswer } from "./critic.ts";

/** So many breakdowns in a row are no accident any more: a critic that hangs takes its whole time for each. */
const mostBreakdowns = 3;

/** What one artifact may bring about, and a broken critic at every one. */
const breakdowns: ReadonlySet<FailureKind> = new Set<FailureKind>(["timeout", "unavailable", "crashed"]);

/**
 * A critic for one batch of calls: after an outage (no program, no login, a limit, a broken machine), and after three calls
 * in a row that timed out, crashed or found the service down, the rest of the batch gets the same outcome at once, marked
 * `not-called`. Otherwise a month's calls would each wait, and fail, one by one.
 */
export function inBatch(critic: Critic): Critic {
  let ended: NoAnswer | null = null;
  let inARow = 0;
  const unlessEnded = async <T extends { readonly kind: string }>(
    call: () => Promise<T | NoAnswer>,
  ): Promise<T | NoAnswer> => {
    if (ended !== null) return { ...ended, batch: "not-called" };
    const outcome = await call();
    if (!isNoAnswer(outcome)) {
      inARow = 0;
      return outcome;
    }
    const { failure } = outcome;
    // A call that its caller ended tells nothing of the critic.
    if (failure !== "cancelled") inARow = breakdowns.has(failure) ? inARow + 1 : 0;
    if (!isOutage(failure) && inARow < mostBreakdowns) return outcome;
    const last = { ...outcome, batch: "ended" } as const;
    ended ??= last;
    return last;
  };
  return {
    spec: critic.spec,
    judge: (request, options) => unlessEnded(() => critic.judge(request, options)),
    generate: (request, options) => unlessEnded(() => critic.generate(request, options)),
  };
}

function isNoAnswer(outcome: { readonly kind: string }): outcome is NoAnswer {
  return outcome.kind === "no-answer";
}
