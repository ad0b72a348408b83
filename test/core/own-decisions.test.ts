import { describe, expect, it } from "vitest";
import {
  firstOfThreeClean,
  isCleanMonth,
  type MonthOfWork,
  ownVerdict,
} from "../../src/core/own-decisions.ts";
import { sampleRow } from "../reports/sample-row.ts";
import { aDecision } from "../store/samples.ts";

const month = (period: string, changes: Partial<MonthOfWork> = {}): MonthOfWork => ({
  period,
  closed: 2,
  late: 0,
  open: 0,
  unfinished: 0,
  corrected: 0,
  ...changes,
});

describe("a clean month", () => {
  it("was decided on time, with nothing left to do and nothing to correct", () => {
    expect(isCleanMonth(month("2026-05"))).toBe(true);
    for (const spoiled of [{ late: 1 }, { open: 1 }, { unfinished: 1 }, { corrected: 1 }, { closed: 0 }]) {
      expect(isCleanMonth(month("2026-05", spoiled))).toBe(false);
    }
  });
});

describe("firstOfThreeClean", () => {
  const clean = ["2026-11", "2026-12", "2027-01"].map((period) => month(period));

  it("is the first of three in a row, over the turn of the year too", () => {
    expect(firstOfThreeClean(clean)).toBe("2026-11");
    expect(firstOfThreeClean([month("2026-10", { late: 1 }), ...clean, month("2027-02")])).toBe("2026-11");
  });

  it("is not there before, nor where a month between is spoiled or missing", () => {
    expect(firstOfThreeClean([])).toBeNull();
    expect(firstOfThreeClean(clean.slice(0, 2))).toBeNull();
    expect(firstOfThreeClean(clean.filter((_, index) => index !== 1).concat(month("2027-02")))).toBeNull();
    const spoiled = clean.with(1, month("2026-12", { unfinished: 1 }));
    expect(firstOfThreeClean([...spoiled, month("2027-02")])).toBeNull();
  });
});

describe("ownVerdict", () => {
  const row = sampleRow({ pBelowThreshold: 0.25 });
  const record = JSON.stringify(row);
  const rules = { policy: { mode: "guarded", kappaThreshold: 0.6 }, settings: {} };

  it.each([
    ["keep", "PASS"],
    ["watch", "PASS"],
    ["revert", "FAIL"],
  ] as const)("of %s is %s: whether the axis may go on alone", (action, word) => {
    const verdict = ownVerdict(aDecision({ action, record }), "evidence", rules);
    expect(verdict).toMatchObject({ axis: "verify-improve-cron", word, rawWord: word, score: 0.5 });
    expect(verdict?.externalId).toBe("2026-05/verify-dispatch");
  });

  it("is none where nothing was decided, of the own axis, and of a damaged record", () => {
    expect(ownVerdict(aDecision({ action: "none", record }), "evidence", rules)).toBeNull();
    expect(ownVerdict(aDecision({ axis: "verify-improve-cron", record }), "evidence", rules)).toBeNull();
    expect(ownVerdict(aDecision({ action: "keep", record: "{" }), "evidence", rules)).toBeNull();
  });

  it("begins another epoch with other thresholds", () => {
    const one = ownVerdict(aDecision({ action: "keep", record }), "evidence", rules);
    const other = ownVerdict(aDecision({ action: "keep", record }), "evidence", {
      ...rules,
      policy: { mode: "guarded", kappaThreshold: 0.7 },
    });
    expect(one?.epoch).not.toBe(other?.epoch);
  });
});
