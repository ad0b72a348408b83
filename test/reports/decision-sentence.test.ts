import { describe, expect, it } from "vitest";
import type { DecisionStep } from "../../src/core/decision.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { sampleOpenRow, sampleRow } from "./sample-row.ts";
import { decisionSentence } from "../../src/reports/decision-sentence.ts";
import { evidenceSentence } from "../../src/reports/evidence-sentence.ts";
import { modeSentence, modesDiffer } from "../../src/reports/mode-sentence.ts";
import { streakCount } from "../../src/reports/row-counts.ts";

const policy = defaultDecision;
const quiet = { action: "keep", reasons: [] } as const;

function streakStep(row = sampleRow()): DecisionStep {
  return {
    pool: row.pool ?? {
      passSize: 0,
      passGraded: 0,
      overrides: 0,
      failSize: 0,
      failGraded: 0,
      founderPassInFail: 0,
    },
    pBelowThreshold: row.pBelowThreshold,
    pOverrideAbove: 0.7,
    cusum: 4.52,
    cusumAlarm: true,
    streak: 3,
    pOverrideAboveInStreak: 0.6234,
    gateOpen: true,
    overwhelmingGateOpen: true,
    rules: { kappa: false, kappaOverwhelming: false, streak: true },
    literal: quiet,
    guarded: quiet,
    evidence: "uncertain",
  };
}

describe("decisionSentence", () => {
  it("gives the probability, the bar it passed and the overrides with their n", () => {
    expect(decisionSentence(sampleRow(), policy)).toBe(
      "reverted to assisted: P(kappa < 0.6) = 0.996 (bar 0.99), 4 overrides of 9",
    );
  });

  it("names the threshold and the bars of the policy, not the defaults", () => {
    const own = { ...policy, kappaThreshold: 0.7, overwhelmingProbability: 0.995 };
    expect(decisionSentence(sampleRow(), own)).toContain("P(kappa < 0.7) = 0.996 (bar 0.995)");
  });

  it("says every rule that fired, the lower kappa bar only where the higher one did not", () => {
    const row = sampleRow({ streak: 3 });
    const sentence = (reasons: typeof row.decision.reasons): string =>
      decisionSentence({ ...row, decision: { ...row.decision, reasons } }, policy, streakStep());
    expect(sentence(["kappa", "kappa-overwhelming"]).match(/bar/g)).toHaveLength(1);
    expect(sentence(["kappa"])).toContain("(bar 0.9)");
    expect(sentence(["streak"])).toContain(
      "3 months running (bar 3), P(override rate > 10%) = 0.623 (bar 0.5)",
    );
    expect(sentence(["cusum"])).toContain("CUSUM at 4.52, bar 4");
  });

  it("uses the month's kappa with its interval where the literal mode acts", () => {
    const { decision } = sampleRow();
    const row = sampleRow({ decision: { ...decision, mode: "literal", reasons: ["kappa"] } });
    expect(decisionSentence(row, policy)).toContain("kappa 0.219 [0.077, 0.468] < 0.6");
  });

  it("says the bar that the grades allow where nothing fired", () => {
    const { decision } = sampleRow();
    const kept = sampleRow({ pBelowThreshold: 0.2, decision: { ...decision, action: "keep", reasons: [] } });
    expect(decisionSentence(kept, policy)).toContain("0.200 (bar 0.99 on so few grades)");
    const thin = {
      passSize: 90,
      passGraded: 4,
      overrides: 4,
      failSize: 10,
      failGraded: 1,
      founderPassInFail: 0,
    };
    expect(decisionSentence({ ...kept, pBelowThreshold: 0.995, pool: thin }, policy)).toContain(
      "0.995 (too few grades to act on: at least 5 PASS and 2 FAIL needed)",
    );
    const pool = {
      passSize: 90,
      passGraded: 10,
      overrides: 0,
      failSize: 10,
      failGraded: 5,
      founderPassInFail: 0,
    };
    expect(decisionSentence({ ...kept, pool }, policy)).toContain("0.200 (bar 0.9)");
    expect(decisionSentence({ ...kept, pool: null, pBelowThreshold: null }, policy)).toContain("kappa 0.219");
  });

  it("tells apart why there is no decision", () => {
    const { decision } = sampleRow();
    const none = { ...decision, action: "none", reasons: [] } as const;
    const ungraded = sampleRow({ decision: none, graded: { pass: 0, fail: 0, probe: 0, risk: 0 } });
    const assisted = sampleRow({ decision: none, status: { before: "assisted", after: "assisted" } });
    const sentences = [
      decisionSentence(ungraded, policy),
      decisionSentence(assisted, policy),
      decisionSentence(sampleOpenRow(), policy),
      decisionSentence(sampleRow({ state: "below-threshold", because: "too-few-pass" }), policy),
      decisionSentence(sampleRow({ state: "skipped", because: "too-old" }), policy),
      decisionSentence(sampleRow({ state: "skipped", because: "no-axis-file" }), policy),
    ];
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences[1]).toContain("assisted");
    expect(sentences[2]).toContain("1 of 2");
    expect(sentences[3]).toContain("90 PASS");
  });
});

describe("modeSentence", () => {
  it("gives each mode its own action and reasons", () => {
    expect(modeSentence(sampleRow(), policy, "literal")).toBe("revert (kappa 0.219 [0.077, 0.468] < 0.6)");
    expect(modeSentence(sampleRow(), policy, "guarded")).toBe("revert (P(kappa < 0.6) = 0.996 (bar 0.99))");
  });
});

describe("evidenceSentence", () => {
  it("says how many grades are missing where there are too few", () => {
    const { decision } = sampleRow();
    const row = sampleRow({ decision: { ...decision, action: "keep", evidence: "insufficient" } });
    expect(evidenceSentence(row, policy)).toContain("9.0 PASS and 5.0 FAIL graded");
    expect(evidenceSentence(row, policy)).toContain("10 and 5 needed");
    expect(evidenceSentence({ ...row, decision: { ...decision, evidence: null } }, policy)).toBeNull();
  });
});

it("takes no revert for uncertain", () => {
  const { decision } = sampleRow();
  expect(evidenceSentence(sampleRow(), policy)).toBeNull();
  expect(evidenceSentence(sampleRow({ decision: { ...decision, action: "watch" } }), policy)).toContain(
    "uncertain",
  );
});

describe("figures of the row where there is no step", () => {
  const { decision } = sampleRow();
  const row = sampleRow({ streak: 3, pOverrideAboveInStreak: 0.6234, cusum: 4.52 });
  const reasoned = (reasons: typeof decision.reasons): string =>
    decisionSentence({ ...row, decision: { ...decision, reasons } }, policy);

  it("give the CUSUM and the streak's probability", () => {
    expect(reasoned(["cusum"])).toContain("CUSUM at 4.52, bar 4");
    expect(reasoned(["streak"])).toContain("P(override rate > 10%) = 0.623 (bar 0.5)");
  });

  it("say why a full streak, which the literal rule acts on, moves the guarded one not", () => {
    const guarded = { action: "keep", reasons: [] } as const;
    const kept = { ...row, pOverrideAboveInStreak: 0.31, decision: { ...decision, guarded } };
    expect(modeSentence(kept, policy, "guarded")).toContain("P(override rate > 10%) = 0.310 (bar 0.5)");
    expect(modeSentence({ ...kept, streak: 2 }, policy, "guarded")).not.toContain("override rate");
  });
});

describe("streakCount", () => {
  it("says that an override among further items is none of the streak", () => {
    const plain = streakCount(sampleRow({ streak: 0, overrides: 0 }));
    expect(streakCount(sampleRow({ streak: 0, overrides: 1 }))).toMatch(/^0 .*further/);
    expect(plain).not.toContain("further");
    expect(streakCount(sampleRow({ streak: 2, overrides: 1 }))).not.toContain("further");
    // A month before a restart is looked at by no rule.
    expect(streakCount(sampleRow({ streak: 0, overrides: 1, pool: null }))).toBe(plain);
  });
});

describe("modesDiffer", () => {
  const { decision } = sampleRow();
  it("is about actions, on an axis that was acted on, under the guarded mode", () => {
    expect(modesDiffer(sampleRow())).toBe(false);
    const kept = { ...decision, action: "keep", reasons: [], guarded: quiet } as const;
    expect(modesDiffer(sampleRow({ decision: kept }))).toBe(true);
    expect(modesDiffer(sampleRow({ decision: { ...kept, action: "none" } }))).toBe(false);
    expect(modesDiffer(sampleRow({ decision: { ...kept, mode: "literal" } }))).toBe(false);
  });
});
