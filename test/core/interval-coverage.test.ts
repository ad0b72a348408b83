import { describe, expect, it } from "vitest";
import {
  coverageGrid,
  coverIntervals,
  gridVerdicts,
  isUnder90,
  summarizeCover,
} from "../../scripts/evidence/interval-coverage.ts";

// Exact: every sample that can come up, weighted with its probability.
const cells = coverIntervals();

describe("the 95% interval of kappa, over 700 settings", () => {
  it("holds the true kappa in 95% of the samples on average, and under 90% in hardly any setting", () => {
    const { cells: count, mean, min, under90 } = summarizeCover(cells);
    expect(count).toBe(4 * 5 * 7 * 5);
    expect(mean).toBeGreaterThanOrEqual(0.95);
    expect(under90).toBeLessThanOrEqual(0.005);
    expect(min).toBeGreaterThan(0.85);
  });

  it("has the cover and the width that R's enumeration gives MOVER-Jeffreys", () => {
    const groups = [...gridVerdicts.map((n) => cells.filter(({ verdicts }) => verdicts === n)), cells];
    const rows = groups.map(summarizeCover);
    expect(rows.map(({ mean, min, width }) => [mean, min, width].map(three))).toEqual([
      ["0.954", "0.857", "0.824"],
      ["0.957", "0.900", "0.782"],
      ["0.956", "0.904", "0.696"],
      ["0.957", "0.909", "0.393"],
      ["0.956", "0.857", "0.674"],
    ]);
    const { p10, worstBelow } = summarizeCover(cells);
    expect([p10, worstBelow].map(three)).toEqual(["0.925", "0.143"]);
  });

  it("falls short only where a month has a single FAIL verdict", () => {
    const short = cells.filter(isUnder90);
    expect(short.map(({ verdicts, failShare }) => verdicts * failShare)).toEqual([1, 1]);
  });

  it("calls a critic at or above 0.6 worse than it is in at most 10% of the samples, 3.9% on average", () => {
    const good = cells.filter(({ kappa }) => kappa >= 0.6);
    expect(good.length).toBeGreaterThan(200);
    const { worstBelow } = summarizeCover(good);
    expect(worstBelow).toBeLessThanOrEqual(0.1 + 1e-9);
    expect(good.reduce((sum, { below }) => sum + below, 0) / good.length).toBeCloseTo(0.039, 3);
  });

  it("enumerates whole distributions: a setting without doubt has one sample, and the interval holds it", () => {
    const sure = coverageGrid.filter((one) => one.overrideRate === 0 && one.founderPassInFail === 0);
    expect(sure).toHaveLength(20);
    for (const { kappa, cover } of coverIntervals(sure)) expect([kappa, cover]).toEqual([1, 1]);
  });
});

function three(number: number): string {
  return number.toFixed(3);
}
