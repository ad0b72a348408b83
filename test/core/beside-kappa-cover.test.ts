import { expect, it } from "vitest";
import { coverageGrid, type CoverageSetting } from "../../scripts/evidence/interval-coverage.ts";
import { agreementOf } from "../../src/core/agreement.ts";
import type { Estimate } from "../../src/core/mover-interval.ts";
import { truePassRate } from "../../src/core/true-pass-rate.ts";
import { weightedAgreementOn } from "../../src/core/weighted-agreement.ts";
import { numberOf } from "../support/reference.ts";
import { strata } from "../support/weighted-reference.ts";

const names = ["observed", "pabak", "ac1", "positive", "negative", "truePassRate"] as const;
type Name = (typeof names)[number];

function binomial(k: number, n: number, p: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways *= (n - k + i) / i;
  return ways * p ** k * (1 - p) ** (n - k);
}

function measured(name: Name, month: ReturnType<typeof strata>): Estimate | null {
  if (name !== "truePassRate") return weightedAgreementOn(name, month);
  const rate = truePassRate(month);
  return rate.status === "ok" ? rate : null;
}

function drawn(size: number): number {
  return Math.min(size, Math.max(5, Math.ceil(size / 10)));
}

const outcomes = new Map<string, Estimate | null>();

/** The probability that the interval holds the truth, among the samples that have one: exact, every sample weighted. */
function coverOf(name: Name, setting: CoverageSetting): number {
  const failSize = Math.round(setting.verdicts * setting.failShare);
  const passSize = setting.verdicts - failSize;
  const [passDrawn, failDrawn] = [drawn(passSize), drawn(failSize)];
  const { overrideRate: t, founderPassInFail: q } = setting;
  const table = { pp: passSize * (1 - t), pf: passSize * t, fp: failSize * q, ff: failSize * (1 - q) };
  const truth =
    name === "truePassRate" ? (table.pp + table.fp) / setting.verdicts : numberOf(agreementOf(table)[name]);
  let all = 0;
  let covered = 0;
  for (let x = 0; x <= passDrawn; x += 1) {
    for (let y = 0; y <= failDrawn; y += 1) {
      const key = [name, passSize, failSize, x, y].join(" ");
      const known = outcomes.get(key);
      const found =
        known === undefined
          ? measured(name, strata([passSize, passDrawn, x], [failSize, failDrawn, y]))
          : known;
      outcomes.set(key, found);
      if (found === null || truth === null) continue;
      const weight = binomial(x, passDrawn, 1 - t) * binomial(y, failDrawn, q);
      all += weight;
      if (found.low <= truth + 1e-9 && truth <= found.high + 1e-9) covered += weight;
    }
  }
  return covered / all;
}

it.each(names)(
  "the 95%% interval of %s holds the truth in 95%% of samples on average, 90%% nearly everywhere",
  (name) => {
    // Months of up to 100 verdicts, the hard ones.
    const covers = coverageGrid.filter(({ verdicts }) => verdicts <= 100).map((one) => coverOf(name, one));
    expect(covers).toHaveLength(525);
    expect(covers.reduce((sum, one) => sum + one, 0) / covers.length).toBeGreaterThanOrEqual(0.95);
    expect(covers.filter((one) => one < 0.9 - 1e-9).length).toBeLessThanOrEqual(name === "negative" ? 3 : 0);
    expect(Math.min(...covers)).toBeGreaterThan(0.85);
  },
);
