import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { MonthEvidence } from "../../src/core/decision.ts";
import type { OverrideMonth } from "../../src/core/overrides.ts";
import { monthStanding, overrideStreak, streakByMonth } from "../../src/core/overrides.ts";
import { readReference } from "../support/reference.ts";

const streakFile = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      months: z.array(
        z.object({
          month: z.string(),
          status: z.string(),
          sampled: z.number(),
          graded: z.number(),
          overrides: z.number(),
          rubric: z.string(),
        }),
      ),
      expected: z.object({
        streakAfterEachMonth: z.array(z.number()),
        revertMonth: z.string().nullable(),
      }),
    }),
  ),
});

type Base = MonthEvidence["base"];
const base = (sampled: number, answered: number, graded: number, overrides: number): Base => ({
  sampled,
  answered,
  graded,
  overrides,
});
const bad = base(5, 5, 5, 1);
const clean = base(5, 5, 5, 0);
const uncounted = base(0, 0, 0, 0);

function month(index: number, one: Base): { readonly period: string; readonly base: Base } {
  const year = 2025 + Math.floor(index / 12);
  return { period: `${year}-${String((index % 12) + 1).padStart(2, "0")}`, base: one };
}
const streaks = (bases: readonly Base[], gap = 2): readonly number[] =>
  streakByMonth(
    bases.map((one, index) => month(index, one)),
    gap,
  ).map(({ streak }) => streak);

describe("monthStanding", () => {
  it("is bad with one override, however few the grades", () => {
    expect(monthStanding(base(9, 1, 1, 1))).toBe("bad");
    expect(monthStanding(base(9, 9, 9, 4))).toBe("bad");
  });

  it("is clean only where every item was answered", () => {
    expect(monthStanding(base(5, 5, 5, 0))).toBe("clean");
    expect(monthStanding(base(5, 4, 4, 0))).toBe("uncounted");
    expect(monthStanding(base(5, 0, 0, 0))).toBe("uncounted");
    expect(monthStanding(base(0, 0, 0, 0))).toBe("uncounted");
    expect(monthStanding(base(0, 3, 3, 0))).toBe("uncounted");
  });

  it("is not clean where the founder could not tell on most, or graded fewer than 3", () => {
    expect(monthStanding(base(6, 6, 3, 0))).toBe("clean"); // half is not fewer than half
    expect(monthStanding(base(7, 7, 3, 0))).toBe("uncounted");
    expect(monthStanding(base(8, 8, 4, 0))).toBe("clean");
    expect(monthStanding(base(9, 9, 4, 0))).toBe("uncounted");
    expect(monthStanding(base(4, 4, 2, 0))).toBe("uncounted");
    expect(monthStanding(base(3, 3, 3, 0))).toBe("clean");
    // Also where the sample itself was smaller.
    expect(monthStanding(base(2, 2, 2, 0))).toBe("uncounted");
  });
});

describe("streakByMonth", () => {
  it("adds, ends and suspends", () => {
    expect(streaks([bad, bad, clean, bad])).toEqual([1, 2, 0, 1]);
    expect(streaks([bad, uncounted, bad, uncounted, uncounted, bad])).toEqual([1, 1, 2, 2, 2, 3]);
    expect(streaks([bad, bad, bad, bad])).toEqual([1, 2, 3, 4]);
  });

  it("ends after more uncounted months in a row than the gap", () => {
    expect(streaks([bad, uncounted, uncounted, uncounted, bad])).toEqual([1, 1, 1, 0, 1]);
    expect(streaks([bad, uncounted, bad], 0)).toEqual([1, 0, 1]);
    expect(streaks([bad, uncounted, uncounted, bad], 1)).toEqual([1, 1, 0, 1]);
  });

  it("takes months missing from the calendar as uncounted", () => {
    const at = (...indexes: readonly number[]): readonly number[] =>
      streakByMonth(
        indexes.map((index) => month(index, bad)),
        2,
      ).map(({ streak }) => streak);
    expect(at(0, 1, 3)).toEqual([1, 2, 3]);
    expect(at(0, 3)).toEqual([1, 2]);
    expect(at(0, 4)).toEqual([1, 1]);
    expect(at(10, 13)).toEqual([1, 2]);
    // Missing and uncounted months share one count.
    const mixed = streakByMonth([month(0, bad), month(2, uncounted), month(4, bad)], 2);
    expect(mixed.map(({ streak }) => streak)).toEqual([1, 1, 1]);
    const shorter = streakByMonth([month(0, bad), month(2, uncounted), month(3, bad)], 2);
    expect(shorter.map(({ streak }) => streak)).toEqual([1, 1, 2]);
  });

  it("names the months that the streak consists of", () => {
    const months = [bad, clean, bad, uncounted, bad].map((one, index) => month(index, one));
    const points = streakByMonth(months, 2);
    expect(points.map((point) => point.month)).toEqual(months);
    expect(points.map(({ badMonths }) => badMonths.map(({ period }) => period))).toEqual([
      ["2025-01"],
      [],
      ["2025-03"],
      ["2025-03"],
      ["2025-03", "2025-05"],
    ]);
  });

  it("depends on no later month, and is as long as its bad months", () => {
    const standing = fc.constantFrom(bad, clean, uncounted);
    fc.assert(
      fc.property(fc.array(standing, { maxLength: 15 }), standing, fc.nat(3), (bases, next, gap) => {
        const before = streakByMonth(
          bases.map((one, index) => month(index, one)),
          gap,
        );
        const after = streakByMonth(
          [...bases, next].map((one, index) => month(index, one)),
          gap,
        );
        expect(after.slice(0, -1)).toEqual(before);
        for (const { streak, badMonths } of after) expect(badMonths).toHaveLength(streak);
      }),
    );
  });
});

describe("overrideStreak", () => {
  it("agrees with all 26 reference lists", () => {
    const { cases } = readReference("streak-cases", streakFile);
    expect(cases).toHaveLength(26);
    const mine = cases.map(({ id, months }) => ({ id, ...overrideStreak(months) }));
    expect(mine).toEqual(cases.map(({ id, expected }) => ({ id, ...expected })));
  });

  const three: readonly OverrideMonth[] = ["2026-01", "2026-02", "2026-03", "2026-04", "2026-06"].map(
    (name) => ({
      month: name,
      status: "graded",
      sampled: 5,
      graded: 5,
      overrides: 1,
    }),
  );

  it("goes on counting where the restarts are told and there was none", () => {
    expect(overrideStreak(three, { restarts: [] })).toEqual({
      streakAfterEachMonth: [1, 2, 3, 4, 5],
      revertMonth: "2026-03",
    });
  });

  it("restarts after the months told, also where such a month is missing from the list", () => {
    expect(overrideStreak(three, { restarts: ["2026-02"] }).streakAfterEachMonth).toEqual([1, 2, 1, 2, 3]);
    expect(overrideStreak(three, { restarts: ["2026-05"] }).streakAfterEachMonth).toEqual([1, 2, 3, 4, 1]);
    expect(overrideStreak(three, { restarts: ["2025-12", "2026-06"] }).streakAfterEachMonth).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(overrideStreak(three, { restarts: ["2026-01", "2026-03"] })).toEqual({
      streakAfterEachMonth: [1, 1, 2, 1, 2],
      revertMonth: null,
    });
  });

  it("obeys another length and gap", () => {
    expect(overrideStreak(three, { streakMonths: 2 })).toEqual({
      streakAfterEachMonth: [1, 2, 1, 2, 1],
      revertMonth: "2026-02",
    });
    expect(overrideStreak(three, { gap: 0 }).streakAfterEachMonth).toEqual([1, 2, 3, 1, 1]);
  });

  it("knows no clean month but a graded one, and takes can't-tell answers apart", () => {
    const first = three.slice(0, 1);
    const then = (more: Partial<OverrideMonth>): number | undefined =>
      overrideStreak([
        ...first,
        { month: "2026-02", status: "graded", sampled: 8, graded: 8, overrides: 0, ...more },
      ]).streakAfterEachMonth[1];
    expect(then({})).toBe(0);
    expect(then({ status: "expired" })).toBe(1);
    expect(then({ graded: 4, answered: 8 })).toBe(0);
    expect(then({ graded: 3, answered: 8 })).toBe(1);
    expect(then({ graded: 4 })).toBe(1);
    expect(then({ status: "expired", graded: 2, overrides: 1 })).toBe(2);
  });

  it("has nothing to say of no months", () => {
    expect(overrideStreak([])).toEqual({ streakAfterEachMonth: [], revertMonth: null });
  });
});
