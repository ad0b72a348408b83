import type { RateFigure } from "../../core/gold-agreement.ts";
import type { ReportMonth } from "../../core/report-month.ts";
import { actionWord } from "../action-words.ts";
import { noNumber, showDollars, showInterval, showNumber, showPercent } from "../numbers.ts";
import { kappaWords, missingBecause } from "./figure-words.ts";
import { htmlText } from "./html-text.ts";

const heads = [
  "Month",
  "Decision",
  "Kappa",
  "95% interval",
  "n PASS + FAIL",
  "Overrides",
  "Rate",
  "Rate that the threshold means",
  "Streak",
  "Probes escaped",
  "Gold agreement",
  "Gold flips",
  "PASS",
  "FAIL",
  "Errors",
  "Minutes spent",
  "planned",
  "Cost",
] as const;

/** The figures of all pictures of an axis as a table, for those who do not see them, or want the number. */
export function figuresTable(name: string, months: readonly ReportMonth[]): string {
  const head = heads.map(
    (one, index) => `<th scope="col"${index === 1 ? ' class="words-cell"' : ""}>${one}</th>`,
  );
  const rows = months.toReversed().map((month) => {
    const [, ...cells] = cellsOf(month);
    return (
      `<tr data-month="${htmlText(month.period)}"><th scope="row">${htmlText(month.period)}</th>` +
      `${cells.map((cell, index) => `<td${index === 0 ? ' class="words-cell"' : ""}>${htmlText(cell)}</td>`).join("")}</tr>`
    );
  });
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="Figures of ${htmlText(name)} by month"><table>` +
    `<thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`
  );
}

function cellsOf(month: ReportMonth): readonly string[] {
  const { cost, gold, graded, kappa, minutes, overrides, verdicts } = month;
  return [
    month.period,
    missingBecause(month) ??
      `${actionWord(month.action)}${kappa.value === null ? `; ${kappaWords(month)}` : ""}`,
    showNumber(kappa.value, 3),
    showInterval(kappa.low, kappa.high) || noNumber,
    graded.pass === null ? noNumber : `${graded.pass} + ${graded.fail ?? 0}`,
    ofWords(overrides),
    showPercent(overrides?.rate ?? null),
    showPercent(month.overrideRateAtThreshold),
    countCell(month.streak),
    ofWords(month.escape),
    ofWords(gold?.agreement ?? null),
    ofWords(gold?.flipped ?? null),
    verdicts.pass === null ? `${verdicts.total} in all` : String(verdicts.pass),
    countCell(verdicts.fail),
    String(verdicts.error),
    showNumber(minutes.spent, 1),
    showNumber(minutes.planned, 1),
    cost === null ? noNumber : showDollars(cost.usd),
  ];
}

function ofWords(figure: RateFigure | null): string {
  return figure === null ? noNumber : `${figure.count} of ${figure.n}`;
}

function countCell(count: number | null): string {
  return count === null ? noNumber : String(count);
}
