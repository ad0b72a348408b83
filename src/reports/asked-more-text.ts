import type { PendingStep } from "../core/run-summary.ts";
import { foldLine } from "./fold-line.ts";
import { countOf, showNumber } from "./numbers.ts";
import { pendingLine } from "./pending-line.ts";

const columns = 80;

interface Drawn {
  readonly kind: "drawn";
  readonly period: string;
  readonly items: number;
  readonly minutes: number;
  readonly left: number;
  readonly pending: readonly PendingStep[];
}

interface Refused {
  readonly kind: "refused";
  readonly because: "graduated" | "no-month" | "exhausted";
  readonly period: string | null;
}

/** What came of `queue more`: how many items, how many minutes, or why none. */
export function renderAskedMore(
  axis: string,
  size: number,
  { dryRun, outcome }: { readonly dryRun: boolean; readonly outcome: Drawn | Refused },
): string {
  const lines =
    outcome.kind === "drawn" ? drawnLines(axis, size, dryRun, outcome) : refusedLines(axis, outcome);
  return lines.flatMap((line) => foldLine(line, columns)).join("\n");
}

function drawnLines(axis: string, size: number, dryRun: boolean, outcome: Drawn): readonly string[] {
  const { items, left, minutes, pending, period } = outcome;
  const fewer = items < size ? `, all that ${period} had left` : "";
  return [
    `${axis}: ${countOf(items, "item")} of ${period} ${dryRun ? "would be drawn" : "drawn"}${fewer}, about ` +
      `${showNumber(minutes, 1)} minutes.`,
    ...(dryRun
      ? []
      : [
          `Grade them blind: improve-cron grade --axis ${axis}. They count once all of them are answered; ` +
            `${countOf(left, "verdict")} of ${period} left.`,
        ]),
    ...pending.map((step) => `pending: ${pendingLine(step)}`),
  ];
}

function refusedLines(axis: string, { because, period }: Refused): readonly string[] {
  switch (because) {
    case "graduated":
      return [
        `${axis} acts alone: nothing was drawn. Its months draw further items by themselves where the rules are in doubt; ` +
          `to take its autonomy away: improve-cron axis assist ${axis} --reason STR`,
      ];
    case "no-month":
      return [
        `${axis}: nothing was drawn. No month of the rubric in use has been opened yet, and grades of another one would ` +
          "not count; the run after the end of the month opens it.",
      ];
    case "exhausted":
      return [
        `${axis}: nothing was drawn. Every verdict of the rubric in use up to ${period ?? "now"} was asked about already.`,
      ];
  }
}
