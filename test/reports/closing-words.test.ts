import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { closingWords } from "../../src/reports/closing-words.ts";
import { sampleRow } from "./sample-row.ts";

const words = (row: ReturnType<typeof sampleRow>): Record<"happened" | "means" | "toDo", string> => {
  const { happened, means, toDo } = closingWords(row, defaultDecision, "2026-06-15 09:00 UTC");
  return { happened: happened.join(" "), means: means.join(" "), toDo: toDo.join(" ") };
};

describe("closingWords", () => {
  it("tells a revert with its counts, its interval and its bar, and asks for a look at everything", () => {
    const { happened, means, toDo } = words(sampleRow());
    expect(happened).toMatch(/14 of 14 items .* May 2026.* 9 .* 4;.* 5 .* 0\..*assisted.*2 verdicts/);
    expect(means).toMatch(/0\.219.*0\.077 and 0\.468.*n = 9 \+ 5.*0\.996.*0\.99/);
    expect(toDo).toContain("everything that verify-dispatch passes");
    expect(toDo).not.toContain("disagreement");
  });

  it("tells on which side of the threshold the interval lies", () => {
    const kappa = { status: "ok", value: 0.8, because: null, bounds: null } as const;
    const above = words(sampleRow({ kappa: { ...kappa, low: 0.6, high: 0.9 } })).means;
    const across = words(sampleRow({ kappa: { ...kappa, low: 0.5, high: 0.9 } })).means;
    expect(above).toContain("at or above");
    expect(across).toContain("either side of 0.6");
    expect(words(sampleRow()).means).toContain("below what");
  });

  it("tells a streak, and piling overrides, without a code", () => {
    const decision = { ...sampleRow().decision, reasons: ["streak", "cusum"] as const };
    const { means } = words(sampleRow({ decision, streak: 4 }));
    expect(means).toMatch(/4 months running; after 3/);
    expect(means).not.toMatch(/cusum|streak/i);
  });

  it("says how to follow the literal rule where it was not followed", () => {
    const { decision } = sampleRow();
    const kept = sampleRow({
      decision: { ...decision, action: "keep", reasons: [], guarded: { action: "keep", reasons: [] } },
    });
    expect(words(kept).toDo).toContain('axis assist verify-dispatch --reason "kappa rule of 2026-05"');
    expect(words(kept).means).toContain("literal rule");
  });

  it("has words for a month without a grade, and for one that is on no autonomy anyway", () => {
    const none = { action: "none", reasons: [] } as const;
    const decision = { ...sampleRow().decision, ...none, literal: none, guarded: none, evidence: null };
    const status = { before: "assisted", after: "assisted" };
    expect(words(sampleRow({ decision, status })).toDo).toContain("Go on looking");
    const ungraded = words(
      sampleRow({
        decision,
        status,
        graded: { pass: 0, fail: 0, probe: 0, risk: 0 },
        kappa: { status: "undefined", value: null, low: null, high: null, because: "no-data", bounds: null },
      }),
    );
    expect(ungraded.happened).toContain("none was graded");
    expect(Object.values(ungraded).join(" ")).not.toMatch(/NaN|null|undefined/);
  });
});
