import type { HistoryRow } from "../core/history-row.ts";
import type { ShownRow } from "../core/open-row.ts";
import type { DecisionPolicy } from "../core/policy.ts";
import { kappaBecause, kappaCell } from "./kappa-words.ts";
import { countOf, showInterval, showPercent } from "./numbers.ts";

/** How much of the sample is graded. */
export function gradedLine(row: HistoryRow): string {
  const { graded, sampled } = row;
  const risk = sampled.risk === 0 ? "" : `, risk ${graded.risk} of ${sampled.risk}`;
  const provisional = row.provisional ? " (provisional)" : "";
  const topUp = row.topUp.batches === 0 ? "" : `, ${row.topUp.graded} of them from top-ups`;
  return (
    `graded: ${graded.pass} of ${sampled.pass} PASS, ${graded.fail} of ${sampled.fail} FAIL${risk}, ` +
    `${row.cantTell} can't tell${topUp}${provisional}`
  );
}

/** What was recorded in the month, and what of it the sample was drawn from. */
export function countsLine(row: ShownRow): string {
  const { verdicts, frame } = row;
  const beside = [
    frame.noArtifact === 0 ? null : `${frame.noArtifact} without an artifact`,
    frame.late === 0 ? null : `${frame.late} late`,
  ].filter((one) => one !== null);
  const words = `${verdicts.pass} PASS, ${verdicts.fail} FAIL, ${countOf(verdicts.error, "error")}`;
  return `verdicts: ${[words, ...beside].join(", ")}; frame ${frame.pass} PASS, ${frame.fail} FAIL`;
}

/** Kappa with its interval, or why there is none. */
export function intervalLine(row: HistoryRow): string {
  const interval = showInterval(row.kappa.low, row.kappa.high);
  const because = kappaBecause(row.kappa.because);
  const n = `n = ${row.graded.pass} + ${row.graded.fail}`;
  if (interval !== "")
    return `kappa: 95% interval ${interval}, ${n}${because === null ? "" : `, ${because}`}`;
  return `kappa: ${row.kappa.status === "undefined" ? "not computable" : kappaCell(row.kappa)}, ${n}${because === null ? "" : `, ${because}`}`;
}

/** The threshold of kappa as an override rate of this month. */
export function thresholdLine(row: ShownRow, policy: DecisionPolicy): string {
  const rate = row.overrideRateAtThreshold;
  if (rate === null)
    return `kappa ${policy.kappaThreshold} has no override rate here: a frame without verdicts`;
  return (
    `kappa ${policy.kappaThreshold} stands for an override rate of ${showPercent(rate)} here ` +
    `(frame ${row.frame.pass} PASS, ${row.frame.fail} FAIL)`
  );
}

/** How many of the probes the critic let pass. */
export function escapeLine(row: HistoryRow): string {
  const { escaped, graded, low, high } = row.escape;
  if (graded === 0) return "probes: none graded";
  return `probes: ${escaped} of ${graded} escaped, ${showPercent(escaped / graded)} ${showInterval(low, high)}`;
}
