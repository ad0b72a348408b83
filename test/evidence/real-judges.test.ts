import { describe, expect, it } from "vitest";
import { type JudgeTrials, tryJudge } from "../../scripts/evidence/judge-trials.ts";
import {
  hasJudgedSets,
  type JudgedMonth,
  judgedSets,
  readJudgedMonths,
} from "../../scripts/evidence/judged-sets.ts";
import { realCases } from "../support/reference.ts";

/** The published table of docs/evidence.md has 300. */
const salts = 40;

describe.skipIf(!hasJudgedSets)(
  "one month of real judges, graded by real people (shared/data is absent: skipped)",
  () => {
    it("reads the 2x2 tables that scikit-learn was given, and kappa is as it says", () => {
      const read = judgedSets.flatMap((set) => readJudgedMonths(set)).map((month) => tryJudge(month, 1));
      expect(read).toHaveLength(49);
      const known = new Map(
        realCases.map(({ counts, expected }) => [JSON.stringify(counts), expected.kappa]),
      );
      const off = read.filter(
        ({ table, kappa }) =>
          Math.abs((known.get(JSON.stringify(table)) ?? Number.NaN) - (kappa?.value ?? Number.NaN)) > 1e-6,
      );
      expect(off.map(({ set, axis, judge }) => [set, axis, judge])).toEqual([]);
    });

    it("keep what is good: a kappa above .8 is reverted by guarded under no salt, with top-up or without", () => {
      const good = trialsOf("llmbar", ({ axis }) => axis === "natural").filter(
        ({ kappa }) => kappa !== null && kappa.value > 0.8,
      );
      expect(good).toHaveLength(3);
      for (const { guarded, toppedUp } of good) {
        expect([guarded.revert, toppedUp.revert]).toEqual([0, 0]);
        expect(toppedUp.keep + toppedUp.watch).toBe(salts);
      }
    });

    it("revert what is no better than chance, in every mode and under every salt", () => {
      const june = trialsOf("llmdrift_prime", ({ judge }) => judge === "gpt-4 2023-06");
      expect(june.map(({ kappa }) => kappa?.value.toFixed(3))).toEqual(["0.022"]);
      expect(june.map(({ literal, guarded, toppedUp }) => [literal, guarded, toppedUp])).toEqual([
        [onlyReverts(), onlyReverts(), onlyReverts()],
      ]);
    });

    it("are told apart by top-up: the bad are reverted more often, the good not", () => {
      const [good, bad] = [
        trialsOf("llmbar", isOf("adv-gptinst", "GPT-4/Metrics_Reference")),
        trialsOf("llmbar", isOf("adv-gptout", "PaLM2/Vanilla")),
      ].map(([one]) => one);
      if (good === undefined || bad === undefined) throw new Error("the set has both judges");
      expect([good.kappa?.value.toFixed(3), bad.kappa?.value.toFixed(3)]).toEqual(["0.794", "0.201"]);
      expect(good.toppedUp.revert).toBeLessThanOrEqual(salts * 0.05);
      expect(good.literal.revert).toBeGreaterThan(good.toppedUp.revert);
      expect(bad.toppedUp.revert).toBeGreaterThan(salts * 0.9);
      expect(bad.guarded.revert).toBeLessThan(salts * 0.6);
    });

    it("of one month, guarded reverts on the base sample only what literal reverts too", () => {
      for (const { literal, guarded } of trialsOf("llmbar", ({ axis }) => axis === "adv-manual")) {
        expect(guarded.revert).toBeLessThanOrEqual(literal.revert);
        expect(literal.revert + literal.watch + literal.keep + literal.none).toBe(salts);
      }
    });

    it("cannot clear or convict a large axis on the 2 FAIL items that its hour leaves, but can with more minutes", () => {
      const [month] = readJudgedMonths("xstest").filter(isOf("refuses-unsafe-prompt", "gpt-4"));
      if (month === undefined) throw new Error("the set has this judge");
      const [hour, more] = [tryJudge(month, 20), tryJudge(month, 20, 240)];
      expect(hour.kappa?.value.toFixed(3)).toBe("0.258");
      expect([hour.base, more.base]).toEqual([
        { pass: 69, fail: 2 },
        { pass: 69, fail: 31 },
      ]);
      expect(hour.guarded.revert).toBe(0);
      expect(more.guarded.revert).toBeGreaterThan(15);
    });
  },
);

function trialsOf(set: JudgedMonth["set"], which: (month: JudgedMonth) => boolean): readonly JudgeTrials[] {
  return readJudgedMonths(set)
    .filter(which)
    .map((month) => tryJudge(month, salts));
}

function isOf(axis: string, judge: string): (month: JudgedMonth) => boolean {
  return (month) => month.axis === axis && month.judge === judge;
}

function onlyReverts(): JudgeTrials["literal"] {
  return { revert: salts, watch: 0, keep: 0, none: 0 };
}
