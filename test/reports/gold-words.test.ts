import { describe, expect, it } from "vitest";
import type { GoldDrift } from "../../src/core/gold-drift.ts";
import { goldDrift } from "../../src/core/gold-drift.ts";
import { goldMonths } from "../../src/core/gold-month.ts";
import {
  driftSentence,
  goldBecause,
  goldFigures,
  goldRunWords,
  goldSizeWords,
} from "../../src/reports/gold-words.ts";
import { goldAnswer, goldItem, goldRun } from "../support/gold-data.ts";

const items = Array.from({ length: 8 }, (_, index) =>
  goldItem(`secret text ${index}`, { origin: index < 4 ? "probe" : "regrade", failureMode: "secret mode" }),
);
const june = goldRun({ planned: 8 });
const july = goldRun({ id: "run-2", period: "2026-07", planned: 8, startedAt: Date.UTC(2026, 7, 1) });
const answers = [
  ...items.map((item) => goldAnswer(item, "FAIL")),
  ...items.map((item) =>
    goldAnswer(item, "PASS", { runId: "run-2", model: "judge-\u001b[31m2", at: Date.UTC(2026, 7, 1) }),
  ),
];
const known = {
  counts: [],
  drawn: new Set<string>(),
  asOf: Number.POSITIVE_INFINITY,
  now: Date.UTC(2026, 7, 20),
  monthOf: (instant: number): string => new Date(instant).toISOString().slice(0, 7),
};
const gold = goldMonths({ items, runs: [june, july], answers }, known)("2026-07");

describe("goldFigures", () => {
  it("names size, agreement, escaped probes, drift and the share of PASS, and no text of an item", () => {
    const figures = Object.fromEntries(goldFigures(gold));
    expect(figures["gold"]).toContain("8 items");
    expect(figures["agreement with gold (holdout)"]).toContain("0 of 8");
    expect(figures["gold probes that escape again"]).toContain("4 of 4");
    expect(figures["drift"]).toMatch(/judge changed.*8 of 8.*model judge-1, now/);
    expect(Object.keys(figures).length).toBe(7);
    const all = Object.values(figures).join("\n");
    expect(["secret", "\u001b"].filter((one) => all.includes(one))).toEqual([]);
  });

  it("is silent without gold, and says why where there was no run", () => {
    expect(goldFigures(null)).toEqual([]);
    const figures = goldFigures(goldMonths({ items, runs: [], answers: [] }, known)("2026-07"));
    expect(figures.map(([name]) => name)).toEqual(["gold", "gold run"]);
  });
});

describe("driftSentence", () => {
  it("has a sentence for each cause", () => {
    const run = (which: typeof june) => ({
      run: which,
      answers: answers.filter(({ runId }) => runId === which.id),
      production: { count: 8, n: 10 },
    });
    const drift = goldDrift(run(june), run(july));
    const causes: readonly GoldDrift["cause"][] = ["judge", "rubric", "work", "none", "unknown"];
    const sentences = causes.map((cause) => driftSentence({ ...drift, cause }));
    expect(new Set(sentences).size).toBe(5);
    expect(sentences.every((sentence) => sentence.includes("8 of 8"))).toBe(true);
    expect(driftSentence(goldDrift(null, run(june)))).not.toContain("of 8");
  });
});

describe("goldSizeWords", () => {
  it("gives the month in which it will be enough, and no month where there is none to give", () => {
    const size = gold?.size;
    if (size === undefined) throw new Error("no gold");
    expect(goldSizeWords(size)).toContain(size.enoughIn ?? "a month");
    for (const because of ["reached", "no-growth", "too-far"] as const)
      expect(goldSizeWords({ ...size, enoughIn: null, because })).not.toMatch(/\d{4}-\d\d/);
  });
});

describe("goldRunWords", () => {
  it("counts what was done and says why it stopped", () => {
    const counts = { admitted: 3, exposed: 1, retired: 2, planned: 20, answered: 7 };
    const words = goldRunWords({
      axis: "a",
      period: "2026-07",
      state: "stopped",
      because: "budget",
      ...counts,
    });
    for (const part of ["3 items", "1 item ", "2 items", "7 of 20", goldBecause("budget")])
      expect(words).toContain(part);
    const nothing = { admitted: 0, exposed: 0, retired: 0, planned: 0, answered: 0 };
    const none = goldRunWords({
      axis: "a",
      period: "2026-07",
      state: "none",
      because: "no-critic",
      ...nothing,
    });
    expect(none).toContain(goldBecause("no-critic"));
  });
});
