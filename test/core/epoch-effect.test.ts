import { describe, expect, it } from "vitest";
import type { MonthCount } from "../../src/core/cycle.ts";
import { decideEach, type MonthEvidence } from "../../src/core/decision.ts";
import {
  gatheredBy,
  gateOutlook,
  latestEpoch,
  monthOutlook,
  supersededBy,
} from "../../src/core/epoch-effect.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { discountPool, emptyPool } from "../../src/core/pool.ts";

const day = (number: number, date: number): number => Date.UTC(2026, number - 1, date);

function count(
  epoch: string,
  firstAt: number,
  lastAt: number,
  changes: Partial<MonthCount> = {},
): MonthCount {
  return {
    axis: "verify-dispatch",
    period: new Date(firstAt).toISOString().slice(0, 7),
    epoch,
    word: "PASS",
    artifact: "snapshot",
    count: 10,
    firstAt,
    lastAt,
    costUsd: 0,
    costKnown: 0,
    ...changes,
  };
}

describe("latestEpoch and supersededBy", () => {
  const may = count("old", day(5, 1), day(5, 30));
  const june = count("new", day(6, 2), day(6, 28));

  it("go by the instant of the last verdict up to the one asked about", () => {
    expect(latestEpoch([june, may], day(7, 1))).toBe("new");
    expect(latestEpoch([june, may], day(6, 1))).toBe("old");
    expect(latestEpoch([june, may], day(4, 1))).toBeNull();
    expect(supersededBy([may, june], "old", day(7, 1))).toBe("new");
    expect(supersededBy([may, june], "old", day(6, 1))).toBeNull();
    expect(supersededBy([may, june], "new", day(7, 1))).toBeNull();
    expect(supersededBy([may, june], null, day(7, 1))).toBeNull();
  });

  it("take an edit that was undone for undone", () => {
    const back = count("old", day(6, 29), day(6, 30));
    expect(supersededBy([may, june, back], "old", day(7, 1))).toBeNull();
    expect(supersededBy([may, june, back], "new", day(7, 1))).toBe("old");
  });

  it("leave errors aside: a critic that gave no verdict has begun no epoch", () => {
    const error = count("newest", day(6, 30), day(6, 30), { word: "ERROR" });
    expect(latestEpoch([may, june, error], day(7, 1))).toBe("new");
  });

  it("name the one that went on where two lie across the instant", () => {
    const both = [count("a", day(6, 1), day(6, 20)), count("b", day(6, 1), day(6, 25))];
    expect(latestEpoch(both, day(6, 10))).toBe("b");
    expect(latestEpoch(both.toReversed(), day(6, 10))).toBe("b");
  });
});

function month(period: string, epoch: string, overrides: number): MonthEvidence {
  return {
    period,
    epoch,
    frame: { pass: 90, fail: 10 },
    base: { sampled: 9, answered: 9, graded: 9, overrides },
    pass: { graded: 9, overrides },
    fail: { graded: 5, founderPass: 0 },
  };
}

describe("gatheredBy", () => {
  const months = [month("2026-01", "a", 1), month("2026-02", "b", 2), month("2026-03", "b", 3)];

  it("is what the rules themselves carry into the next month of that epoch", () => {
    const { pool, cusum } = gatheredBy(months, "a", "2026-04", defaultDecision);
    const steps = decideEach({ months: [...months, month("2026-04", "a", 0)], policy: defaultDecision });
    expect(steps.at(-1)?.pool.passGraded).toBeCloseTo(pool.passGraded + 9, 12);
    expect(steps.at(-1)?.pool.overrides).toBeCloseTo(pool.overrides, 12);
    expect(pool).toEqual(discountPool(steps[0]?.pool ?? emptyPool, 0.75, 3));
    expect(cusum).toBe(steps[0]?.cusum);
  });

  it("is nothing for an epoch that never decided", () => {
    expect(gatheredBy(months, "c", "2026-04", defaultDecision)).toEqual({ pool: emptyPool, cusum: 0 });
  });
});

const monthsTo = (pass: number, fail: number): number | null =>
  gateOutlook(emptyPool, { frame: { pass: 90, fail: 10 }, monthly: { pass, fail } }, defaultDecision).months;

describe("gateOutlook", () => {
  // statistics reference e, computed with R: clean grades of each stratum for P(kappa < 0.6) <= 0.10.
  it.each([
    [50, 50, 5],
    [80, 20, 7],
    [90, 10, 12],
    [95, 5, 22],
  ])("frame %i + %i: %i clean grades of each word", (pass, fail, clean) => {
    const typical = { frame: { pass, fail }, monthly: { pass: 9, fail: 5 } };
    expect(gateOutlook(emptyPool, typical, defaultDecision).cleanForHealthy).toBe(clean);
  });

  it("counts what is missing from what was gathered, in whole grades", () => {
    const pool = { ...emptyPool, passSize: 90, passGraded: 6.75, failSize: 10, failGraded: 3.75 };
    const typical = { frame: { pass: 90, fail: 10 }, monthly: { pass: 9, fail: 5 } };
    expect(gateOutlook(pool, typical, defaultDecision)).toMatchObject({
      pass: 4,
      fail: 2,
      overwhelmingPass: 0,
      overwhelmingFail: 0,
      months: 1,
    });
  });

  it("counts the months with older ones discounted, and says where the gate never opens", () => {
    expect(monthsTo(10, 5)).toBe(1);
    // 5, 8.75, 11.56 PASS and 2, 3.5, 4.625, 5.47 FAIL.
    expect(monthsTo(5, 5)).toBe(3);
    expect(monthsTo(5, 2)).toBe(4);
    // 1 a month comes to 4 at most.
    expect(monthsTo(9, 1)).toBeNull();
    expect(monthsTo(0, 0)).toBeNull();
  });

  it("knows no count where one word is missing", () => {
    const typical = { frame: { pass: 90, fail: 0 }, monthly: { pass: 9, fail: 0 } };
    expect(gateOutlook(emptyPool, typical, defaultDecision).cleanForHealthy).toBeNull();
  });
});

describe("monthOutlook", () => {
  const options = { belowThreshold: 10, acceptRef: false, lifted: false };
  const epochs = { edited: "new", stored: "old" };
  const old = count("old", day(6, 1), day(6, 10), { count: 30 });

  it("says what the edited rubric lacks, and which epoch decides until it has that", () => {
    const edited = count("new", day(6, 11), day(6, 12), { count: 4 });
    expect(monthOutlook("2026-06", [old, edited], epochs, options)).toEqual({
      period: "2026-06",
      decides: "stored",
      newPass: 4,
      storedPass: 30,
      passNeeded: 6,
    });
  });

  it("knows when it has enough, and when nobody has", () => {
    const enough = count("new", day(6, 11), day(6, 12));
    expect(monthOutlook("2026-06", [old, enough], epochs, options)).toMatchObject({
      decides: "new",
      passNeeded: 0,
    });
    const few = count("old", day(6, 1), day(6, 2), { count: 9 });
    expect(monthOutlook("2026-06", [few], epochs, options)).toMatchObject({
      decides: "none",
      passNeeded: 10,
    });
    const other = count("other", day(6, 11), day(6, 12));
    expect(monthOutlook("2026-06", [old, other], epochs, options)).toMatchObject({ decides: "other" });
  });
});
