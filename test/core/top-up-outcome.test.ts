import { describe, expect, it } from "vitest";
import type { GradedItem } from "../../src/core/evidence.ts";
import { leftBefore, topUpOutcome } from "../../src/core/top-up-outcome.ts";
import { aCycle, anItem } from "../store/samples.ts";

const cycle = aCycle({ frame: { pass: 60, fail: 8, noArtifact: 0 } });

function items(
  kind: "pass" | "fail" | "risk",
  batch: number,
  count: number,
  grade: GradedItem["grade"] = "PASS",
): readonly GradedItem[] {
  return Array.from({ length: count }, (_, index) => ({
    item: anItem(`${kind} ${batch} ${index}`, { kind, batch }),
    grade,
  }));
}

const base = [...items("pass", 1, 6), ...items("fail", 1, 5), ...items("risk", 1, 2)];
const decided = (topUp: unknown) => ({ record: JSON.stringify({ topUp }) });

describe("what top-up did in a month", () => {
  it("is nothing where only the base sample was drawn", () => {
    expect(topUpOutcome(cycle, base, null)).toEqual({ batches: 0, graded: 0, cut: 0, ended: null });
  });

  it("counts batches and their PASS and FAIL grades", () => {
    const graded = [
      ...base,
      ...items("pass", 2, 10, "FAIL"),
      ...items("pass", 2, 8, "CANT_TELL"),
      ...items("fail", 2, 2, null),
      ...items("pass", 3, 36),
      ...items("fail", 3, 1),
    ];
    expect(topUpOutcome(cycle, graded, null)).toEqual({ batches: 2, graded: 47, cut: 0, ended: null });
  });

  it("finds what the minutes cut, in each batch against what was left then", () => {
    const cutTwice = [...base, ...items("pass", 2, 15), ...items("fail", 2, 2), ...items("pass", 3, 30)];
    // 3 of 18 PASS; then 6 of 36 PASS and the last FAIL.
    expect(topUpOutcome(cycle, cutTwice, null).cut).toBe(10);
    const small = { frame: { pass: 20, fail: 6, noArtifact: 0 } };
    const all = [...base, ...items("pass", 2, 14), ...items("fail", 2, 1)];
    expect(topUpOutcome(small, all, null).cut).toBe(0);
  });

  it("remembers from the decision why it ended, and knows nothing from a record that does not say", () => {
    expect(topUpOutcome(cycle, base, decided({ ended: "no-minutes" })).ended).toBe("no-minutes");
    for (const record of [
      decided({ ended: "?" }),
      decided({}),
      decided(null),
      { record: "{" },
      { record: "3" },
    ]) {
      expect(topUpOutcome(cycle, base, record).ended).toBeNull();
    }
  });

  it("leaves the frame without what was drawn before; risk items are no part of the sample", () => {
    const graded = [...base, ...items("pass", 2, 18), ...items("fail", 2, 2)];
    expect(leftBefore(cycle, graded, 2)).toEqual({ pass: 54, fail: 3 });
    expect(leftBefore(cycle, graded, 3)).toEqual({ pass: 36, fail: 1 });
    expect(leftBefore({ frame: { pass: 1, fail: 1, noArtifact: 0 } }, graded, 3)).toEqual({
      pass: 0,
      fail: 0,
    });
  });
});
