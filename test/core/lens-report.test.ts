import { describe, expect, it } from "vitest";
import { isAnswer, unknownKeys } from "../../src/core/answer-schema.ts";
import { reportFields, reportSchema } from "../../src/core/lens-report.ts";

const setup = {
  aiRiskFrom: "ai-detector",
  lenses: [
    { name: "rules-judge", mayBlock: true, promptFile: null, critic: null },
    { name: "ai-detector", mayBlock: false, promptFile: null, critic: null },
  ],
  limits: { draftBytes: 1, contractBytes: 1, findings: 7 },
};
const report = {
  findings: [{ severity: "CRITICAL", block: 99, evidence: "x", issue: "y", suggestion: "z" }],
  strengths: [{ evidence: "x", why: "y" }],
  wow: { score: 12, moments: ["x"] },
  skill_adjustments: [{ file: "writer.md", section: "Endings", problem: "x", suggestion: "y" }],
};

describe("reportSchema", () => {
  it("leaves to the merge what it can judge: unknown severities, blocks that are not there, odd scores", () => {
    expect(isAnswer(report, reportSchema("rules-judge", setup))).toBe(true);
    expect(
      isAnswer({ ...report, findings: [{ severity: "MAJOR" }] }, reportSchema("rules-judge", setup)),
    ).toBe(false);
  });

  it("asks aiRisk of its lens, and a verdict of the peer, and of nobody else", () => {
    const aiRisk = { score: 3, drivers: ["even"] };
    expect(isAnswer(report, reportSchema("ai-detector", setup))).toBe(false);
    expect(isAnswer({ ...report, aiRisk }, reportSchema("ai-detector", setup))).toBe(true);
    expect(unknownKeys({ ...report, aiRisk }, reportSchema("ai-detector", setup))).toEqual([]);
    expect(unknownKeys({ ...report, aiRisk }, reportSchema("rules-judge", setup))).toEqual(["aiRisk"]);
    expect(isAnswer({ ...report, verdict: "yes" }, reportSchema("outside-peer", setup))).toBe(true);
    expect(isAnswer(report, reportSchema("outside-peer", setup))).toBe(false);
    expect(isAnswer({ ...report, note: "More." }, reportSchema("rules-judge", setup))).toBe(true);
    expect(unknownKeys({ ...report, aiRisk }, reportSchema("ai-detector", { aiRiskFrom: null }))).toEqual([
      "aiRisk",
    ]);
  });
});

describe("reportFields", () => {
  it("offers BLOCKER to those whose BLOCKER can stand, and to the peer, whose is capped", () => {
    const blocks = ["rules-judge", "ai-detector", "outside-peer"].map((reader) =>
      reportFields(reader, setup).severities.includes("BLOCKER"),
    );
    expect(blocks).toEqual([true, false, true]);
    expect(reportFields("ai-detector", setup).severities).toMatch(/`MAJOR`.*`ADVISORY`/);
  });

  it("says how many findings are asked for, and what only one of them answers", () => {
    expect(reportFields("rules-judge", setup)).toMatchObject({ findings: "7", more: "" });
    expect(reportFields("ai-detector", setup).more).toContain("`aiRisk`");
    expect(reportFields("outside-peer", setup).more).toContain("`verdict`");
  });
});
