import { defaultSampling } from "../../src/core/policy.ts";
import { stratumSizes } from "../../src/core/sampling.ts";
import { kappaAt, kappaInterval, type Strata } from "../../src/core/weighted-kappa.ts";

/** One axis as it might truly be: how much it says, and how often the founder would say otherwise. */
export interface CoverageSetting {
  /** Verdicts of the month. */
  readonly verdicts: number;
  /** Share of FAIL among them. */
  readonly failShare: number;
  /** True share of critic-PASS that the founder would fail. */
  readonly overrideRate: number;
  /** True share of critic-FAIL that the founder would pass. */
  readonly founderPassInFail: number;
}

/** What the interval does in one setting, over every sample that can come up. */
export interface CoverageCell extends CoverageSetting {
  /** The kappa that the setting truly has. */
  readonly kappa: number;
  /** Probability that the interval holds the true kappa. */
  readonly cover: number;
  /** Mean width of the interval. */
  readonly width: number;
  /** Probability that the interval lies wholly below the true kappa: a critic called worse than it is. */
  readonly below: number;
}

/** The volumes of the grid. */
export const gridVerdicts: readonly number[] = [20, 50, 100, 500];
const gridFailShares: readonly number[] = [0.05, 0.1, 0.2, 0.35, 0.5];
const gridOverrideRates: readonly number[] = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3];
const gridFounderPassInFail: readonly number[] = [0, 0.05, 0.1, 0.2, 0.3];

/** The 700 settings: small axes and large ones, rare FAIL and common, critics that never err and that err at every third. */
export const coverageGrid: readonly CoverageSetting[] = gridVerdicts.flatMap((verdicts) =>
  gridFailShares.flatMap((failShare) =>
    gridOverrideRates.flatMap((overrideRate) =>
      gridFounderPassInFail.map((founderPassInFail) => ({
        verdicts,
        failShare,
        overrideRate,
        founderPassInFail,
      })),
    ),
  ),
);

/** What is told of a set of cells. */
export interface CoverageSummary {
  readonly cells: number;
  readonly mean: number;
  readonly min: number;
  /** The cover that one cell in ten falls short of. */
  readonly p10: number;
  /** Share of cells whose cover is below 0.90. */
  readonly under90: number;
  readonly width: number;
  /** The largest probability, over the cells, that the interval lies below the truth. */
  readonly worstBelow: number;
}

/** A bound of the interval and a truth that are the same number on paper may differ in their last digits. */
const rounding = 1e-9;

/**
 * How often does the product's interval of kappa hold the true one? Exact: for each setting, every pair of counts that
 * the two samples can show, weighted with its binomial probability, at the sizes that the product draws (10%, at least 5
 * of each word, never more than there are). No draws, no seed.
 */
export function coverIntervals(settings: readonly CoverageSetting[] = coverageGrid): readonly CoverageCell[] {
  const tables = new Map<string, readonly Outcome[]>();
  return settings.map((setting) => {
    const failSize = roundHalfEven(setting.verdicts * setting.failShare);
    const frame = { pass: setting.verdicts - failSize, fail: failSize };
    const name = `${frame.pass} ${frame.fail}`;
    // A month of one size has the same outcomes whatever the truth is; only their probabilities differ.
    const outcomes = tables.get(name) ?? outcomesOf(frame);
    tables.set(name, outcomes);
    return coverOne(setting, frame, outcomes);
  });
}

/** Whether a setting's cover falls short of 0.90; one that is 0.90 on paper does not. */
export function isUnder90({ cover }: CoverageCell): boolean {
  return cover < 0.9 - rounding;
}

/** 2.5 is 2 and 17.5 is 18, as R rounds, so that the grid is the one that the other methods were measured on. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  return value - floor === 0.5 ? floor + (floor % 2) : Math.round(value);
}

interface Outcome {
  readonly strata: Strata;
  readonly low: number;
  readonly high: number;
}

/** Every pair of counts that the samples of a month of this size can show, with its interval. */
function outcomesOf(frame: { readonly pass: number; readonly fail: number }): readonly Outcome[] {
  const wish = { passRate: defaultSampling.passRate, sampleTarget: null, raised: false };
  const { pass: passDrawn, failBetter: failDrawn } = stratumSizes(frame, defaultSampling, wish);
  const outcomes: Outcome[] = [];
  for (let x = 0; x <= passDrawn; x += 1) {
    for (let y = 0; y <= failDrawn; y += 1) {
      const strata = {
        pass: { size: frame.pass, graded: passDrawn, founderPass: x },
        fail: { size: frame.fail, graded: failDrawn, founderPass: y },
      };
      const interval = kappaInterval(strata);
      if (interval.status !== "ok") throw new Error(`no interval for ${JSON.stringify(strata)}`);
      outcomes.push({ strata, low: interval.low, high: interval.high });
    }
  }
  return outcomes;
}

function coverOne(
  setting: CoverageSetting,
  frame: { readonly pass: number; readonly fail: number },
  outcomes: readonly Outcome[],
): CoverageCell {
  const passShare = 1 - setting.overrideRate;
  const sizes = {
    pass: { size: frame.pass, graded: 0, founderPass: 0 },
    fail: { size: frame.fail, graded: 0, founderPass: 0 },
  };
  const kappa = kappaAt(sizes, passShare, setting.founderPassInFail);
  let cover = 0;
  let width = 0;
  let below = 0;
  for (const { strata, low, high } of outcomes) {
    const probability =
      binomial(strata.pass.founderPass, strata.pass.graded, passShare) *
      binomial(strata.fail.founderPass, strata.fail.graded, setting.founderPassInFail);
    if (low - rounding <= kappa && kappa <= high + rounding) cover += probability;
    if (high + rounding < kappa) below += probability;
    width += probability * (high - low);
  }
  return { ...setting, kappa, cover, width, below };
}

/** Probability of x hits in n draws at this rate. */
function binomial(x: number, n: number, rate: number): number {
  let probability = 1;
  // Multiplied up factor by factor: with at most fifty draws nothing overflows or vanishes.
  for (let i = 1; i <= x; i += 1) probability *= ((n - x + i) / i) * rate;
  return probability * (1 - rate) ** (n - x);
}

/** Mean, worst and tenth percentile of the cover of some cells. */
export function summarizeCover(cells: readonly CoverageCell[]): CoverageSummary {
  const covers = cells.map(({ cover }) => cover).toSorted((a, b) => a - b);
  return {
    cells: cells.length,
    mean: meanOf(covers),
    min: covers[0] ?? 0,
    p10: covers[Math.floor((covers.length - 1) * 0.1)] ?? 0,
    under90: cells.filter(isUnder90).length / cells.length,
    width: meanOf(cells.map(({ width }) => width)),
    worstBelow: Math.max(...cells.map(({ below }) => below)),
  };
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
