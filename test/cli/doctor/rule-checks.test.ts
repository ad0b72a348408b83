import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/cli/doctor/rule-checks.ts";
import type { MonthCount } from "../../../src/core/cycle.ts";
import { defaultBurden, defaultDecision, defaultSampling, defaultTopUp } from "../../../src/core/policy.ts";
import { axisOf } from "../../intake/intake-workspace.ts";

const axis = axisOf("verify-dispatch", { file: "verify-dispatch.yaml" });

function counts(pass: number, fail: number, name = axis.name): readonly MonthCount[] {
  const shared = { axis: name, period: "2026-10", epoch: "e", artifact: "snapshot" } as const;
  const rest = { firstAt: 0, lastAt: 0, costUsd: 0, costKnown: 0 };
  return [
    { ...shared, ...rest, word: "PASS", count: pass },
    { ...shared, ...rest, word: "FAIL", count: fail },
  ];
}

const config = {
  sampling: defaultSampling,
  burden: defaultBurden,
  topUp: defaultTopUp,
  decision: defaultDecision,
};
const literal = { ...config, decision: { ...defaultDecision, mode: "literal" } as const };
const check = (pass: number, fail: number, rules: typeof config = config) =>
  checkRules([axis], counts(pass, fail), rules, "2026-10");

describe("checkRules", () => {
  it("has nothing to say of the shipped rules at an ordinary volume", () => {
    expect(check(90, 10)).toMatchObject([{ name: "rule of verify-dispatch", ok: true, fix: null }]);
  });

  it.each([
    ["a literal mode, which reverts most sound critics", 90, 10, literal],
    ["a volume that is never sampled", 8, 2, config],
    [
      "a rule that no drift can reach",
      90,
      10,
      {
        ...config,
        topUp: { ...defaultTopUp, enabled: false },
        decision: {
          ...defaultDecision,
          streakMonths: 24,
          kGate: [1000, 1000] as const,
          overwhelmingGate: [1000, 1000] as const,
        },
      },
    ],
    [
      "a guarded mode that needs too little evidence",
      90,
      10,
      {
        ...config,
        topUp: { ...defaultTopUp, enabled: false },
        decision: { ...defaultDecision, kProbability: 0.5, kGate: [1, 1] as const },
      },
    ],
  ])("advises about %s, and fails nobody", (_, pass, fail, rules) => {
    const [found] = check(pass, fail, rules);
    expect(found?.ok).toBe(true);
    expect(found?.fix).not.toBeNull();
  });

  it("is silent where no axis acts alone, or nothing came in", () => {
    expect(checkRules([{ ...axis, status: "assisted" }], counts(90, 10), literal, "2026-10")).toEqual([]);
    expect(checkRules([axis], [], literal, "2026-10")).toEqual([]);
    expect(checkRules([axis], counts(90, 10, "verify-strategy"), literal, "2026-10")).toEqual([]);
  });

  it("claims no more than its runs can show", () => {
    const [found] = check(90, 10);
    // None of 300 is at most 0.9%, and not 0%.
    expect(found?.message).toMatch(/reverts at most (0\.[89]|[1-4](\.\d)?)% of sound critics/);
    expect(found?.message).toContain("300 simulated runs");
    const [computed] = check(90, 10, literal);
    expect(computed?.message).not.toMatch(/at least|runs/);
  });

  it("judges an axis of many by its turn and its share, and promises no first month", () => {
    const axes = Array.from({ length: 9 }, (_, index) => ({ ...axis, name: `verify-${index}` }));
    const all = axes.flatMap(({ name }) => counts(90, 10, name));
    const found = checkRules(axes, all, config, "2026-10");
    expect(found).toHaveLength(9);
    for (const { message } of found) {
      expect(message).toContain("one of 9 axes, taken as asked every 3 months");
      expect(message).not.toContain("within 1 month");
    }
  });

  it("says the same each time", () => {
    expect(check(45, 5)).toEqual(check(45, 5));
  });
});
