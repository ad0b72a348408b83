import type { Decision } from "../../src/core/decided.ts";

/** A decision that took autonomy away, but for what a test says. */
export function sampleDecision(given: Pick<Decision, "period" | "at"> & Partial<Decision>): Decision {
  const outcome = { action: given.action ?? "revert", reasons: [] };
  return {
    axis: "verify-dispatch",
    mode: "guarded",
    ...outcome,
    evidence: "uncertain",
    literal: outcome,
    guarded: outcome,
    statusBefore: "graduated",
    statusAfter: "assisted",
    kappa: 0.1,
    overrides: 4,
    record: "{}",
    ...given,
  };
}
