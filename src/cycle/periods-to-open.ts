import type { CycleBecause, Month } from "../core/cycle.ts";
import { addMonths, monthStart, monthsFrom } from "../core/month.ts";
import type { CycleContext } from "./context.ts";

/**
 * Which periods this pass has to open, oldest first, and why some of them are passed over.
 * `opened` are the periods that have at least one cycle; `since` is the month before the first run.
 */
export function periodsToOpen(month: {
  readonly lastComplete: Month;
  readonly since: Month;
  readonly opened: ReadonlySet<Month>;
  readonly now: number;
  readonly timezone: string;
  readonly catchUp: CycleContext["catchUp"];
}): readonly { readonly period: Month; readonly skip: CycleBecause | null }[] {
  const { lastComplete, since, opened, now, timezone, catchUp } = month;
  const first = since < lastComplete ? since : lastComplete;
  return monthsFrom(first, lastComplete)
    .filter((period) => !opened.has(period))
    .map((period) => {
      if (period === lastComplete) return { period, skip: null };
      const endOfWindow = monthStart(addMonths(period, 1 + catchUp.windowMonths), timezone);
      if (now >= endOfWindow) return { period, skip: "too-old" as const };
      return { period, skip: catchUp.mode === "all" ? null : ("not-caught-up" as const) };
    });
}
