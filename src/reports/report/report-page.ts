import type { ReportAxis, Standing } from "../../core/report-axis.ts";
import type { ReportData } from "../../core/report-data.ts";
import { countOf, showDollars, showNumber, showPercent } from "../numbers.ts";
import { showInstant } from "../time.ts";
import { axisSection } from "./axis-section.ts";
import { standingWord } from "./axis-words.ts";
import { htmlText } from "./html-text.ts";
import { monthScale, type MonthScale, spanWords } from "./month-scale.ts";
import { latestKappa } from "./latest-kappa.ts";
import { kappaSpark } from "./overview-picture.ts";
import { reportCss } from "./report-css.ts";
import { reportPolicy } from "./report-policy.ts";

/** More axes than these are drawn when they come into view. */
const manyAxes = 8;

/** The report as one self-contained page. */
export function renderReport(data: ReportData): string {
  return [...reportParts(data)].join("");
}

/** The same piece by piece, an axis each, so that a server can answer others in between. */
export function* reportParts(data: ReportData): Generator<string> {
  const scale = monthScale(data.months);
  const crowd = data.axes.length > manyAxes ? ' class="many"' : "";
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${htmlText(reportPolicy())}">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<meta name="referrer" content="no-referrer"><title>Critics: ${htmlText(leadOf(data).short)}</title>` +
    `<style>${reportCss()}</style></head><body${crowd}><a class="skip" href="#overview">To the overview</a>`;
  yield headerOf(data);
  yield `<main>`;
  yield `<section id="overview" aria-label="Overview"><ul class="overview">`;
  for (const axis of data.axes) yield overviewItem(axis, scale);
  yield `</ul>${data.axes.length === 0 ? `<p class="key">There is no axis yet: improve-cron init makes a first one.</p>` : key}</section>`;
  for (const axis of data.axes) yield axisSection(axis, scale);
  yield `</main>${footerOf(data)}</body></html>\n`;
}

const key =
  `<details class="key"><summary>How to read the pictures</summary><p>A point is a month's figure, the bar behind it the 95% ` +
  `interval. The dashed line is the bar that matters: the kappa below which a critic is not trusted, and the override rate that ` +
  `this kappa means. A point on the wrong side of it is red. Lines join months of one epoch (rubric, model and settings alike); a ` +
  `dotted line is where a new one begins. ▼ reverted, ▲ re-graduated, ○ open (blind until its close), – no figure: the reason ` +
  `stands below the pictures. n = graded verdicts that the critic passed + failed.</p></details>`;

function leadOf(data: ReportData): { readonly short: string; readonly long: string } {
  const count = (standing: Standing): number => data.axes.filter((axis) => axis.standing === standing).length;
  const counts = (
    [
      ["at-risk", "at risk"],
      ["in-doubt", "in doubt"],
      ["unmeasured", "not measured yet"],
      ["assisted", "assisted"],
      ["healthy", "healthy"],
    ] as const
  ).flatMap(([standing, word]) => (count(standing) === 0 ? [] : [`${count(standing)} ${word}`]));
  const axes = countOf(data.axes.length, "axis", "axes");
  const short = counts.length === 0 ? axes : counts.join(", ");
  return { short, long: counts.length === 0 ? `${axes}.` : `${axes}: ${short}.` };
}

function headerOf(data: ReportData): string {
  const { aggregate, axes, months } = data;
  const waiting = axes.flatMap(({ open }) => open);
  const items = waiting.reduce((sum, { pending }) => sum + pending, 0);
  const minutes = waiting.reduce((sum, one) => sum + one.minutes, 0);
  const share =
    aggregate.judgeCostShare === null
      ? ""
      : `, ${showPercent(aggregate.judgeCostShare)} of what the judged work costs`;
  const sentences = [
    leadOf(data).long,
    items === 0
      ? "Nothing waits for a grade."
      : `${countOf(items, "item")} ${items === 1 ? "waits" : "wait"} for a grade, about ${showNumber(minutes, 0)} minutes.`,
    ...(aggregate.judgeCostUsd === null
      ? []
      : [`Judging cost ${showDollars(aggregate.judgeCostUsd)} last month${share}.`]),
    ...(data.pending.length === 0
      ? []
      : [`${countOf(data.pending.length, "step")} pending: improve-cron status.`]),
  ];
  const [first, last] = [months[0], months.at(-1)];
  const span = first === undefined || last === undefined ? "no month yet" : spanWords(first, last);
  const known =
    data.asOf === null ? "" : ` · grades known on ${showInstant(Date.parse(data.asOf), data.timezone)}`;
  const workspace = data.workspace === "default" ? "" : `${data.workspace} · `;
  return (
    `<header><h1>Do the critics still judge as you do?</h1><p class="lead">${htmlText(sentences.join(" "))}</p>` +
    `<p class="muted">${htmlText(`${workspace}${span}${known}`)}</p></header>`
  );
}

function overviewItem(axis: ReportAxis, scale: MonthScale): string {
  const { detail, value } = latestKappa(axis);
  const picture = {
    id: `s-${htmlText(axis.axis)}`,
    title: `Kappa of ${axis.axis}`,
    description: `${countOf(axis.months.length, "month")}; latest ${value}, ${detail.join(", ")}`,
  };
  return (
    `<li><a href="#axis-${htmlText(axis.axis)}"><span class="name">${htmlText(axis.axis)}</span>` +
    `<span class="stand"><span class="chip ${axis.standing}">${htmlText(standingWord(axis))}</span> ` +
    `<b>${htmlText(value)}</b></span>` +
    `<span class="figure">${detail.map((part) => `<span class="part">${htmlText(part)}</span>`).join(" ")}</span>` +
    `<span class="spark">${kappaSpark(picture, axis, scale)}</span></a></li>`
  );
}

function footerOf(data: ReportData): string {
  return (
    `<footer>Made ${htmlText(showInstant(Date.parse(data.madeAt), data.timezone))} by improve-cron report. ` +
    `The figures are those of improve-cron history. Open months are blind: nothing here tells what the critic said of their items.</footer>`
  );
}
