import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { missingConditions } from "../../src/reports/missing-conditions.ts";
import { sampleRow } from "./sample-row.ts";

const policy = defaultDecision;
const quiet = { action: "keep", reasons: [] } as const;

describe("missingConditions", () => {
  const { decision, pool } = sampleRow();
  const kept = { ...decision, action: "keep", reasons: [], guarded: quiet } as const;
  const missing = (changes: Parameters<typeof sampleRow>[0]): readonly string[] =>
    missingConditions(sampleRow({ decision: kept, ...changes }), policy);

  it("names the length of the streak, not a probability that passed its bar", () => {
    const [, streak = ""] = missing({ streak: 1, pOverrideAboveInStreak: 0.606 });
    expect(streak).toMatch(/streak of 3 months .* 1 month$/);
    expect(streak).not.toContain("0.606");
    expect(missing({ streak: 0 })[1]).toContain("none");
    expect(missing({ streak: 3, pOverrideAboveInStreak: 0.31 })[1]).toContain("0.310 (bar 0.5)");
  });

  it("names the bar that was not reached, or the grades that it asks for", () => {
    expect(missing({ pBelowThreshold: 0.83 })[0]).toMatch(/0\.830 is below the bar of 0\.9$/);
    const [few = ""] = missing({ pBelowThreshold: 0.93 });
    expect(few).toContain("10 PASS and 5 FAIL graded, and there are 9.0 and 5.0");
    expect(few).toContain("for which the bar is 0.99");
    const thin = pool === null ? null : { ...pool, passGraded: 3 };
    expect(missing({ pBelowThreshold: 0.995, pool: thin })[0]).toContain("0.99 needs 5 and 2");
    expect(missing({ pBelowThreshold: null })[0]).not.toContain("bar");
    expect(missingConditions(sampleRow(), policy)).toEqual([]);
  });
});
