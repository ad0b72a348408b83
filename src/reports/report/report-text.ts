import type { ReportData } from "../../core/report-data.ts";
import { alignTable } from "../table.ts";
import { axisWords, standingWord } from "./axis-words.ts";
import { latestKappa } from "./latest-kappa.ts";
import { shortName } from "./short-name.ts";
import { foldLine } from "../fold-line.ts";

/** The report in a few lines: every axis by risk, and what it means and asks for where it is not healthy. */
export function reportText(data: ReportData): string {
  if (data.axes.length === 0) return "there is no axis yet: improve-cron init makes a first one";
  const table = alignTable(
    ["axis", "stands", "kappa", "95% interval and n"],
    data.axes.map((axis) => {
      const { detail, value } = latestKappa(axis);
      return [
        shortName(axis.axis, 32),
        shortName(standingWord(axis), 16),
        value,
        shortName(detail.join(" "), 24),
      ];
    }),
    { align: ["left", "left", "right", "left"] },
  );
  const words = data.axes
    .filter(({ standing }) => standing !== "healthy")
    .flatMap((axis) => {
      const { act, is, means } = axisWords(axis);
      return ["", axis.axis, ...[is, means, act].flatMap((sentence) => foldLine(`  ${sentence}`, 78))];
    });
  return [
    ...table,
    ...words,
    "",
    "as a page:     improve-cron report --html report.html",
    "as pictures:   improve-cron report --svg pictures",
  ].join("\n");
}
