import { describe, expect, it } from "vitest";
import type { ItemToGrade } from "../../src/core/open-grading.ts";
import {
  axisTitle,
  neighbour,
  nextToGrade,
  progressWords,
  upcoming,
  whenWords,
  withUnsent,
} from "../../src/grading-page/place.ts";

function item(ref: string, grade: ItemToGrade["grade"] = null): ItemToGrade {
  const title = `verify-dispatch · ${ref} of 4`;
  return {
    ref,
    axis: "verify-dispatch",
    period: "2026-05",
    title,
    intent: null,
    due: "2026-07-01",
    grade,
    reason: null,
  };
}

const items = [item("1", "PASS"), item("2"), item("3", "CANT_TELL"), item("4")];

describe("where a sitting is", () => {
  it("goes on to the next without a grade, then to one that was skipped, then to the end", () => {
    expect(nextToGrade(items, null)?.ref).toBe("2");
    expect(nextToGrade(items, "2")?.ref).toBe("4");
    expect(nextToGrade(items, "4")?.ref).toBe("2");
    expect(nextToGrade([item("1", "FAIL"), item("2")], "2")).toBeNull();
    expect(nextToGrade(items, "gone")?.ref).toBe("2");
  });

  it("steps to graded ones too, and stops at both ends", () => {
    expect(neighbour(items, "2", -1)?.ref).toBe("1");
    expect(neighbour(items, "1", -1)).toBeNull();
    expect(neighbour(items, "4", 1)).toBeNull();
    expect(neighbour(items, null, -1)?.ref).toBe("4");
  });

  it("fetches ahead what comes next, round the end", () => {
    expect(upcoming(items, "3", 5).map(({ ref }) => ref)).toEqual(["4", "2"]);
    expect(upcoming(items, "3", 1).map(({ ref }) => ref)).toEqual(["4"]);
  });

  it("counts a grade on its way as given, the last word of two", () => {
    const unsent = [
      { ref: "2", grade: "PASS", reason: null, at: 1 },
      { ref: "2", grade: "FAIL", reason: "cold", at: 2 },
      { ref: "1", grade: null, reason: null, at: 3 },
    ] as const;
    expect(withUnsent(items, unsent).map(({ grade }) => grade)).toEqual([null, "FAIL", "CANT_TELL", null]);
  });

  it("says how far it is", () => {
    expect(progressWords(items, "3", 1.5)).toEqual({ place: "3 of 4", left: "about 3 minutes left" });
    expect(progressWords(items, null, 0.4)).toEqual({ place: "2 of 4", left: "about 1 minute left" });
    expect(progressWords([item("1", "PASS")], null, 2)).toEqual({ place: "1 of 1", left: "all graded" });
    expect(axisTitle("Dispatch · 2 of 12")).toBe("Dispatch");
    expect(whenWords(item("1"))).toBe("May 2026 · due July 1");
  });
});
