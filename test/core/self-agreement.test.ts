import { describe, expect, it } from "vitest";
import type { Grade, GradeObservation, Item } from "../../src/core/cycle.ts";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import { countAnswers, reaskAnswers, selfAgreement } from "../../src/core/self-agreement.ts";
import { sampleItem } from "../reports/sample-row.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

function asked(ref: string, period: string, kind: Item["kind"], verdictKey = "v"): Item {
  return sampleItem({ ref, period, kind, verdictKey, state: "answered" });
}

function said(
  ref: string,
  grade: Grade | null,
  onDay: number,
  more: Partial<GradeObservation> = {},
): GradeObservation {
  const observedAt = start + onDay * day;
  return { ref, grade, reason: null, by: null, at: null, observedAt, via: "grade", ...more };
}

const outcomes = (
  items: readonly Item[],
  observations: readonly GradeObservation[],
  asOf = Number.POSITIVE_INFINITY,
) => reaskAnswers({ items, observations }, asOf).map(({ outcome }) => outcome);

describe("reaskAnswers", () => {
  const old = asked("old", "2026-01", "pass");
  const again = asked("again", "2026-04", "reask");

  it("compares with the grade of the same verdict in an older month, whatever it was drawn as", () => {
    expect(outcomes([old, again], [said("old", "PASS", 1), said("again", "PASS", 90)])).toEqual(["same"]);
    expect(outcomes([again, old], [said("again", "FAIL", 90), said("old", "PASS", 1)])).toEqual(["other"]);
    const risk = { ...old, kind: "risk" as const };
    expect(outcomes([risk, again], [said("old", "FAIL", 1), said("again", "FAIL", 90)])).toEqual(["same"]);
  });

  it("counts a can't tell on either side apart", () => {
    expect(outcomes([old, again], [said("old", "PASS", 1), said("again", "CANT_TELL", 90)])).toEqual([
      "cant-tell",
    ]);
    expect(outcomes([old, again], [said("old", "CANT_TELL", 1), said("again", "PASS", 90)])).toEqual([
      "cant-tell",
    ]);
  });

  it("takes the last earlier grade, which may be that of an earlier re-asking", () => {
    const between = asked("between", "2026-02", "reask");
    const observations = [said("old", "PASS", 1), said("between", "FAIL", 40), said("again", "FAIL", 90)];
    expect(outcomes([old, between, again], observations)).toEqual(["other", "same"]);
    // The later months' order in the list is nothing.
    expect(outcomes([again, between, old], observations)).toEqual(["same", "other"]);
    // One that was not answered, or cleared, leaves the one before it.
    expect(outcomes([old, between, again], [said("old", "PASS", 1), said("again", "PASS", 90)])).toEqual([
      "same",
    ]);
    expect(outcomes([old, between, again], [...observations, said("between", null, 41)])).toEqual(["other"]);
  });

  it("takes the changed grade of both, but not what was changed after the second answer", () => {
    const changedBefore = [said("old", "PASS", 1), said("old", "FAIL", 5), said("again", "FAIL", 90)];
    expect(outcomes([old, again], changedBefore)).toEqual(["same"]);
    const changedAfter = [said("old", "PASS", 1), said("again", "FAIL", 90), said("old", "FAIL", 91)];
    expect(outcomes([old, again], changedAfter)).toEqual(["other"]);
    // Saying it once more does not move the line.
    expect(outcomes([old, again], [...changedAfter, said("again", "FAIL", 92)])).toEqual(["other"]);
    expect(outcomes([old, again], [...changedAfter, said("again", "PASS", 93)])).toEqual(["same"]);
    // The instant that was given counts before the one at which it was seen.
    const at = start + 2 * day;
    expect(outcomes([old, again], [said("again", "PASS", 90), said("old", "PASS", 95, { at })])).toEqual([
      "same",
    ]);
  });

  it("leaves out what has no answer, no older grade, was withdrawn, or is not known yet", () => {
    const grades = [said("old", "PASS", 1), said("again", "PASS", 90)];
    expect(outcomes([old, again], grades.slice(0, 1))).toEqual([]);
    expect(outcomes([old, again], grades.slice(1))).toEqual([]);
    expect(outcomes([old, { ...again, state: "withdrawn" }], grades)).toEqual([]);
    expect(outcomes([{ ...old, state: "withdrawn" }, again], grades)).toEqual([]);
    expect(outcomes([{ ...old, verdictKey: "w" }, again], grades)).toEqual([]);
    expect(outcomes([{ ...old, period: "2026-04" }, again], grades)).toEqual([]);
    expect(outcomes([old, again], grades, start + 89 * day)).toEqual([]);
    expect(outcomes([old, again], grades, start + 90 * day)).toEqual(["same"]);
    // What was not seen yet does not move the first answer either, whatever instant it gives.
    const unseen = said("again", "PASS", 95, { at: start });
    expect(outcomes([old, again], [...grades, unseen], start + 90 * day)).toEqual(["same"]);
    expect(outcomes([old, { ...again, kind: "pass" }], grades)).toEqual([]);
  });
});

describe("selfAgreement", () => {
  const answers = (["same", "same", "other", "cant-tell", "same"] as const).map((outcome) => ({
    period: "2026-04",
    outcome,
  }));

  it("is same of asked with its Jeffreys interval, can't tell apart", () => {
    const { low, high } = jeffreysInterval(3, 4);
    expect(countAnswers(answers)).toEqual({ same: 3, asked: 4, cantTell: 1 });
    expect(selfAgreement(answers)).toEqual({
      same: 3,
      asked: 4,
      cantTell: 1,
      rate: 0.75,
      low,
      high,
      because: null,
    });
  });

  it("says that there is none", () => {
    const none = { rate: null, low: null, high: null, because: "no-data" };
    expect(selfAgreement([])).toEqual({ same: 0, asked: 0, cantTell: 0, ...none });
    expect(selfAgreement(answers.slice(3, 4))).toEqual({ same: 0, asked: 0, cantTell: 1, ...none });
  });
});
