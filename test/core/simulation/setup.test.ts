import { describe, expect, it } from "vitest";
import { defaultBurden } from "../../../src/core/policy.ts";
import { monthsOfWait, simulatedAxis, sizesOf, topUpRoom } from "../../../src/core/simulation/setup.ts";
import { madeAxis, publishedAxis } from "./made-axis.ts";

describe("sizesOf", () => {
  it.each([
    [20, 5, 2],
    [50, 5, 5],
    [100, 9, 5],
    [500, 45, 5],
  ])("draws what statistics reference b names at N = %i", (N, pass, fail) => {
    expect(sizesOf(publishedAxis(N, 0.1)).ordinary).toEqual({ pass, fail });
  });

  it("keeps the hour, as the plan does", () => {
    expect(sizesOf(madeAxis({ volumes: { pass: 450, fail: 50 } })).ordinary).toEqual({ pass: 45, fail: 2 });
  });

  it("raises the month after a watch, at most to what there is, and only where asked", () => {
    expect(sizesOf(madeAxis()).raised).toEqual({ pass: 20, fail: 10 });
    expect(sizesOf(madeAxis({ raiseAfterWatch: false })).raised).toEqual({ pass: 9, fail: 5 });
  });

  it("says where a month is never sampled", () => {
    const { ordinary, belowThreshold } = sizesOf(madeAxis({ volumes: { pass: 9, fail: 40 } }));
    expect({ ordinary, belowThreshold }).toEqual({ ordinary: { pass: 0, fail: 0 }, belowThreshold: true });
  });
});

describe("topUpRoom", () => {
  it("counts whole items", () => {
    expect(topUpRoom(defaultBurden)).toBe(40);
    expect(topUpRoom({ ...defaultBurden, topUpMinutes: 0.3, minutesPerItem: 0.1 })).toBe(3);
    expect(topUpRoom({ ...defaultBurden, topUpMinutes: Number.POSITIVE_INFINITY })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe("simulatedAxis", () => {
  it("lets the axis' own thresholds beat the config's", () => {
    const { sampling, burden, topUp, decision, volumes } = madeAxis();
    const policies = { sampling, burden, topUp, decision };
    const own = { passRate: 0.5, kappaThreshold: 0.7, overrideRate: null };
    const axis = simulatedAxis(own, volumes, policies);
    expect(axis.passRate).toBe(0.5);
    expect(axis.decision).toEqual({ ...decision, kappaThreshold: 0.7 });
    expect(simulatedAxis(null, volumes, policies)).toEqual(madeAxis());
  });

  it("takes what a family leaves it; a raised sample is never cut", () => {
    const { sampling, burden, topUp, decision, volumes } = madeAxis();
    const family = { axes: 9, askedEvery: 3, ordinary: { pass: 9, fail: 2 }, topUpMinutes: 15 };
    const grading = { founderPassInFail: 0.1, swing: 0 };
    const axis = simulatedAxis(null, volumes, { sampling, burden, topUp, decision }, grading, family);
    expect(sizesOf(axis)).toMatchObject({ ordinary: { pass: 9, fail: 2 }, raised: { pass: 20, fail: 10 } });
    expect(sizesOf({ ...axis, raiseAfterWatch: false }).raised).toEqual({ pass: 9, fail: 2 });
    expect([topUpRoom(axis.burden), monthsOfWait(axis)]).toEqual([10, 2]);
    expect(monthsOfWait(madeAxis())).toBe(0);
  });
});
