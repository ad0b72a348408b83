import { addMonths, monthOf } from "../core/month.ts";
import type { GraduationPage } from "../core/graduation-page.ts";
import type { CycleContext } from "./context.ts";

/**
 * How often a person let a verdict of an axis stand, and how often he refused it, since an instant: `meta.confirmed`, true or
 * false, of the verdict's line. He was shown the critic's word, so these answers are no grades: nothing else reads them.
 */
export async function countConfirmations(
  { now, store, timezone }: Pick<CycleContext, "now" | "store" | "timezone">,
  axis: string,
  since: number,
): Promise<GraduationPage["confirmations"]> {
  let confirmed = 0;
  let refused = 0;
  const last = monthOf(now(), timezone);
  for (let period = monthOf(since, timezone); period <= last; period = addMonths(period, 1)) {
    for (const word of ["PASS", "FAIL"] as const) {
      for (const { verdict } of await store.listVerdicts({ axis, period, word })) {
        const said = verdict.at >= since ? verdict.meta["confirmed"] : null;
        if (said === true) confirmed += 1;
        if (said === false) refused += 1;
      }
    }
  }
  return { confirmed, refused };
}
