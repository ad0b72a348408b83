import { describe, expect, it } from "vitest";
import { decide, type MonthEvidence } from "../../src/core/decision.ts";
import { defaultDecision, defaultTopUp } from "../../src/core/policy.ts";
import { batchSize, nextTopUp, type TopUpInput } from "../../src/core/top-up.ts";

interface Month {
  readonly pass: readonly [graded: number, overrides: number];
  readonly fail: readonly [graded: number, founderPass: number];
  readonly frame?: readonly [pass: number, fail: number];
  readonly base?: readonly [sampled: number, overrides: number];
  readonly period?: string;
}

function month({ pass, fail, frame = [90, 10], base = pass, period = "2026-05" }: Month): MonthEvidence {
  return {
    period,
    epoch: "e",
    frame: { pass: frame[0], fail: frame[1] },
    base: { sampled: base[0], answered: base[0], graded: base[0], overrides: base[1] },
    pass: { graded: pass[0], overrides: pass[1] },
    fail: { graded: fail[0], founderPass: fail[1] },
  };
}

function next(months: readonly MonthEvidence[], changes: Partial<TopUpInput> = {}) {
  return nextTopUp({
    months,
    policy: defaultDecision,
    topUp: defaultTopUp,
    drawn: 0,
    left: { pass: 81, fail: 5 },
    itemsLeft: 1000,
    ...changes,
  });
}

// P(kappa < 0.6): 2 of 9 and 5 clean .93 behind a closed gate; 0 of 9 and 5 clean below the zone; 4 of 9 beyond K!.
const grey = month({ pass: [9, 2], fail: [5, 0] });
const clear = month({ pass: [9, 0], fail: [5, 0] });
const overwhelming = month({ pass: [9, 4], fail: [5, 0] });
const kappa = month({ pass: [12, 3], fail: [5, 0] });

function badMonth(period: string, pass: Month["pass"]): MonthEvidence {
  return month({ pass, fail: [9, 0], base: [9, 1], frame: [50, 50], period });
}

describe("whether a month asks for further items", () => {
  it("does not where nothing is in doubt, or nothing can be", () => {
    expect(next([clear])).toEqual({ kind: "settled", because: "clear" });
    expect(next([overwhelming])).toEqual({ kind: "settled", because: "overwhelming" });
  });

  it("does in the grey zone: 18 PASS and 2 FAIL, then twice as many PASS, then no more", () => {
    expect(next([grey])).toEqual({ kind: "draw", because: "grey", pass: 18, fail: 2, cut: 0 });
    expect(next([grey], { drawn: 1 })).toMatchObject({ pass: 36, fail: 2 });
    expect(next([grey], { drawn: 2 })).toEqual({ kind: "settled", because: "last-look" });
  });

  it("is grey for a CUSUM above 0 alone, and for thin months that cannot clear", () => {
    // 6 of 45 overridden where kappa is sure to be fine: only the CUSUM is above 0.
    const rate = month({ pass: [45, 6], fail: [45, 0], frame: [100, 100] });
    expect(next([rate])).toMatchObject({ kind: "draw", because: "grey", pass: 81 });
    const thin = month({ pass: [5, 0], fail: [2, 0], frame: [18, 2] });
    expect(next([thin])).toMatchObject({ kind: "draw", because: "grey" });
    expect(next([thin], { topUp: { ...defaultTopUp, zone: 0.99 } })).toMatchObject({ kind: "settled" });
  });

  it("is grey at the zone itself, and never for a probability that cannot be had", () => {
    const { pBelowThreshold } = decide({ months: [clear], policy: defaultDecision });
    const zone = pBelowThreshold ?? Number.NaN;
    expect(next([clear], { topUp: { ...defaultTopUp, zone } })).toMatchObject({ because: "grey" });
    const passOnly = month({ pass: [9, 0], fail: [0, 0], frame: [90, 0] });
    expect(next([passOnly], { topUp: { ...defaultTopUp, zone: 0 } })).toMatchObject({ because: "clear" });
  });

  it("confirms K or S once, before anything is taken away", () => {
    expect(next([kappa])).toEqual({ kind: "draw", because: "confirm", pass: 24, fail: 2, cut: 0 });
    expect(next([kappa], { drawn: 1 })).toEqual({ kind: "settled", because: "clear" });
    const run = ["2026-03", "2026-04", "2026-05"].map((period) => badMonth(period, [9, 1]));
    expect(next(run)).toMatchObject({ because: "confirm" });
  });

  it("believes S only when the month is no longer grey, or at the last look", () => {
    const bad = (period: string) => month({ pass: [9, 1], fail: [9, 0], frame: [50, 50], period });
    const before = [bad("2026-03"), bad("2026-04")];
    const still = month({ pass: [27, 5], fail: [11, 0], frame: [50, 50], base: [9, 1] });
    expect(next([...before, still], { drawn: 1 })).toMatchObject({ kind: "draw", because: "confirm" });
    expect(next([...before, still], { drawn: 2 })).toEqual({ kind: "settled", because: "last-look" });
  });

  it("believes S only when the month is no longer grey, or at the last look", () => {
    const before = [badMonth("2026-03", [9, 1]), badMonth("2026-04", [9, 1])];
    // 4 of 27: S still fires and the CUSUM is above 0, kappa is far from its threshold.
    const doubtful = badMonth("2026-05", [27, 4]);
    expect(next([...before, doubtful], { drawn: 1 })).toMatchObject({
      kind: "draw",
      because: "confirm",
      pass: 36,
    });
    expect(next([...before, doubtful], { drawn: 2 })).toEqual({ kind: "settled", because: "last-look" });
    // 1 of 9, once more: nothing but the streak, and one batch has been asked for.
    const plain = { ...defaultDecision, cusum: { ...defaultDecision.cusum, to: 0.9 } };
    const still = badMonth("2026-05", [9, 1]);
    expect(next([...before, still], { policy: plain })).toMatchObject({ kind: "draw", because: "confirm" });
    expect(next([...before, still], { drawn: 1, policy: plain })).toEqual({
      kind: "settled",
      because: "clear",
    });
  });

  it("confirms an alarm that reverts as long as the month is grey", () => {
    const alarm = { ...defaultDecision, cusum: { from: 0.05, to: 0.2, alarm: 1, acts: "revert" as const } };
    const high = month({ pass: [27, 6], fail: [45, 0], base: [9, 2], frame: [100, 100] });
    expect(next([high], { policy: alarm })).toMatchObject({ because: "confirm" });
    expect(next([high], { policy: alarm, drawn: 1 })).toMatchObject({ because: "confirm", pass: 36 });
    expect(next([high], { drawn: 1 })).toMatchObject({ because: "grey" });
  });

  it("measures the batch by the base sample, not by what was added since", () => {
    const topped = month({ pass: [45, 9], fail: [7, 0], base: [15, 2] });
    expect(next([topped], { drawn: 1 })).toMatchObject({ because: "clear" });
    expect(batchSize(15, 0, { pass: 500, fail: 50 })).toEqual({ pass: 30, fail: 2 });
    expect(batchSize(15, 1, { pass: 500, fail: 50 })).toEqual({ pass: 60, fail: 2 });
    expect(batchSize(9, 1, { pass: 20, fail: 1 })).toEqual({ pass: 20, fail: 1 });
  });

  it("is cut by the minutes: FAIL items last, and first below a room of 10; without any it settles", () => {
    expect(next([grey], { itemsLeft: 12.9 })).toMatchObject({ pass: 10, fail: 2, cut: 8 });
    expect(next([grey], { itemsLeft: 10 })).toMatchObject({ pass: 8, fail: 2, cut: 10 });
    expect(next([grey], { itemsLeft: 9.9 })).toMatchObject({ pass: 9, fail: 0, cut: 11 });
    expect(next([grey], { itemsLeft: 2 })).toMatchObject({ pass: 2, fail: 0, cut: 18 });
    expect(next([grey], { itemsLeft: 1 })).toMatchObject({ pass: 1, fail: 0, cut: 19 });
    const few = { left: { pass: 3, fail: 5 } };
    expect(next([grey], { ...few, itemsLeft: 4 })).toMatchObject({ pass: 3, fail: 1, cut: 1 });
    expect(next([grey], { ...few, itemsLeft: 9 })).toMatchObject({ pass: 3, fail: 2, cut: 0 });
    for (const itemsLeft of [0.9, 0, -3]) {
      expect(next([grey], { itemsLeft })).toEqual({ kind: "settled", because: "no-minutes" });
    }
  });

  it("takes what a stratum has left", () => {
    expect(next([grey], { left: { pass: 3, fail: 0 } })).toMatchObject({ pass: 3, fail: 0, cut: 0 });
    expect(next([grey], { left: { pass: 2, fail: 2 } })).toMatchObject({ pass: 2, fail: 2, cut: 0 });
    expect(next([grey], { left: { pass: 0, fail: 0 } })).toEqual({ kind: "settled", because: "exhausted" });
  });

  it("is for the guarded mode, where it is on", () => {
    const off = { kind: "settled", because: "off" };
    expect(next([grey], { policy: { ...defaultDecision, mode: "literal" } })).toEqual(off);
    expect(next([grey], { topUp: { ...defaultTopUp, enabled: false } })).toEqual(off);
    expect(next([grey], { topUp: { ...defaultTopUp, batches: 0 } })).toEqual(off);
  });
});
