import type { Disagreement } from "../../core/disagreements.ts";
import type { RateFigure } from "../../core/gold-agreement.ts";
import type { Month } from "../../core/cycle.ts";
import type { ReportAxis } from "../../core/report-axis.ts";
import type { ReportMonth } from "../../core/report-month.ts";
import {
  countOf,
  noNumber,
  showCount,
  showDollars,
  showInterval,
  showNumber,
  showPercent,
} from "../numbers.ts";
import { axisWords, monthsWithoutKappa, standingWord } from "./axis-words.ts";
import { kappaWords, missingBecause } from "./figure-words.ts";
import { figuresTable } from "./figures-table.ts";
import { htmlText, isolated } from "./html-text.ts";
import { changeWord, type MonthScale, shortMonth } from "./month-scale.ts";
import { costPanel, minutesPanel, streakPanel, volumePanel } from "./count-panels.ts";
import { kappaPanel } from "./kappa-panel.ts";
import { escapePanel, goldPanel, overridePanel } from "./rate-panels.ts";

/** What stands above a panel: its name, the latest figure, and that figure's n and interval. */
interface Panel {
  readonly name: string;
  readonly now: string;
  readonly detail: string;
  readonly draw: typeof kappaPanel;
}

/** One axis in full: what is, what it means and what to do; its pictures; the figures as a table; where you and it differed. */
export function axisSection(axis: ReportAxis, scale: MonthScale): string {
  const id = `axis-${htmlText(axis.axis)}`;
  const words = axisWords(axis);
  return (
    `<section class="axis" id="${id}" aria-labelledby="${id}-h">` +
    `<div class="head"><h2 id="${id}-h">${htmlText(axis.axis)}</h2>` +
    `<span class="chip ${axis.standing}">${htmlText(standingWord(axis))}</span>` +
    (axis.title === null ? "" : `<span class="muted">${isolated(axis.title)}</span>`) +
    `<a class="up" href="#overview">Overview</a></div>` +
    `<dl class="words"><dt>What is</dt><dd>${htmlText(words.is)}</dd><dt>What it means</dt><dd>${htmlText(words.means)}</dd>` +
    `<dt>What to do</dt><dd>${htmlText(words.act)}</dd></dl>` +
    `${axis.months.length === 0 ? "" : picturesOf(axis, scale, id)}</section>`
  );
}

function picturesOf(axis: ReportAxis, scale: MonthScale, id: string): string {
  const figures = panelsOf(axis).map(({ detail, draw, name, now }, index) => {
    const described = `${name} by month. Latest: ${now}, ${detail}. The table below has every month.`;
    const drawing = draw(
      { id: `${id}-p${index}`, title: `${name} of ${axis.axis}`, description: described },
      axis,
      scale,
    );
    return (
      `<figure><figcaption><h3>${name}</h3><span class="now">${htmlText(now)}</span>` +
      `<span class="detail">${htmlText(detail)}</span></figcaption>${drawing}</figure>`
    );
  });
  const missing = monthsWithoutKappa(
    axis.months.flatMap((month) =>
      month.kappa.value === null ? [[month.period, withoutKappa(month)] as const] : [],
    ),
  );
  const changes = axis.changes.map((change) => `${changeWord(change)} ${shortMonth(change.period)}`);
  return (
    `<div class="panels">${figures.join("")}</div>` +
    (missing === null ? "" : `<p class="gaps muted">Months without kappa. ${htmlText(missing)}.</p>`) +
    (changes.length === 0 ? "" : `<p class="gaps muted">Status: ${htmlText(changes.join("; "))}.</p>`) +
    `<details><summary>The figures of ${htmlText(axis.axis)} as a table</summary>${figuresTable(axis.axis, axis.months)}</details>` +
    differences(axis)
  );
}

function withoutKappa(month: ReportMonth): string {
  // How many of its items are answered changes daily, and stands elsewhere.
  if (month.state === "open") return "open, shown at the close";
  return missingBecause(month) ?? kappaWords(month).replace("no kappa: ", "");
}

function panelsOf(axis: ReportAxis): readonly Panel[] {
  const { last, months } = axis;
  const month = months.findLast(({ state }) => state === "closed") ?? null;
  const latest = months.at(-1) ?? null;
  const escape = months.findLast((one) => one.escape !== null) ?? null;
  const gold = months.findLast((one) => one.gold !== null) ?? null;
  const cost = months.findLast((one) => one.cost !== null) ?? null;
  const kappa = month?.kappa ?? null;
  const threshold = axis.policy.kappaThreshold;
  return [
    {
      name: "Kappa",
      now: showNumber(kappa?.value ?? null, 3),
      detail:
        month === null ? "no month is closed yet" : `${shortMonth(month.period)}: ${kappaDetail(month)}`,
      draw: kappaPanel,
    },
    {
      name: "Override rate",
      now: showPercent(month?.overrides?.rate ?? null),
      detail:
        month === null
          ? "no month is closed yet"
          : `${shortMonth(month.period)}: ${rateDetail(month.overrides)}; kappa ${threshold} means ${showPercent(month.overrideRateAtThreshold)}`,
      draw: overridePanel,
    },
    {
      name: "Probes escaped",
      now: showPercent(escape?.escape?.rate ?? null),
      detail:
        escape === null
          ? "no probe was graded yet"
          : `${shortMonth(escape.period)}: ${rateDetail(escape.escape)}`,
      draw: escapePanel,
    },
    {
      name: "Gold agreement, flips",
      now: showPercent(gold?.gold?.agreement.rate ?? null),
      detail:
        gold === null
          ? "no gold run yet"
          : `${shortMonth(gold.period)}: ${rateDetail(gold.gold?.agreement ?? null)}; ${flipDetail(gold.gold?.flipped ?? null)}`,
      draw: goldPanel,
    },
    {
      name: "Streak",
      now: last === null ? noNumber : countOf(last.streak, "month"),
      detail: `months in a row with an override; the literal rule acts at ${axis.policy.streakMonths}`,
      draw: streakPanel,
    },
    {
      name: "Verdicts",
      now: latest === null ? noNumber : showCount(latest.verdicts.total),
      detail: latest === null ? "" : `${shortMonth(latest.period)}: ${volumeDetail(latest)}`,
      draw: volumePanel,
    },
    {
      name: "Minutes of grading",
      now: latest === null ? noNumber : showNumber(latest.minutes.spent, 0),
      detail:
        latest === null
          ? ""
          : `${shortMonth(latest.period)}: spent, of ${showNumber(latest.minutes.planned, 0)} planned (the line)`,
      draw: minutesPanel,
    },
    {
      name: "Cost of judging",
      now: cost?.cost === null || cost === null ? noNumber : showDollars(cost.cost.usd),
      detail:
        cost?.cost === null || cost === null
          ? "no verdict or call gave a cost"
          : `${shortMonth(cost.period)}: ${countOf(cost.cost.priced, "verdict or call", "verdicts and calls")} with a cost`,
      draw: costPanel,
    },
  ];
}

function kappaDetail(month: ReportMonth): string {
  if (month.kappa.value === null) return kappaWords(month);
  const { graded, kappa } = month;
  const provisional = month.provisional === true ? ", provisional" : "";
  return `${showInterval(kappa.low, kappa.high)}, n = ${graded.pass ?? 0} + ${graded.fail ?? 0}${provisional}`;
}

function rateDetail(figure: RateFigure | null): string {
  if (figure === null || figure.rate === null) return "nothing was graded";
  return `${figure.count} of ${figure.n} [${showPercent(figure.low)}, ${showPercent(figure.high)}]`;
}

function flipDetail(figure: RateFigure | null): string {
  return figure === null || figure.n === 0
    ? "no earlier run to compare"
    : `${figure.count} of ${figure.n} answers flipped`;
}

function volumeDetail({ verdicts: { error, fail, pass } }: ReportMonth): string {
  const errors = error === 0 ? "" : `, ${countOf(error, "error")}`;
  return pass === null ? `by word at the close${errors}` : `${pass} PASS, ${fail ?? 0} FAIL on top${errors}`;
}

const differencesShown = 200;

/** The verdicts on which critic and founder differed, closed until they are asked for. */
function differences({ axis, disagreements }: ReportAxis): string {
  if (disagreements.length === 0) return "";
  const more = disagreements.length - differencesShown;
  const items = disagreements.slice(0, differencesShown).map(difference);
  const rest = more > 0 ? `<li>and ${more} more: improve-cron history ${htmlText(axis)} --json</li>` : "";
  return (
    `<details><summary>${countOf(disagreements.length, "disagreement")} between you and ${htmlText(axis)}</summary>` +
    `<ul class="differences">${items.join("")}${rest}</ul></details>`
  );
}

function difference({
  critic,
  founder,
  id,
  link,
  period,
  reason,
}: Disagreement & { readonly period: Month }): string {
  const where = isAddress(link)
    ? ` <a href="${htmlText(link)}" rel="noopener noreferrer nofollow">open</a>`
    : link === id
      ? ""
      : ` <span class="muted">${isolated(link)}</span>`;
  const why = reason === null ? "" : `<p class="reason">${isolated(reason)}</p>`;
  return (
    `<li><span class="muted">${htmlText(shortMonth(period))}</span> · critic ${critic}, you ${founder} · ` +
    `${isolated(id)}${where}${why}</li>`
  );
}

/** Only what a browser opens as a page: any other scheme could run or read something. */
function isAddress(link: string): boolean {
  return /^https?:\/\/[!-~]{1,2000}$/i.test(link);
}
