import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { DecisionStep, MonthEvidence } from "../../src/core/decision.ts";
import { decide, decideEach, decideNext, nothingDecided } from "../../src/core/decision.ts";
import type { DecisionPolicy } from "../../src/core/policy.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { deviation, readReference } from "../support/reference.ts";

const counts = {
  N_P: z.number(),
  n_P: z.number(),
  overrides: z.number(),
  N_F: z.number(),
  n_F: z.number(),
  founderPassInF: z.number(),
};
const policyFile = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      steps: z.array(
        z.object({
          input: z.object(counts),
          pool: z.object({ ...counts, w: z.number() }),
          pKappaBelow06: z.number().nullable(),
          pOverrideAbove10pct: z.number(),
          pOverrideAbove10pctInStreak: z.number().nullable(),
          cusum: z.number(),
          cusumAlarm: z.boolean(),
          streak: z.number(),
          evidenceGate: z.boolean(),
          revertKappa: z.boolean(),
          revertKappaOverwhelming: z.boolean(),
          revertStreakGuarded: z.boolean(),
        }),
      ),
    }),
  ),
});

/** A month graded whole: sizes, grades and overrides of PASS; size, grades and founder-PASS of FAIL. */
function month(
  index: number,
  pass: readonly [number, number, number],
  fail: readonly [number, number, number] = [0, 0, 0],
  more: Partial<MonthEvidence> = {},
): MonthEvidence {
  const year = 2025 + Math.floor(index / 12);
  const [N, graded, overrides] = pass;
  return {
    period: `${year}-${String((index % 12) + 1).padStart(2, "0")}`,
    epoch: "e1",
    frame: { pass: N, fail: fail[0] },
    base: { sampled: graded, answered: graded, graded, overrides },
    pass: { graded, overrides },
    fail: { graded: fail[1], founderPass: fail[2] },
    ...more,
  };
}

const each = (
  months: readonly MonthEvidence[],
  policy: Partial<DecisionPolicy> = {},
): readonly DecisionStep[] => decideEach({ months, policy: { ...defaultDecision, ...policy } });
const last = (months: readonly MonthEvidence[], policy: Partial<DecisionPolicy> = {}): DecisionStep =>
  decide({ months, policy: { ...defaultDecision, ...policy } });

const healthy = (index: number): MonthEvidence => month(index, [90, 9, 0], [10, 5, 0]);
const none = { action: "none", reasons: [] };
const keep = { action: "keep", reasons: [] };

describe("decideEach", () => {
  it("agrees with every number and flag of all 25 steps of policy-cases.json", () => {
    const { cases } = readReference("policy-cases", policyFile);
    expect(cases).toHaveLength(8);
    const steps = cases.flatMap(({ id, steps: expected }) => {
      const mine = each(
        expected.map(({ input }, index) =>
          month(index, [input.N_P, input.n_P, input.overrides], [input.N_F, input.n_F, input.founderPassInF]),
        ),
      );
      return expected.map((one, index) => ({ what: `${id} ${index + 1}`, expected: one, step: mine[index] }));
    });
    expect(steps).toHaveLength(25);
    const off = steps.flatMap(({ what, expected, step }) => {
      const pool = step?.pool;
      const w = pool === undefined ? null : pool.passSize / (pool.passSize + pool.failSize);
      return (
        [
          ["N_P", pool?.passSize, expected.pool.N_P],
          ["n_P", pool?.passGraded, expected.pool.n_P],
          ["overrides", pool?.overrides, expected.pool.overrides],
          ["N_F", pool?.failSize, expected.pool.N_F],
          ["n_F", pool?.failGraded, expected.pool.n_F],
          ["founderPassInF", pool?.founderPassInFail, expected.pool.founderPassInF],
          ["w", w, expected.pool.w],
          ["P(kappa)", step?.pBelowThreshold, expected.pKappaBelow06],
          ["P(override)", step?.pOverrideAbove, expected.pOverrideAbove10pct],
          ["P(streak)", step?.pOverrideAboveInStreak, expected.pOverrideAbove10pctInStreak],
          ["cusum", step?.cusum, expected.cusum],
        ] as const
      ).flatMap(([name, mine, value]) => deviation(`${what} ${name}`, mine ?? null, value, 1e-9));
    });
    expect(off).toEqual([]);
    const flags = steps.map(({ what, step }) => ({
      what,
      streak: step?.streak,
      flags: [
        step?.cusumAlarm,
        step?.gateOpen,
        step?.rules.kappa,
        step?.rules.kappaOverwhelming,
        step?.rules.streak,
      ],
    }));
    const expectedFlags = steps.map(({ what, expected: one }) => ({
      what,
      streak: one.streak,
      flags: [
        one.cusumAlarm,
        one.evidenceGate,
        one.revertKappa,
        one.revertKappaOverwhelming,
        one.revertStreakGuarded,
      ],
    }));
    expect(flags).toEqual(expectedFlags);
  });

  it("changes no step by a later month, and never gives NaN", () => {
    const rows = fc.record({
      epoch: fc.constantFrom("e1", "e2", null),
      step: fc.integer({ min: 1, max: 4 }),
      pass: fc.tuple(fc.nat(60), fc.nat(20), fc.nat(4)),
      fail: fc.tuple(fc.nat(30), fc.nat(8), fc.nat(4)),
    });
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 6 }), (list) => {
        let index = 0;
        const months = list.map(({ epoch, step, pass, fail }) => {
          index += step;
          const [nP, nF] = [Math.min(pass[0], pass[1]), Math.min(fail[0], fail[1])];
          return month(
            index,
            [pass[0], nP, Math.min(nP, pass[2])],
            [fail[0], nF, Math.min(nF, fail[2])],
            epoch === null ? { ...month(index, [0, 0, 0]), epoch } : { epoch },
          );
        });
        const steps = each(months);
        expect(each(months.slice(0, -1))).toEqual(steps.slice(0, -1));
        expect(last(months)).toEqual(steps.at(-1));
        for (const step of steps) {
          const numbers = [
            ...Object.values(step.pool),
            step.pBelowThreshold,
            step.pOverrideAbove,
            step.pOverrideAboveInStreak,
            step.cusum,
          ];
          for (const number of numbers) expect(number).not.toBeNaN();
          for (const mode of [step.literal, step.guarded]) {
            expect(mode.reasons.length > 0).toBe(mode.action === "revert" || mode.action === "watch");
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the pool", () => {
  it("is discounted by each calendar month, missing ones too", () => {
    expect(last([healthy(0), healthy(3)]).pool.passGraded).toBeCloseTo(9 * 0.75 ** 3 + 9, 12);
    expect(last([healthy(11), healthy(12)], { poolDiscount: 0.5 }).pool.passSize).toBe(135);
  });

  it("takes the sizes of a month without grades", () => {
    const { pool } = last([healthy(0), month(1, [8, 0, 0], [4, 0, 0])]);
    expect(pool).toMatchObject({ passSize: 75.5, passGraded: 6.75, failSize: 11.5, failGraded: 3.75 });
  });

  it("belongs to the epoch, and one that comes back resumes its own", () => {
    const steps = each([
      healthy(0),
      month(1, [40, 5, 2], [10, 5, 0], { epoch: "e2" }),
      month(2, [40, 5, 0], [10, 5, 0]),
      month(4, [40, 5, 2], [10, 5, 0], { epoch: "e2" }),
    ]);
    expect(steps[1]?.pool).toMatchObject({ passSize: 40, passGraded: 5, overrides: 2 });
    expect(steps[2]?.pool).toMatchObject({ passGraded: 9 * 0.75 ** 2 + 5, overrides: 0 });
    expect(steps[3]?.pool).toMatchObject({ passGraded: 5 * 0.75 ** 3 + 5, overrides: 2 * 0.75 ** 3 + 2 });
    expect(steps[2]?.cusum).toBe(0);
    expect(steps[3]?.cusum).toBeCloseTo(2 * (2 * Math.log(4) + 3 * Math.log(0.8 / 0.95)), 12);
  });

  it("of a month without an epoch is that of the last one that decided, a month older", () => {
    const gap = month(1, [0, 0, 0], [0, 0, 0], { epoch: null });
    const [, between, after] = each([month(0, [90, 9, 2], [10, 5, 0]), gap, healthy(2)]);
    expect(between?.pool.passGraded).toBe(6.75);
    expect(between?.cusum).toBeGreaterThan(0);
    expect(after?.pool.passGraded).toBe(9 * 0.75 ** 2 + 9);
    expect(last([gap]).pool.passSize).toBe(0);
    // Whatever such a month holds is no evidence of any epoch.
    const stray = month(1, [40, 5, 1], [10, 5, 0], { epoch: null });
    const { pool, cusum } = last([month(0, [90, 9, 2], [10, 5, 0]), stray]);
    expect({ pool, cusum }).toEqual({ pool: between?.pool, cusum: between?.cusum });
  });
});

describe("rule K", () => {
  const drifting = [healthy(0), month(1, [90, 9, 3], [10, 5, 0]), month(2, [90, 9, 2], [10, 5, 1])];

  it("reverts on the pool's probability behind its gate", () => {
    const step = last(drifting);
    expect(step.guarded).toEqual({ action: "revert", reasons: ["kappa", "cusum"] });
    expect(last(drifting, { kProbability: 0.95 }).guarded).toEqual({ action: "watch", reasons: ["cusum"] });
    expect(last(drifting, { kGate: [20.8125, 11.5625] }).rules.kappa).toBe(true);
    expect(last(drifting, { kGate: [20.9, 5] }).rules.kappa).toBe(false);
    expect(last(drifting, { kGate: [10, 11.6] }).rules.kappa).toBe(false);
  });

  it("fires at its probability and not only above it", () => {
    const p = last(drifting).pBelowThreshold ?? Number.NaN;
    expect(last(drifting, { kProbability: p }).rules.kappa).toBe(true);
    expect(last(drifting, { overwhelmingProbability: p }).rules.kappaOverwhelming).toBe(true);
  });

  it("reads the threshold of its axis", () => {
    const lenient = last(drifting, { kappaThreshold: 0.2 });
    expect(lenient.pBelowThreshold).toBeLessThan(0.3);
    expect(lenient.rules.kappa).toBe(false);
  });
});

describe("a probability that cannot be computed", () => {
  it("reaches no bar, however low", () => {
    const step = last([month(0, [90, 9, 4])], {
      kGate: [0, 0],
      overwhelmingGate: [0, 0],
      kProbability: 0,
      overwhelmingProbability: 0,
    });
    expect(step.gateOpen).toBe(true);
    expect(step.rules).toEqual({ kappa: false, kappaOverwhelming: false, streak: false });
  });
});

describe("rule K!", () => {
  it("reverts at once on 4 overrides of 9 (the shipped demo)", () => {
    const step = last([month(0, [81, 9, 4], [10, 5, 0])]);
    expect(step.gateOpen).toBe(false);
    expect(step.rules).toEqual({ kappa: false, kappaOverwhelming: true, streak: false });
    expect(step.guarded).toEqual({ action: "revert", reasons: ["kappa-overwhelming", "cusum"] });
    expect(step.evidence).toBe("insufficient");
  });

  it("stands beside K where both fire, in the fixed order", () => {
    const step = last([month(0, [100, 20, 15], [50, 10, 0]), month(1, [100, 20, 15], [50, 10, 0])]);
    expect(step.guarded.reasons).toEqual(["kappa", "kappa-overwhelming", "cusum"]);
  });

  it("waits for its own gate", () => {
    expect(last([month(0, [90, 4, 4], [10, 5, 0])]).rules.kappaOverwhelming).toBe(false);
    expect(last([month(0, [90, 9, 5], [10, 1, 0])]).rules.kappaOverwhelming).toBe(false);
    expect(last([month(0, [90, 9, 5], [10, 2, 0])]).overwhelmingGateOpen).toBe(true);
    expect(last([month(0, [90, 5, 5], [10, 5, 0])]).rules.kappaOverwhelming).toBe(true);
  });
});

/** One override of five graded. */
function single(index: number, more: Partial<MonthEvidence> = {}): MonthEvidence {
  return month(index, [40, 5, 1], [10, 5, 0], more);
}

describe("rule S", () => {
  it("reverts on three months with one override each of 5", () => {
    const step = last([single(0), single(1), single(2)]);
    expect(step.guarded).toEqual({ action: "revert", reasons: ["streak"] });
    expect(step.pOverrideAboveInStreak).toBeCloseTo(0.895175149830785, 9);
    expect(last([single(0), single(1)]).guarded).toEqual(keep);
    expect(last([single(0), single(1)], { streakMonths: 2 }).guarded.reasons).toEqual(["streak"]);
  });

  it("lets top-up grades of the streak's own months contradict it, and no others", () => {
    const topUp = { pass: { graded: 45, overrides: 1 }, frame: { pass: 400, fail: 100 } };
    const contradicted = last([single(0, topUp), single(1, topUp), single(2, topUp)]);
    expect(contradicted.streak).toBe(3);
    expect(contradicted.rules.streak).toBe(false);
    expect(contradicted.guarded.action).toBe("keep");
    expect(contradicted.literal.reasons).toContain("streak");
    // Clean grades of the month before, and of an uncounted month between, are not the streak's.
    const between = month(2, [400, 100, 0], [0, 0, 0], {
      base: { sampled: 9, answered: 4, graded: 4, overrides: 0 },
    });
    const apart = last([month(0, [400, 300, 0]), single(1), between, single(3), single(4)]);
    expect(apart.pOverrideAboveInStreak).toBeCloseTo(0.895175149830785, 9);
  });

  it("reads the streak over epochs, and fires at its probability", () => {
    const months = [single(0), single(1, { epoch: "e2" }), single(2, { epoch: "e3" })];
    const step = last(months);
    expect(step.streak).toBe(3);
    expect(step.pool.passGraded).toBe(5);
    expect(step.pOverrideAboveInStreak).toBeCloseTo(0.895175149830785, 9);
    const p = step.pOverrideAboveInStreak ?? Number.NaN;
    expect(last(months, { streakProbability: p }).rules.streak).toBe(true);
    expect(last(months, { streakProbability: 0.9 }).rules.streak).toBe(false);
    expect(last(months, { overrideRate: 0.4 }).rules.streak).toBe(false);
  });

  it("does not count overrides of a top-up as a bad month, but all else does", () => {
    const step = last([
      month(0, [90, 9, 0], [10, 5, 0], { pass: { graded: 27, overrides: 2 }, frame: { pass: 90, fail: 10 } }),
    ]);
    expect(step.streak).toBe(0);
    expect(step.pOverrideAboveInStreak).toBeNull();
    expect(step.pool.overrides).toBe(2);
    expect(step.cusum).toBeCloseTo(Math.max(0, 2 * Math.log(4) + 25 * Math.log(0.8 / 0.95)), 12);
  });

  it("still stands at 3 while it is suspended, and falls with the gap", () => {
    const partly = month(3, [40, 4, 0], [10, 5, 0], {
      base: { sampled: 5, answered: 4, graded: 4, overrides: 0 },
    });
    const suspended = last([single(0), single(1), single(2), partly]);
    expect(suspended.streak).toBe(3);
    expect(suspended.literal.reasons).toEqual(["streak"]);
    expect(last([single(0), single(1), single(2), { ...partly, period: "2025-06" }]).streak).toBe(0);
    expect(last([single(0), single(1), { ...single(3) }], { streakGap: 0 }).streak).toBe(1);
  });
});

describe("the literal mode", () => {
  it("reverts on the month's own point kappa, at any size", () => {
    const step = last([month(0, [95, 10, 1], [5, 1, 0])]);
    expect(step.literal).toEqual({ action: "revert", reasons: ["kappa"] });
    expect(step.guarded).toEqual(keep);
  });

  it("does not revert at the threshold itself", () => {
    const at = month(0, [25, 5, 1], [25, 5, 1]);
    expect(last([at]).literal).toEqual(keep);
    expect(last([at], { kappaThreshold: 0.61 }).literal.reasons).toEqual(["kappa"]);
  });

  it("reads this month and not the pool", () => {
    const bad = month(0, [90, 9, 4], [10, 5, 0]);
    expect(last([bad, healthy(1)]).literal).toEqual(keep);
    expect(last([healthy(0), bad]).literal.reasons).toEqual(["kappa", "cusum"]);
  });

  it("reverts where the founder gave one word only, but not on a kappa that cannot be identified", () => {
    expect(last([month(0, [90, 9, 0], [10, 5, 5])]).literal.reasons).toEqual(["kappa"]);
    expect(last([month(0, [90, 9, 1], [0, 0, 0])]).literal).toEqual(keep);
    expect(last([month(0, [90, 9, 1], [10, 0, 0])]).literal).toEqual(keep);
  });

  it("reverts on the streak alone, and watches on the CUSUM alone", () => {
    const passOnly = [0, 1, 2].map((index) => month(index, [40, 5, 1]));
    expect(last(passOnly).literal).toEqual({
      action: "revert",
      reasons: ["streak"],
    });
    const watched = last([month(0, [90, 9, 4], [0, 0, 0])]);
    expect(watched.literal).toEqual({ action: "watch", reasons: ["cusum"] });
    expect(watched.guarded).toEqual({ action: "watch", reasons: ["cusum"] });
  });
});

describe("the CUSUM", () => {
  it("watches at its alarm, not below", () => {
    const months = [month(0, [90, 9, 4], [0, 0, 0])];
    const { cusum } = last(months);
    expect(last(months, { cusum: { from: 0.05, to: 0.2, alarm: cusum } }).cusumAlarm).toBe(true);
    expect(last(months, { cusum: { from: 0.05, to: 0.2, alarm: cusum + 1e-9 } }).guarded).toEqual(keep);
  });
});

describe("a month without a grade", () => {
  it("decides nothing in either mode, but shows pool, probability, streak and CUSUM", () => {
    const step = last([
      month(0, [90, 9, 4], [10, 5, 0]),
      month(1, [90, 9, 4], [10, 5, 0]),
      month(2, [90, 9, 4], [10, 5, 0]),
      month(3, [50, 0, 0], [10, 0, 0]),
    ]);
    expect(step.literal).toEqual(none);
    expect(step.guarded).toEqual(none);
    expect(step.evidence).toBeNull();
    expect(step.streak).toBe(3);
    expect(step.pBelowThreshold).toBeGreaterThan(0.9);
    expect(step.cusumAlarm).toBe(true);
  });

  it("is not a month with a single grade, or with FAIL grades alone", () => {
    expect(last([month(0, [90, 1, 0], [10, 0, 0])]).guarded).toEqual(keep);

    const step = last([healthy(0), month(1, [50, 0, 0], [10, 5, 0])]);
    expect(step.guarded).toEqual(keep);
    expect(step.evidence).not.toBeNull();
  });

  it("is what no months at all come to", () => {
    expect(last([])).toMatchObject({
      literal: none,
      guarded: none,
      streak: 0,
      pBelowThreshold: null,
      cusum: 0,
    });
  });
});

describe("evidence", () => {
  it("is insufficient while the gate of K is closed or there is no probability", () => {
    expect(last([healthy(0)]).evidence).toBe("insufficient");
    expect(last([month(0, [90, 30, 0], [0, 0, 0])], { kGate: [10, 0] }).evidence).toBe("insufficient");
  });

  it("is healthy up to 0.10 and uncertain above, beside any action", () => {
    expect(last([healthy(0), healthy(1)]).evidence).toBe("healthy");
    expect(last([month(0, [90, 12, 1], [10, 6, 0])]).evidence).toBe("uncertain");
    const reverted = last([month(0, [100, 20, 15], [50, 10, 0])]);
    expect([reverted.guarded.action, reverted.evidence]).toEqual(["revert", "uncertain"]);
  });

  it("needs a grade in both strata of the pool for a probability", () => {
    expect(last([month(0, [90, 9, 1], [10, 0, 0])]).pBelowThreshold).toBeNull();
    expect(last([month(0, [90, 0, 0], [10, 5, 0])]).pBelowThreshold).toBeNull();
    expect(last([month(0, [90, 0, 0], [10, 5, 0])]).pOverrideAbove).toBeNull();
    expect(last([month(0, [90, 9, 1], [10, 0, 0])]).pOverrideAbove).not.toBeNull();
  });
});

describe("decideNext", () => {
  it("comes, month by month, to what decideEach says of the list, through epochs and gaps", () => {
    const months = [
      month(0, [90, 9, 1], [10, 5, 0]),
      month(1, [90, 9, 2], [10, 5, 1], { epoch: "e2" }),
      month(3, [0, 0, 0], [0, 0, 0], { epoch: null }),
      month(4, [90, 9, 1], [10, 5, 0]),
    ];
    let state = nothingDecided;
    const steps = months.map((one) => {
      const next = decideNext(state, one, defaultDecision);
      state = next.state;
      return next.step;
    });
    expect(steps).toEqual(each(months));
  });

  it("looks at a month again from the same state, as top-up does", () => {
    const { state } = decideNext(nothingDecided, healthy(0), defaultDecision);
    const base = month(1, [90, 9, 2], [10, 5, 0]);
    const first = decideNext(state, base, defaultDecision);
    decideNext(state, month(1, [90, 27, 3], [10, 7, 0]), defaultDecision);
    expect(decideNext(state, base, defaultDecision)).toEqual(first);
  });
});

function alarmThat(acts: "watch" | "revert" | undefined): Partial<DecisionPolicy> {
  return { cusum: { from: 0.05, to: 0.2, alarm: 4, acts } };
}

describe("an alarm that acts", () => {
  const alarmed = month(0, [450, 45, 9], [450, 45, 0]);
  it("watches, unless the policy lets it revert, in the guarded mode alone", () => {
    for (const acts of [undefined, "watch"] as const) {
      expect(last([alarmed], alarmThat(acts)).guarded).toEqual({ action: "watch", reasons: ["cusum"] });
    }
    const step = last([alarmed], alarmThat("revert"));
    expect(step.guarded).toEqual({ action: "revert", reasons: ["cusum"] });
    expect(step.literal).toEqual({ action: "watch", reasons: ["cusum"] });
  });

  it("reverts nothing below its height", () => {
    expect(last([healthy(0)], alarmThat("revert")).guarded).toEqual(keep);
  });
});
