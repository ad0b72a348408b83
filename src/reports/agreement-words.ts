import type { Disagreement } from "../core/disagreements.ts";
import type { HistoryRow } from "../core/history-row.ts";
import type { ShownRow } from "../core/open-row.ts";
import { kappaBecause } from "./kappa-words.ts";
import { showInterval, showNumber, showPercent } from "./numbers.ts";
import { oneLine } from "./terminal-text.ts";

/**
 * What is shown beside kappa, each figure by its name, with its interval and its n: raw agreement, what always saying the
 * commoner word would reach, PABAK and AC1, agreement on each word, the warning. Where there is no agreement, why.
 */
export function agreementFigures(row: HistoryRow): readonly (readonly [name: string, words: string])[] {
  const { agreement } = row;
  const { intervals, majority } = agreement;
  const n = `n = ${agreement.n.pass} + ${agreement.n.fail}`;
  if (agreement.raw === null)
    return [["raw agreement", `not computable, ${kappaBecause(agreement.because) ?? "no reason"}, ${n}`]];
  return [
    ["raw agreement", `${showPercent(agreement.raw)} ${ends(intervals.raw)}, ${n}`],
    ...(majority === null
      ? []
      : [
          [
            `always saying ${majority.word} would agree`,
            `${showPercent(majority.value)} ${showInterval(majority.low, majority.high)}, ${n}`,
          ] as const,
        ]),
    ["PABAK", `${figure(agreement.pabak, intervals.pabak)}, ${n}`],
    ["AC1", `${figure(agreement.ac1, intervals.ac1)}, ${n}`],
    ["agreement on PASS", `${figure(agreement.onPass, intervals.onPass)}, ${n}`],
    ["agreement on FAIL", `${figure(agreement.onFail, intervals.onFail)}, ${n}`],
    ...(agreement.prevalenceWarning === true
      ? [["prevalence warning", "one word is so common that kappa reads low by construction"] as const]
      : []),
  ];
}

function figure(value: number | null, interval: readonly [number, number] | null): string {
  return value === null ? "nobody gave that word" : `${showNumber(value, 3)} ${ends(interval)}`;
}

function ends(interval: readonly [number, number] | null): string {
  return interval === null ? "" : showInterval(interval[0], interval[1]);
}

/** The share that the founder would pass, beside the critic's own, or why it is not known. */
export function truePassRateWords(row: HistoryRow): string {
  const { frame, graded, truePassRate } = row;
  const n = `n = ${graded.pass} + ${graded.fail} of ${frame.pass} + ${frame.fail}`;
  if (truePassRate.status !== "ok")
    return `not computable, ${kappaBecause(truePassRate.because) ?? "no reason"}, ${n}`;
  const { value, low, high } = truePassRate;
  const critic = showPercent(frame.pass / (frame.pass + frame.fail));
  return `${showPercent(value)} ${showInterval(low, high)} (critic ${critic}), ${n}`;
}

/**
 * How often the founder agrees with himself: the ceiling of what any critic can reach. An open month has none of it yet,
 * whatever has been asked again: what he said before is told at the close.
 */
export function selfAgreementWords({
  selfAgreement,
}: {
  readonly selfAgreement: ShownRow["selfAgreement"];
}): string {
  const { same, asked, cantTell, rate, low, high, month } = selfAgreement;
  const unclear = cantTell === 0 ? "" : `, ${cantTell} more can't tell`;
  if (rate === null) return month === null ? "shown at the close" : `nothing asked again so far${unclear}`;
  const now =
    month === null ? "shown at the close" : month.asked === 0 ? "none" : `${month.same} of ${month.asked}`;
  return (
    `the founder agrees with himself on ${same} of ${asked} re-asked items, ` +
    `${showPercent(rate)} ${showInterval(low, high)}${unclear}; this month ${now}`
  );
}

/** One disagreement on one line: `d-1029: critic PASS, founder FAIL: names nobody (https://…)`. */
export function disagreementLine({ id, link, critic, founder, reason }: Disagreement): string {
  const why = reason === null ? "" : `: ${oneLine(reason, 300)}`;
  const where = link === id ? "" : ` (${oneLine(link, 300)})`;
  return `${oneLine(id, 80)}: critic ${critic}, founder ${founder}${why}${where}`;
}
