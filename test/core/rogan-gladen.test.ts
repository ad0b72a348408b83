import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roganGladen } from "../../src/core/rogan-gladen.ts";
import { deviation } from "../support/reference.ts";
import { goldCases } from "../support/true-pass-reference.ts";

function rate([count, n]: [number, number]) {
  return { count, n };
}

function asked(critic: [number, number], goldPass: [number, number], goldFail: [number, number]) {
  return { criticPass: rate(critic), goldPass: rate(goldPass), goldFail: rate(goldFail) };
}

describe("roganGladen", () => {
  it("agrees with all 6 reference gold sets to 1e-12, value and interval, also where it is clipped", () => {
    expect(goldCases).toHaveLength(6);
    const off = goldCases.flatMap((one, index) => {
      const mine = roganGladen(
        asked([one.criticPass, one.n], [one.tprPass, one.tprN], [one.tnrFail, one.tnrN]),
      );
      const [low, high] = one.ci95_mover_jeffreys;
      return [
        ...deviation(`${index} value`, mine.value, one.roganGladen, 1e-12),
        ...deviation(`${index} low`, mine.low, low, 1e-12),
        ...deviation(`${index} high`, mine.high, high, 1e-12),
      ];
    });
    expect(off).toEqual([]);
  });

  it("refuses a critic whose words do not depend on the founder's", () => {
    const none = { status: "undefined", value: null, low: null, high: null };
    // 0.9 + 0.1, 0.7 + 0.3: exactly 1, whatever doubles make of it.
    for (const gold of [
      asked([5, 10], [9, 10], [1, 10]),
      asked([5, 10], [7, 10], [3, 10]),
      asked([5, 10], [1, 10], [1, 10]),
    ])
      expect(roganGladen(gold)).toEqual({ ...none, because: "uninformative-critic" });
    expect(roganGladen(asked([5, 10], [7, 10], [4, 10])).status).toBe("ok");
  });

  it("says why there is none", () => {
    expect(roganGladen(asked([0, 0], [1, 1], [1, 1])).because).toBe("no-data");
    expect(roganGladen(asked([1, 1], [0, 0], [1, 1])).because).toBe("no-data");
    expect(roganGladen(asked([1, 1], [1, 1], [0, 0])).because).toBe("no-data");
    expect(roganGladen(asked([2, 1], [1, 1], [1, 1])).because).toBe("invalid-input");
    expect(roganGladen(asked([1, 1], [1, 1], [1, -1])).because).toBe("invalid-input");
    expect(roganGladen(asked([1, 1], [1, 1], [1, 1]), 0).because).toBe("invalid-input");
  });

  it("knows nothing where a gold set this small may as well be noise", () => {
    expect(roganGladen(asked([3, 10], [2, 3], [2, 3]))).toMatchObject({ value: 0, low: 0, high: 1 });
  });

  it("always has an interval around its value within 0 and 1", () => {
    const anyRate = fc.nat(30).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(anyRate, anyRate, anyRate, (critic, goldPass, goldFail) => {
        const result = roganGladen(asked(critic, goldPass, goldFail));
        if (result.status !== "ok") return;
        expect(0 <= result.low && result.low <= result.value).toBe(true);
        expect(result.value <= result.high && result.high <= 1).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
