import { describe, expect, it } from "vitest";
import type { MonthCount } from "../../src/core/cycle.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { evidenceMissing, repairMissing } from "../../src/core/regraduation-doors.ts";
import type { Strata } from "../../src/core/weighted-kappa.ts";
import { strata } from "../support/weighted-reference.ts";

const days = { required: 21, doubled: false, clean: 30, needed: 0, lastOverrideAt: null, grades: 9 };
const graded = strata([90, 20, 20], [10, 8, 0]);

const evidence = (pBelowThreshold: number | null, of: Strata = graded): unknown =>
  evidenceMissing({ strata: of, pBelowThreshold, days, unfinished: [] });

describe("what keeps the door of evidence closed", () => {
  it("is a probability above 0.10, and not one of 0.10", () => {
    expect(evidence(0.1)).toEqual([]);
    expect(evidence(0.11)).toEqual([{ code: "probability", value: 0.11, bar: 0.1 }]);
  });

  it.each([
    ["no-frame", strata([0, 0, 0], [0, 0, 0])],
    ["no-fail-stratum", strata([90, 20, 20], [0, 0, 0])],
    ["no-pass-stratum", strata([0, 0, 0], [10, 5, 0])],
    ["no-grades", strata([90, 0, 0], [10, 5, 0])],
    // As many PASS as FAIL verdicts are a frame all the same.
    ["no-grades", strata([10, 0, 0], [10, 0, 0])],
  ])("names why there is no probability: %s", (because, of) => {
    expect(evidence(null, of)).toEqual([{ code: "not-computable", because }]);
  });
});

/** Each row: an epoch, its rubric, and the hours of its first verdicts; `error` ones say nothing. */
type Row = readonly [epoch: string, rubric: string, firstAt: number, word?: MonthCount["word"]];

function repair(rows: readonly Row[], before: readonly string[], now: string): readonly string[] {
  const counts = rows.map(
    ([epoch, , firstAt, word = "PASS"]): MonthCount => ({
      axis: "verify-dispatch",
      period: "2026-05",
      epoch,
      word,
      artifact: "snapshot",
      count: 5,
      firstAt,
      lastAt: firstAt + 1,
      costUsd: 0,
      costKnown: 0,
    }),
  );
  const record = {
    axis: "verify-dispatch",
    cycles: [],
    items: [],
    observations: [],
    counts,
    decisions: [],
    statusChanges: [],
  };
  const input = {
    record,
    asked: { batches: [], items: [] },
    rubrics: new Map(rows.map(([epoch, rubric]) => [epoch, rubric])),
    policy: defaultDecision,
    now: 1000,
    timezone: "UTC",
  };
  const since = { at: 500, by: "run", period: "2026-05", reason: "kappa" } as const;
  return repairMissing(input, since, { before, now, firstAt: null }).map(({ code }) => code);
}

describe("what keeps the door of repair closed", () => {
  const [switchedBack, unchanged] = [["epoch-switched-back"], ["rubric-unchanged"]];

  it("is nothing where no month was decided on any epoch", () => {
    expect(repair([["e1", "r1", 600]], [], "e1")).toEqual([]);
  });

  it("is the return to an epoch from before, though its rubric is that of the reverted month", () => {
    const rows: readonly Row[] = [
      ["haiku", "r1", 0],
      ["opus", "r1", 100],
    ];
    expect(repair(rows, ["haiku", "opus"], "haiku")).toEqual(switchedBack);
    expect(repair([...rows, ["sonnet", "r1", 600]], ["haiku", "opus"], "sonnet")).toEqual(unchanged);
  });

  it("is a rubric that another month was decided on, also one that is younger than the reverted month's", () => {
    const rows: readonly Row[] = [
      ["first", "r1", 0],
      ["second", "r2", 100],
      ["second-on-opus", "r2", 600],
    ];
    // The first rubric was back in use in the reverted month.
    expect(repair(rows, ["second", "first"], "second-on-opus")).toEqual(switchedBack);
    // One of several is enough.
    expect(repair(rows, ["first", "second", "first-on-opus"], "second-on-opus")).toEqual(switchedBack);
  });

  it("is a rubric with verdicts from before one that a month was decided on, but not with an error from then", () => {
    const later: readonly Row[] = [
      ["reverted", "r1", 100],
      ["now", "r0", 600],
    ];
    expect(repair([["tried", "r0", 0, "FAIL"], ...later], ["reverted"], "now")).toEqual(switchedBack);
    expect(repair([["tried", "r0", 0, "ERROR"], ...later], ["reverted"], "now")).toEqual([]);
  });
});
