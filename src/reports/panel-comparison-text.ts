import type { ComparedSide, PanelFigures } from "../core/panel-comparison.ts";
import { foldLine } from "./fold-line.ts";
import { kappaBecause } from "./kappa-words.ts";
import { countOf, noNumber, showInterval, showNumber, showPercent, showProbability } from "./numbers.ts";
import { alignTable } from "./table.ts";

interface Mean {
  readonly mean: number | null;
  readonly known: number;
  readonly of: number;
}

/** What the text shows of a comparison. */
interface ShownComparison extends PanelFigures {
  readonly axis: string;
  readonly against: string;
  readonly takenOut: boolean;
  readonly contradictory: number;
  readonly tokens: { readonly panel: Mean; readonly reviewer: Mean };
  readonly costUsd: { readonly panel: Mean; readonly reviewer: Mean };
  readonly because: "no-panel-runs" | "no-reviewer-verdicts" | "no-shared-drafts" | "no-grades" | null;
}

const columns = 80;

/** The panel against one reviewer, for people; plainly that there is nothing to compare, where there is nothing. */
export function renderPanelComparison(comparison: ShownComparison): string {
  const { against, axis, because, drafts, graded } = comparison;
  const nothing = {
    "no-panel-runs": `Nothing to compare: ${axis} has no complete panel run. See: improve-cron panel ingest DIR`,
    "no-reviewer-verdicts": `Nothing to compare: ${against} has no verdict on a text. See: improve-cron axis list`,
    "no-shared-drafts": `Nothing to compare: there is no draft that both ${axis} and ${against} judged.`,
    "no-grades":
      `Nothing to compare: of ${countOf(drafts, "draft")} that both judged, none was graded in a closed month. ` +
      "See: improve-cron grade",
  };
  if (because !== null) return fold(nothing[because]);
  const takenOut = comparison.takenOut ? ` (taken without ${against})` : "";
  const head = `${countOf(drafts, "draft")} judged by both ${axis}${takenOut} and ${against}; ${graded} graded in closed months`;
  const sides = [
    [comparison.panel, comparison.tokens.panel, comparison.costUsd.panel],
    [comparison.reviewer, comparison.tokens.reviewer, comparison.costUsd.reviewer],
  ] as const;
  const table = alignTable(
    ["", axis, against],
    [
      ["right", ...sides.map(([{ agreement }]) => rightWords(agreement))],
      ["kappa", ...sides.map(([{ kappa }]) => kappaWords(kappa))],
      ["tokens a verdict", ...sides.map(([, tokens]) => meanWords(tokens, 0))],
      ["USD a verdict", ...sides.map(([, , costUsd]) => meanWords(costUsd, 3))],
    ],
  );
  return [fold(head), "", ...table, "", ...notesOf(comparison).map(fold)].join("\n");
}

function rightWords({ agreed, high, low, n, rate }: ComparedSide["agreement"]): string {
  return `${agreed} of ${n}, ${showPercent(rate)} ${showInterval(low, high, 2)}`;
}

function kappaWords(kappa: ComparedSide["kappa"]): string {
  return kappa.status === "ok"
    ? `${showNumber(kappa.value, 2)} ${showInterval(kappa.low, kappa.high, 2)}`
    : noNumber;
}

function meanWords({ known, mean }: Mean, decimals: number): string {
  return mean === null ? noNumber : `${showNumber(mean, decimals)} (of ${known})`;
}

function notesOf(comparison: ShownComparison): readonly string[] {
  const { contradictory, difference, onlyPanelRight, onlyReviewerRight, p, tokens } = comparison;
  const notes = [
    difference === null
      ? "Difference: not identified, since of some pair of words nothing was graded"
      : `Difference in agreement, panel minus reviewer: ${showNumber(difference.value, 2)} ` +
        `${showInterval(difference.low, difference.high, 2)} (${difference.low <= 0 && difference.high >= 0 ? "may be none" : "not by chance alone"})`,
    `Only the panel was right on ${onlyPanelRight}, only the reviewer on ${onlyReviewerRight} (McNemar, exact: p = ${showProbability(p)})`,
  ];
  for (const [name, { kappa }] of [
    [comparison.axis, comparison.panel],
    [comparison.against, comparison.reviewer],
  ] as const) {
    if (kappa.status !== "ok") notes.push(`kappa of ${name}: ${kappaBecause(kappa.because) ?? noNumber}`);
  }
  const untold = tokens.panel.of - tokens.panel.known + tokens.reviewer.of - tokens.reviewer.known;
  if (untold > 0)
    notes.push(
      `Tokens are known of ${tokens.panel.known} of ${tokens.panel.of} panel runs and of ${tokens.reviewer.known} of ${tokens.reviewer.of} reviews`,
    );
  if (contradictory > 0)
    notes.push(
      `${countOf(contradictory, "draft")} with two different grades of the founder: taken as not graded`,
    );
  return notes;
}

function fold(line: string): string {
  return foldLine(line, columns).join("\n");
}
