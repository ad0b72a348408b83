import { describe, expect, it } from "vitest";
import { nothingDecided } from "../../../src/core/decision.ts";
import { defaultBurden, defaultDecision, defaultTopUp } from "../../../src/core/policy.ts";
import { createGenerator } from "../../../src/core/simulation/generator.ts";
import { type SimulatedAxis, sizesOf } from "../../../src/core/simulation/setup.ts";
import {
  type AxisState,
  type SimulatedMonth,
  passMonth,
  simulateMonth,
} from "../../../src/core/simulation/simulated-month.ts";
import { madeAxis } from "./made-axis.ts";

const start: AxisState = { decided: nothingDecided, raised: false, month: 0, waits: 0 };

function live(axis: SimulatedAxis, rate: number, months: number, seed = 1): readonly SimulatedMonth[] {
  const random = createGenerator(seed);
  let state = start;
  return Array.from({ length: months }, () => {
    const lived = simulateMonth(axis, sizesOf(axis), state, rate, random);
    state = lived.state;
    return lived;
  });
}

describe("simulateMonth", () => {
  it("grades the base sample alone while nothing is in doubt", () => {
    const axis = madeAxis({ founderPassInFail: 0 });
    const months = live(axis, 0, 4);
    expect(months.map(({ base }) => base)).toEqual([14, 14, 14, 14]);
    // P(kappa < .6) after 9 + 5 clean grades is .18, below the zone of .30.
    expect(months.map(({ toppedUp }) => toppedUp)).toEqual([0, 0, 0, 0]);
    expect(months.at(-1)?.step.pool.passGraded).toBeCloseTo(9 * (1 + 0.75 + 0.75 ** 2 + 0.75 ** 3), 10);
  });

  it("reverts at once on overwhelming evidence, without a batch", () => {
    const [month] = live(madeAxis(), 1, 1);
    expect(month?.step.rules.kappaOverwhelming).toBe(true);
    expect(month?.toppedUp).toBe(0);
  });

  it("tops up within the minutes, and never by more than there is", () => {
    const limited = live(madeAxis(), 0.15, 60).map(({ toppedUp }) => toppedUp);
    expect(Math.max(...limited)).toBe(40);
    expect(limited).toContain(20);
    const all = { ...defaultBurden, topUpMinutes: Number.POSITIVE_INFINITY };
    const free = live(madeAxis({ burden: all, raiseAfterWatch: false }), 0.15, 60).map(
      ({ toppedUp }) => toppedUp,
    );
    // 18 + 2, then 36 + 2.
    expect(Math.max(...free)).toBe(58);
    const few = live(madeAxis({ burden: all, volumes: { pass: 15, fail: 3 } }), 0.15, 60);
    expect(Math.max(...few.map(({ base, toppedUp }) => base + toppedUp))).toBeLessThanOrEqual(18);
  });

  it("asks for nothing where top-up is off, or the literal mode has its answer", () => {
    const off = madeAxis({ topUp: { ...defaultTopUp, enabled: false } });
    const literal = madeAxis({ decision: { ...defaultDecision, mode: "literal" } });
    for (const axis of [off, literal]) {
      expect(live(axis, 0.15, 24).every(({ toppedUp }) => toppedUp === 0)).toBe(true);
    }
  });

  it("raises the sample of the month after a watch, and of no other", () => {
    const months = live(madeAxis({ topUp: { ...defaultTopUp, enabled: false } }), 0.12, 120);
    const pairs = months.slice(1).map((month, index) => ({ month, before: months[index] }));
    const watched = pairs.filter(({ before }) => before?.step.guarded.action === "watch");
    expect(watched.length).toBeGreaterThan(0);
    expect(watched.every(({ month }) => month.base === 30)).toBe(true);
    const others = pairs.filter(({ before }) => before?.step.guarded.action !== "watch");
    expect(others.every(({ month }) => month.base === 14)).toBe(true);
  });

  it("lets an axis of many wait for its turn, but not after a watch", () => {
    const family = { axes: 9, askedEvery: 3, ordinary: { pass: 9, fail: 2 }, topUpMinutes: 10 };
    const axis = madeAxis({ family, topUp: { ...defaultTopUp, enabled: false } });
    const months = live(axis, 0.12, 120);
    expect(months[0]?.base).toBe(11);
    const watched = months.filter(({ step }) => step.guarded.action === "watch");
    expect(watched.length).toBeGreaterThan(0);
    expect(watched.every(({ state }) => state.waits === 0)).toBe(true);
    const others = months.filter(({ step }) => step.guarded.action !== "watch");
    expect(others.every(({ state }) => state.waits === 2)).toBe(true);
    const [first] = months;
    if (first === undefined) throw new Error("a month was lived");
    expect(passMonth(first.state)).toEqual({ ...first.state, month: 2, waits: 1 });
  });

  it("counts months one after another, across the end of a year", () => {
    const streaks = live(madeAxis({ topUp: { ...defaultTopUp, enabled: false } }), 0.9, 14);
    expect(streaks.at(-1)?.step.streak).toBe(14);
  });
});
