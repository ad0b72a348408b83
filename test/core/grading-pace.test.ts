import { describe, expect, it } from "vitest";
import type { Grade, GradeObservation } from "../../src/core/cycle.ts";
import { measuredMinutesPerItem } from "../../src/core/grading-pace.ts";

function grade(at: number | null, given: Grade | null = "PASS"): GradeObservation {
  return { ref: "r", grade: given, reason: null, by: null, at, observedAt: 0, via: "grade" };
}

/** Grades with so many seconds between them, the first at 0. */
function withGaps(seconds: readonly number[]): readonly GradeObservation[] {
  let at = 0;
  return [grade(0), ...seconds.map((gap) => grade((at += gap * 1000)))];
}

const gaps = (count: number, seconds: number): readonly number[] =>
  Array.from({ length: count }, () => seconds);

describe("measuredMinutesPerItem", () => {
  it("is the median gap in minutes, from ten gaps on", () => {
    expect(measuredMinutesPerItem(withGaps(gaps(10, 120)))).toBe(2);
    expect(measuredMinutesPerItem(withGaps(gaps(9, 120)))).toBeNull();
    expect(measuredMinutesPerItem(withGaps([...gaps(6, 60), ...gaps(5, 600)]))).toBe(1);
    expect(measuredMinutesPerItem([])).toBeNull();
  });

  it("does not mind in which order the grades are told", () => {
    const told = withGaps([...gaps(6, 60), ...gaps(5, 600)]);
    expect(measuredMinutesPerItem([...told.slice(4), ...told.slice(0, 4).toReversed()])).toBe(1);
  });

  it("counts no gap of less than three seconds or more than twenty minutes, and those of just so much", () => {
    expect(measuredMinutesPerItem(withGaps([...gaps(9, 60), 2.9, 1201, 0]))).toBeNull();
    expect(measuredMinutesPerItem(withGaps([...gaps(8, 60), 3, 1200]))).toBe(1);
  });

  it("takes no instant from a grade without one, nor from one that was cleared", () => {
    const told = withGaps(gaps(10, 120));
    const between = told.map((_, index) => grade(index * 120_000 + 60_000, null));
    expect(measuredMinutesPerItem([...told, ...between])).toBe(2);
    expect(measuredMinutesPerItem([...told.slice(0, 5), grade(null), ...told.slice(5)])).toBe(2);
    // Nine gaps, and an instant of 0 would make a tenth.
    expect(measuredMinutesPerItem([...told.slice(1), grade(null)])).toBeNull();
  });
});
