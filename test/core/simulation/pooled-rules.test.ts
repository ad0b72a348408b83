import { describe, expect, it } from "vitest";
import { defaultDecision, defaultTopUp } from "../../../src/core/policy.ts";
import { createGenerator } from "../../../src/core/simulation/generator.ts";
import { LiteralChain } from "../../../src/core/simulation/literal-chain.ts";
import {
  guardedRules,
  type PooledFigures,
  simulatePooledRules,
} from "../../../src/core/simulation/pooled-rules.ts";
import { type SimulatedAxis, usualScenarios } from "../../../src/core/simulation/setup.ts";
import { publishedAxis } from "./made-axis.ts";

const off = { ...defaultTopUp, enabled: false };
const publishedRuns = 3000;

function simulate(axis: SimulatedAxis, runs: number, horizon = 3): PooledFigures {
  const scenarios = { ...usualScenarios, drifts: [0.15], horizon };
  return simulatePooledRules(axis, { scenarios, runs, random: createGenerator(20), rules: guardedRules });
}

/** Four standard errors of the difference of two estimates of this share, and what rounding the published one took. */
function within(share: number, runs: number): number {
  const s = Math.max(share, 0.002);
  return 4 * Math.sqrt((s * (1 - s)) / runs + (s * (1 - s)) / publishedRuns) + 0.0005;
}

describe("simulatePooledRules", () => {
  // statistics reference k at N = 100, 10% FAIL: FR2, FR5, P<=3 and the items of a 2% critic.
  it.each([
    ["base only", off, [0.038, 0.333, 0.5], 3, 1],
    ["with top-up", defaultTopUp, [0.001, 0.034, 0.75], 3, 1.35],
  ] as const)("reproduces section k %s", (_, topUp, [at2, at5, within3], median, ratio) => {
    const runs = 300;
    const { rules, items } = simulate(publishedAxis(100, 0.1, { topUp }), runs);
    const [guarded] = rules;
    expect(guarded?.rule).toBe("guarded");
    const [two, five] = guarded?.falseReverts ?? [];
    expect(Math.abs((two?.share.value ?? 1) - at2)).toBeLessThan(within(at2, runs));
    expect(Math.abs((five?.share.value ?? 1) - at5)).toBeLessThan(within(at5, runs));
    const [drift] = guarded?.detections ?? [];
    expect(Math.abs((drift?.within3.value ?? 0) - within3)).toBeLessThan(within(within3, runs));
    const [sooner, later] = drift?.medianBand ?? [];
    expect(sooner?.months).toBeLessThanOrEqual(median);
    expect(later?.months).toBeGreaterThanOrEqual(median);
    const [sound] = items;
    const error = (sound?.standardError ?? 0) / (sound?.base ?? 1);
    expect(Math.abs((sound?.all ?? 0) / (sound?.base ?? 1) - ratio)).toBeLessThanOrEqual(5 * error + 0.005);
  });

  // statistics reference b: K on base samples.
  it.each([
    [20, 0.006, 0.069],
    [100, 0.003, 0.055],
  ])("reproduces rule K of section b at N = %i", (N, at2, at5) => {
    const runs = 300;
    const { rules } = simulate(publishedAxis(N, 0.1, { topUp: off }), runs, 1);
    const [two, five] = rules.find(({ rule }) => rule === "K")?.falseReverts ?? [];
    expect(Math.abs((two?.share.value ?? 1) - at2)).toBeLessThan(within(at2, runs));
    expect(Math.abs((five?.share.value ?? 1) - at5)).toBeLessThan(within(at5, runs));
  });

  it.each([1, 3])(
    "agrees with the exact chain where both can be had, asked every %i months",
    (askedEvery) => {
      // An S that asks for no rate at all is the literal streak.
      const axis = publishedAxis(100, 0.1, {
        topUp: off,
        swing: 0.05,
        family: { axes: 9, askedEvery, ordinary: { pass: 9, fail: 5 }, topUpMinutes: 0 },
        decision: { ...defaultDecision, streakProbability: 0 },
      });
      const runs = 300;
      const { rules } = simulate(axis, runs);
      for (const [name, exact] of [
        ["S", "literal streak"],
        ["CUSUM", "CUSUM"],
      ] as const) {
        const chain = new LiteralChain(axis, exact);
        const figures = rules.find(({ rule }) => rule === name);
        for (const { overrideRate, share } of figures?.falseReverts ?? []) {
          const { fires } = chain.steady(overrideRate, 12);
          expect(Math.abs(share.value - fires)).toBeLessThan(
            4 * Math.sqrt((fires * (1 - fires)) / runs) + 1e-4,
          );
        }
        const scenarios = { ...usualScenarios, horizon: 3 };
        const [one = 0, two = 0, three = 0] = chain.drift(0.15, scenarios);
        const seen = one + two + three;
        const within3 = figures?.detections[0]?.within3.value ?? 0;
        expect(Math.abs(within3 - seen)).toBeLessThan(4 * Math.sqrt((seen * (1 - seen)) / runs));
      }
    },
  );

  it("gives the same figures for the same seed, and tells how far it is", () => {
    const told: number[] = [];
    const options = {
      scenarios: { ...usualScenarios, horizon: 2 },
      runs: 5,
      rules: guardedRules,
      progress: (done: number) => told.push(done),
    };
    const figures = (seed: number): PooledFigures =>
      simulatePooledRules(publishedAxis(50, 0.2), { ...options, random: createGenerator(seed) });
    const first = figures(4);
    expect(told).toEqual([1, 2, 3, 4, 5]);
    expect(figures(4)).toEqual(first);
    expect(figures(5)).not.toEqual(first);
  });
});
