import { describe, expect, it } from "vitest";
import {
  type DecisionState,
  decideNext,
  type MonthEvidence,
  nothingDecided,
} from "../../../src/core/decision.ts";
import { defaultDecision } from "../../../src/core/policy.ts";
import { binomialProbabilities } from "../../../src/core/simulation/binomial.ts";
import { type ExactRule, LiteralChain } from "../../../src/core/simulation/literal-chain.ts";
import { type SimulatedAxis, sizesOf, usualScenarios } from "../../../src/core/simulation/setup.ts";
import { madeAxis, publishedAxis } from "./made-axis.ts";

/** PASS samples of a given size, with the smallest FAIL stratum. */
function streakChain(graded: number): LiteralChain {
  const volumes = { pass: Math.max(10, graded), fail: 2 };
  const sampling = { ...madeAxis().sampling, passMin: graded };
  return new LiteralChain(publishedAxis(0, 0, { volumes, sampling, passRate: 0 }), "literal streak");
}

describe("LiteralChain", () => {
  // statistics reference b, the exact table of the literal streak.
  it.each([
    [0.02, 5, 0.008],
    [0.02, 9, 0.039],
    [0.02, 10, 0.051],
    [0.02, 20, 0.243],
    [0.02, 40, 0.693],
    [0.02, 45, 0.77],
    [0.05, 5, 0.09],
    [0.05, 9, 0.313],
    [0.05, 10, 0.376],
    // Published as .840; a chain of three states gives .83946 in any language.
    [0.05, 20, 0.839],
    [0.05, 40, 0.996],
    [0.05, 45, 0.999],
  ])(
    "reverts a critic with an override rate of %d on %i items within a year with probability %d",
    (rate, n, share) => {
      // Published to three decimals; .83946 became .840.
      expect(Math.abs(streakChain(n).steady(rate, 12).fires - share)).toBeLessThan(0.0006);
    },
  );

  it.each([
    [5, 0.15, 10.8],
    [9, 0.15, 5.2],
    [10, 0.15, 4.7],
    [20, 0.15, 3.2],
    [5, 0.3, 4.4],
    [5, 0.05, 110],
  ])("needs on the average, with %i items at %d, %d months", (n, rate, mean) => {
    const scenarios = { ...usualScenarios, healthyMonths: 0, horizon: 3000 };
    const months = streakChain(n).drift(rate, scenarios);
    const waited = months.reduce((sum, share, month) => sum + share * (month + 1), 0);
    expect(Math.abs(waited - mean)).toBeLessThan(mean > 100 ? 0.5 : 0.05);
  });

  // statistics reference b, "point kappa<.6, weighted", by Monte Carlo with 3,000 runs (standard error at most .009).
  it.each([
    [20, 0.73, 0.96],
    [50, 0.74, 0.96],
    [100, 0.64, 0.93],
    [500, 0.3, 0.82],
  ])("reverts on the point kappa of a month at N = %i as published", (N, at2, at5) => {
    const chain = new LiteralChain(publishedAxis(N, 0.1), "literal kappa");
    expect(Math.abs(chain.steady(0.02, 12).fires - at2)).toBeLessThan(4 * 0.009);
    expect(Math.abs(chain.steady(0.05, 12).fires - at5)).toBeLessThan(4 * 0.008);
  });

  // The rules themselves, over every course that three months can take.
  it.each<[ExactRule, Partial<SimulatedAxis>]>([
    ["literal", {}],
    ["literal kappa", {}],
    ["literal streak", {}],
    ["CUSUM", {}],
    ["literal", { swing: 0.1 }],
    ["CUSUM", { swing: 0.1 }],
    ["literal streak", { raiseAfterWatch: false }],
  ])("agrees with the rules on every course of three months: %s %j", (rule, facts) => {
    // Few items, a quick streak and a low alarm, so that every rule and the raised sample have their part.
    const axis = madeAxis({
      volumes: { pass: 10, fail: 2 },
      sampling: { ...madeAxis().sampling, passMin: 3 },
      passRate: 0,
      decision: { ...defaultDecision, streakMonths: 2, cusum: { from: 0.05, to: 0.2, alarm: 1 } },
      ...facts,
    });
    const chain = new LiteralChain(axis, rule);
    expect(chain.steady(0.15, 3).fires).toBeCloseTo(firesWithin(axis, rule, 0.15, 3, true), 10);
    const scenarios = { ...usualScenarios, steady: [0.1] as const, healthyMonths: 1, horizon: 2 };
    const drift = chain.drift(0.3, scenarios).reduce((sum, share) => sum + share, 0);
    expect(drift).toBeCloseTo(firesWithin(axis, rule, 0.3, 2, true, { rate: 0.1, months: 1 }), 10);
  });

  // Samples whose chart is merged; by the rules themselves, over two months.
  it.each<[ExactRule, number]>([
    ["literal", 0],
    ["literal streak", 0.3],
    ["CUSUM", 0],
    ["CUSUM", 0.3],
  ])("keeps three decimals where values of the chart are merged: %s, swing %d", (rule, swing) => {
    const axis = madeAxis({
      volumes: { pass: 600, fail: 2 },
      swing,
      decision: { ...defaultDecision, streakMonths: 2 },
    });
    expect(sizesOf(axis).ordinary.pass).toBe(60);
    const chain = new LiteralChain(axis, rule);
    expect(chain.steady(0.07, 2).fires).toBeCloseTo(firesWithin(axis, rule, 0.07, 2, true), 3);
  });

  // Beside the chain of one month: no chart, no streak, only kappa, whatever the size.
  it.each([2000, 5000, 100_000])("ends, and with as many states as it has room for, at %i PASS", (pass) => {
    const axis = madeAxis({ volumes: { pass, fail: 100 }, swing: 0.3 });
    const kappa = new LiteralChain(axis, "literal kappa");
    const once = kappa.steady(0.05, 1).fires;
    expect(kappa.drift(0.05, { ...usualScenarios, healthyMonths: 0, horizon: 1 })[0]).toBeCloseTo(once, 10);
    const chain = new LiteralChain(axis, "literal streak");
    // Three months with an override: at these sizes, one month is bad unless the rate is next to nothing in it.
    const clean = binomialProbabilities(sizesOf(axis).ordinary.pass, 0.05, 0.3)[0] ?? 0;
    expect(chain.steady(0.05, 3).fires).toBeCloseTo((1 - clean) ** 3, 6);
    const months = chain.drift(0.15, usualScenarios);
    expect(months.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
    expect(chain.states).toBeLessThan(5000);
  });

  it("asks an axis of many in its turn alone, whichever month that is", () => {
    const alone = new LiteralChain(madeAxis({ raiseAfterWatch: false }), "literal kappa");
    const { ordinary } = sizesOf(madeAxis());
    const family = { axes: 24, askedEvery: 6, ordinary, topUpMinutes: 60 };
    const turned = new LiteralChain(madeAxis({ raiseAfterWatch: false, family }), "literal kappa");
    expect(turned.steady(0.05, 12).fires).toBeCloseTo(alone.steady(0.05, 2).fires, 10);
    const harmless = new LiteralChain(madeAxis({ family }), "literal streak");
    expect(harmless.steady(0, 12).itemsPerMonth).toBeCloseTo((ordinary.pass + ordinary.fail) / 6, 6);
    // One drift in six is asked in its first month.
    const scenarios = { ...usualScenarios, healthyMonths: 5, horizon: 1 };
    const [first] = turned.drift(0.3, scenarios);
    expect(first).toBeCloseTo((alone.drift(0.3, scenarios)[0] ?? 0) / 6, 10);
  });

  it("counts the raised samples of a critic that is watched", () => {
    const { ordinary } = sizesOf(madeAxis());
    const chain = new LiteralChain(madeAxis(), "CUSUM");
    expect(chain.steady(0, 12).itemsPerMonth).toBe(ordinary.pass + ordinary.fail);
    const watched = new LiteralChain(
      madeAxis({ decision: { ...defaultDecision, cusum: { from: 0.05, to: 0.2, alarm: 0 } } }),
      "literal streak",
    );
    // One month of 14 items, eleven of 20 + 10.
    expect(watched.steady(0, 12).itemsPerMonth).toBeCloseTo((14 + 11 * 30) / 12, 6);
  });
});

/** Probability that the rule fires, by walking through every outcome of every month with `decideNext`. */
function firesWithin(
  axis: SimulatedAxis,
  rule: ExactRule,
  rate: number,
  months: number,
  stops: boolean,
  before: { readonly rate: number; readonly months: number } = { rate: 0, months: 0 },
): number {
  const sizes = sizesOf(axis);
  const policy = { ...axis.decision, mode: "literal" } as const;
  const walk = (state: DecisionState, raised: boolean, index: number): number => {
    if (index === before.months + months) return 0;
    const { pass, fail } = raised ? sizes.raised : sizes.ordinary;
    const healthy = index < before.months;
    const passSide = binomialProbabilities(pass, healthy ? before.rate : rate, axis.swing);
    const failSide = binomialProbabilities(fail, axis.founderPassInFail, 0);
    let sum = 0;
    for (const [overrides, one] of passSide.entries()) {
      for (const [founderPass, other] of failSide.entries()) {
        const month: MonthEvidence = {
          period: `2026-0${index + 1}`,
          epoch: "e",
          frame: axis.volumes,
          base: { sampled: pass, answered: pass, graded: pass, overrides },
          pass: { graded: pass, overrides },
          fail: { graded: fail, founderPass },
        };
        const next = decideNext(state, month, policy);
        const { reasons } = next.step.literal;
        const fires = {
          literal: next.step.literal.action === "revert",
          "literal kappa": reasons.includes("kappa"),
          "literal streak": reasons.includes("streak"),
          CUSUM: next.step.cusumAlarm,
        }[rule];
        if (fires && stops && !healthy) sum += one * other;
        else {
          // A rule seen alone reverts in place of watching.
          const watch = axis.raiseAfterWatch && next.step.cusumAlarm && (rule === "CUSUM" || !fires);
          sum += one * other * walk(next.state, watch, index + 1);
        }
      }
    }
    return sum;
  };
  return walk(nothingDecided, false, 0);
}
