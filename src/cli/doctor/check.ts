import { ImproveCronError, messageOf } from "../../errors.ts";

/** One thing that was looked at: whether it is as it should be, and what to do where it is not. */
export interface Check {
  /** What was looked at, e.g. `node`, `axis verify-dispatch`, `vault`. */
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  /** What mends it; beside `ok: true`, what would be better. */
  readonly fix: string | null;
}

/** A check without a finding. */
export function fine(name: string, message: string): Check {
  return { name, ok: true, message, fix: null };
}

/** A check with a finding, and what mends it. */
export function finding(name: string, message: string, fix: string): Check {
  return { name, ok: false, message, fix };
}

/** Nothing is broken, yet something could be better: it is told with what would make it so, and doctor still ends well. */
export function advice(name: string, message: string, fix: string): Check {
  return { name, ok: true, message, fix };
}

/**
 * Runs a group of checks. One that breaks down is itself a finding: the rest must still be told,
 * since doctor is asked exactly when something is broken.
 */
export async function guarded(
  name: string,
  look: () => readonly Check[] | Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  try {
    return await look();
  } catch (error) {
    const hint = error instanceof ImproveCronError ? error.hint : null;
    return [finding(name, messageOf(error), hint ?? "Mend what is named here and run doctor again.")];
  }
}
