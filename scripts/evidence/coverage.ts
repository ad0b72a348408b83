// How often does the 95% interval of kappa hold the true kappa? Exact, over 700 settings:
//   node --import tsx scripts/evidence/coverage.ts [--json]
import { parseArgs } from "node:util";
import { alignTable } from "../../src/reports/table.ts";
import {
  type CoverageSummary,
  coverIntervals,
  gridVerdicts,
  isUnder90,
  summarizeCover,
} from "./interval-coverage.ts";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });

const cells = coverIntervals();
const byVolume = gridVerdicts.map((verdicts) => ({
  verdicts: String(verdicts),
  ...summarizeCover(cells.filter((cell) => cell.verdicts === verdicts)),
}));
const all = { verdicts: "all", ...summarizeCover(cells) };
const low = cells.filter(isUnder90);

if (values.json) {
  console.log(JSON.stringify({ all, byVolume, low }, null, 2));
} else {
  const head = ["verdicts", "cells", "mean", "min", "p10", "under .90", "width", "worst P(high < true)"];
  console.log(alignTable(head, [...byVolume, all].map(lineOf)).join("\n"));
  console.log("");
  console.log(`cells under .90: ${low.length}`);
  for (const { verdicts, failShare, overrideRate, founderPassInFail, kappa, cover } of low) {
    console.log(
      `  ${verdicts} verdicts, FAIL ${percent(failShare)}, overrides ${percent(overrideRate)}, ` +
        `founder passes ${percent(founderPassInFail)} of FAIL, kappa ${kappa.toFixed(3)}: ${cover.toFixed(4)}`,
    );
  }
}

function lineOf(summary: CoverageSummary & { readonly verdicts: string }): readonly string[] {
  const { verdicts, cells: count, mean, min, p10, under90, width, worstBelow } = summary;
  return [
    verdicts,
    String(count),
    three(mean),
    three(min),
    three(p10),
    `${(100 * under90).toFixed(2)}%`,
    three(width),
    three(worstBelow),
  ];
}

function three(number: number): string {
  return number.toFixed(3);
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
