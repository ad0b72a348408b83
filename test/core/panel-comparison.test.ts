import { describe, expect, it } from "vitest";
import { kappaInterval, weightedKappa } from "../../src/core/weighted-kappa.ts";
import { mergePanel } from "../../src/core/panel.ts";
import { type ComparedDraft, panelFigures, wordWithout } from "../../src/core/panel-comparison.ts";
import { finding, panelRun } from "../support/panel-run.ts";

type Word = "PASS" | "FAIL";

function drafts(count: number, panel: Word, reviewer: Word, founder: Word | null): readonly ComparedDraft[] {
  return Array.from({ length: count }, () => ({ panel, reviewer, founder }));
}

describe("panelFigures", () => {
  it("says how often each was right on the graded drafts, and who alone", () => {
    const figures = panelFigures([
      ...drafts(6, "PASS", "PASS", "PASS"),
      ...drafts(5, "FAIL", "PASS", "FAIL"),
      ...drafts(1, "FAIL", "PASS", "PASS"),
      ...drafts(4, "FAIL", "FAIL", "FAIL"),
    ]);
    expect(figures).toMatchObject({ drafts: 16, graded: 16, onlyPanelRight: 5, onlyReviewerRight: 1 });
    expect(figures.panel.agreement).toMatchObject({ agreed: 15, n: 16, rate: 15 / 16 });
    expect(figures.reviewer.agreement).toMatchObject({ agreed: 11, n: 16 });
    // Everything was graded: the plain tables are the whole. Cohen by hand: 2(6*9)/(6*9+7*10), 2(7*4-5*0)/(12*9+7*4).
    expect(figures.panel.kappa).toMatchObject({ status: "ok" });
    expect(figures.panel.kappa.value).toBeCloseTo(108 / 124, 12);
    expect(figures.reviewer.kappa.value).toBeCloseTo(56 / 136, 12);
    expect(figures.difference?.value).toBeCloseTo(4 / 16, 12);
    // Exact McNemar of 5 against 1: 2 (1 + 6) / 2^6.
    expect(figures.p).toBe(0.21875);
  });

  it("lets the graded of a pair of words stand for all of that pair", () => {
    const figures = panelFigures([
      ...drafts(9, "PASS", "PASS", "PASS"),
      ...drafts(81, "PASS", "PASS", null),
      ...drafts(1, "PASS", "FAIL", "PASS"),
      ...drafts(1, "PASS", "FAIL", "FAIL"),
      ...drafts(8, "PASS", "FAIL", null),
      ...drafts(4, "FAIL", "FAIL", "FAIL"),
    ]);
    // The panel passes 100, of which 95 stand for PASS; it fails 4: kappa of {95, 5, 0, 4}.
    expect(figures.panel.kappa.value).toBeCloseTo((2 * 95 * 4) / (100 * 9 + 95 * 4), 12);
    // Alone in its pair of words each is right half the time.
    expect(figures.difference?.value).toBeCloseTo(0, 12);
    expect(figures.difference?.low).toBeLessThan(0);
    expect(figures.difference?.high).toBeGreaterThan(0);
  });

  it("is the month's weighted kappa with its interval where the two always say the same", () => {
    const figures = panelFigures([
      ...drafts(8, "PASS", "PASS", "PASS"),
      ...drafts(1, "PASS", "PASS", "FAIL"),
      ...drafts(81, "PASS", "PASS", null),
      ...drafts(5, "FAIL", "FAIL", "FAIL"),
      ...drafts(5, "FAIL", "FAIL", null),
    ]);
    const strata = {
      pass: { size: 90, graded: 9, founderPass: 8 },
      fail: { size: 10, graded: 5, founderPass: 0 },
    };
    const { high, low } = kappaInterval(strata);
    expect(figures.panel.kappa.value).toBeCloseTo(weightedKappa(strata).value ?? Number.NaN, 12);
    expect(figures.panel.kappa.low).toBeCloseTo(low ?? Number.NaN, 10);
    expect(figures.panel.kappa.high).toBeCloseTo(high ?? Number.NaN, 10);
    expect(figures.difference).toEqual({ value: 0, low: 0, high: 0 });
  });

  it.each([
    ["nothing", [], "undefined", "no-data"],
    ["nothing graded", drafts(3, "PASS", "FAIL", null), "undefined", "no-data"],
    [
      "a pair of words of which nothing was graded",
      [...drafts(3, "PASS", "FAIL", "PASS"), ...drafts(3, "FAIL", "PASS", null)],
      "unidentified",
      "ungraded-stratum",
    ],
    ["one word only", drafts(3, "PASS", "PASS", "PASS"), "unidentified", "empty-stratum"],
  ] as const)("says why there is no kappa: %s", (_name, given, status, because) => {
    const { panel } = panelFigures(given);
    expect(panel.kappa).toEqual({ status, value: null, low: null, high: null, because });
  });

  it("has no figure that is not finite without a draft", () => {
    expect(panelFigures([])).toMatchObject({
      drafts: 0,
      graded: 0,
      difference: null,
      p: 1,
      panel: { agreement: { agreed: 0, n: 0, rate: null, low: null, high: null } },
    });
  });
});

describe("wordWithout", () => {
  it("takes one of the panel out of its verdict", () => {
    const peer = { findings: [finding()], wow: { score: 5 } };
    const merged = mergePanel(panelRun({}, { peer }));
    expect(merged.verdict).toBe("REVISE");
    expect(wordWithout(merged, "outside-peer", "ai-detector")).toBe("PASS");
    expect(wordWithout(merged, "rules-judge", "ai-detector")).toBe("FAIL");
  });

  it("takes its aiRisk out with the lens that gives it, and has no word for a run that lacks a lens", () => {
    const risky = mergePanel(panelRun({ "ai-detector": { aiRisk: { score: 8 } } }));
    expect(wordWithout(risky, "outside-peer", "ai-detector")).toBe("FAIL");
    expect(wordWithout(risky, "ai-detector", "ai-detector")).toBe("PASS");
    expect(
      wordWithout(mergePanel(panelRun({ "rules-judge": null })), "outside-peer", "ai-detector"),
    ).toBeNull();
  });
});
