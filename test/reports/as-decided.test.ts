import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { asDecided, byNowSentence, readsOtherwise } from "../../src/reports/as-decided.ts";
import { decisionSentence } from "../../src/reports/decision-sentence.ts";
import { sampleRow } from "./sample-row.ts";

const policy = defaultDecision;

describe("a decision whose grades have changed since", () => {
  const decided = sampleRow();
  const { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak } = decided;
  const figures = { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak };
  const decidedOn = { ...figures, policy: { ...policy, kappaThreshold: 0.7 } };
  const byNow = { action: "keep", reasons: [] } as const;
  const later = sampleRow({
    table: { pp: 8, pf: 1, fp: 0, ff: 5 },
    overrides: 1,
    pBelowThreshold: 0.21,
    pool: null,
    decidedOn,
    byNow,
  });

  it("is told with the figures and thresholds that it was made on", () => {
    const { row, policy: then } = asDecided(later, policy);
    expect(decisionSentence(row, then)).toBe(decisionSentence(decided, { ...policy, kappaThreshold: 0.7 }));
    expect(asDecided(decided, policy)).toEqual({ row: decided, policy });
    expect(asDecided({ ...later, decidedOn: { ...decidedOn, policy: null } }, policy).policy).toBe(policy);
  });

  it("has a line on what the grades known now come to, only where that is something else", () => {
    const sentence = byNowSentence(later, policy) ?? "";
    for (const words of ["1 override of 9", "0.210", "would be: keep", "thresholds"])
      expect(sentence).toContain(words);
    expect(byNowSentence(later, { ...policy, kappaThreshold: 0.7 })).not.toContain("thresholds of now");
    const same = {
      ...decided,
      decidedOn,
      byNow: { action: "revert", reasons: ["kappa-overwhelming"] } as const,
    };
    expect(byNowSentence(same, policy)).toBeNull();
    expect(byNowSentence({ ...same, pBelowThreshold: 0.9962 + 1e-12 }, policy)).toBeNull();
    expect(readsOtherwise({ ...same, byNow })).toBe(true);
    expect(readsOtherwise({ ...same, streak: 2 })).toBe(true);
    expect(byNowSentence({ ...same, pBelowThreshold: 0.98 }, policy)).toContain("still revert");
    expect(byNowSentence({ ...later, byNow: null }, policy)).toBeNull();
  });
});
