import type { ReportAxis } from "../../core/report-axis.ts";
import { noNumber, showInterval, showNumber } from "../numbers.ts";
import { missingBecause } from "./figure-words.ts";

/** The latest figure of an axis in a few characters: kappa with its interval and n, or why there is none. */
export function latestKappa(axis: ReportAxis): {
  readonly value: string;
  readonly detail: readonly string[];
} {
  const month = axis.months.findLast(({ state }) => state === "closed") ?? axis.months.at(-1);
  if (month === undefined) return { value: noNumber, detail: ["no month yet"] };
  const n = `n ${month.graded.pass ?? 0} + ${month.graded.fail ?? 0}`;
  if (month.kappa.value === null) {
    const missing = missingBecause(month)?.split(";", 1) ?? ["no kappa", n];
    return { value: noNumber, detail: missing };
  }
  const interval = showInterval(month.kappa.low, month.kappa.high, 2);
  return { value: showNumber(month.kappa.value, 2), detail: [interval, n].filter((one) => one !== "") };
}
