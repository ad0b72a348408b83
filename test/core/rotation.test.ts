import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cycle, CycleBecause, CycleState, Month } from "../../src/core/cycle.ts";
import { addMonths } from "../../src/core/month.ts";
import { defaultBurden } from "../../src/core/policy.ts";
import {
  type Candidate,
  firstTurn,
  missedMonths,
  takeTurns,
  type Turn,
  type Wait,
  waitsUntil,
} from "../../src/core/rotation.ts";

/** 40 items. */
const hour = defaultBurden;

function candidate(axis: string, uncut: number, turn: Partial<Turn> = {}, fixed = false): Candidate {
  return { axis, uncut, fixed, turn: { ...firstTurn, ...turn } };
}

const asked = (all: readonly Candidate[], burden = hour) => {
  const waits = takeTurns(all, burden);
  return all.map(({ axis }) => axis).filter((axis) => !waits.has(axis));
};
const letters = (n: number): readonly string[] =>
  Array.from({ length: n }, (_, i) => String.fromCharCode(97 + i));

describe("takeTurns", () => {
  it("never lets an axis wait up to six, whatever they cost", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 6 }), (sizes) => {
        expect(
          takeTurns(
            sizes.map((uncut, i) => candidate(`axis-${i}`, uncut)),
            hour,
          ).size,
        ).toBe(0);
      }),
    );
  });

  it("lets nobody wait where the hour carries all", () => {
    expect(
      takeTurns(
        letters(8).map((axis) => candidate(axis, 5)),
        hour,
      ).size,
    ).toBe(0);
    expect(
      takeTurns(
        letters(9).map((axis) => candidate(axis, 5)),
        hour,
      ).size,
    ).toBe(1);
  });

  it("asks as many as the hour carries, and fills what is left with a smaller one", () => {
    const all = [...letters(6).map((axis) => candidate(axis, 12)), candidate("g", 4)];
    expect(asked(all)).toEqual(["a", "b", "c", "g"]);
  });

  it("takes the highest risk first, then those asked longest ago, then the likelier doubt", () => {
    const all = [
      candidate("a", 13, { risk: 0, lastAsked: "2026-02" }),
      candidate("b", 13, { risk: 1, lastAsked: "2026-04", pBelowThreshold: 0.2 }),
      candidate("c", 13, { risk: 1, lastAsked: "2026-04", pBelowThreshold: 0.4 }),
      candidate("d", 13, { risk: 1, lastAsked: "2026-03" }),
      candidate("e", 13, { risk: 2, lastAsked: "2026-04" }),
      candidate("f", 13, { risk: 0, lastAsked: "2026-04" }),
      candidate("g", 13, { risk: 0, lastAsked: "2026-04", streak: 1 }),
    ];
    expect(asked(all)).toEqual(["c", "d", "e"]);
    const without = (...names: readonly string[]) => all.filter(({ axis }) => !names.includes(axis));
    const six = { ...hour, rotateAboveAxes: 3 };
    expect(asked(without("c", "d", "e"), { ...six, minutesPerMonth: 39 })).toEqual(["a", "b"]);
    // Three months carry six: seven thirteens are spread three a month, and the hour is passed by none.
    expect(asked(without("a", "c", "d", "e"), { ...six, rotateAboveAxes: 2, minutesPerMonth: 20 })).toEqual([
      "b",
    ]);
    expect(
      asked(without("a", "b", "c", "d", "e"), { ...six, rotateAboveAxes: 1, minutesPerMonth: 20 }),
    ).toEqual(["g"]);
  });

  it("takes of axes of one risk who has missed more, then the likelier doubt, in whatever order they are told", () => {
    const few = { ...hour, rotateAboveAxes: 1, minutesPerMonth: 20 };
    const pairs = [
      [candidate("b", 13, { missed: 1 }), candidate("a", 13)],
      [candidate("b", 13, { pBelowThreshold: 0.9 }), candidate("a", 13, { pBelowThreshold: 0.1 })],
      [candidate("b", 13, { pBelowThreshold: 0.1 }), candidate("a", 13)],
    ];
    for (const pair of pairs) {
      expect(asked(pair, few)).toEqual(["b"]);
      expect(asked(pair.toReversed(), few)).toEqual(["b"]);
    }
  });

  it("asks two a month of six that fill the hour by twos to the last item", () => {
    const all = letters(6).map((axis) => candidate(axis, 20));
    expect(asked(all, { ...hour, rotateAboveAxes: 3 })).toEqual(["a", "b"]);
  });

  it("says in how many months an axis that waits is asked at the latest", () => {
    const all = letters(9).map((axis, i) =>
      candidate(axis, 12, { missed: i < 2 ? 1 : 0, risk: i < 2 ? 0 : 1 }),
    );
    const waits = takeTurns(all, hour);
    expect(waits.get("a")).toEqual<Wait>({ atLatestIn: 1 });
    expect(waits.get("i")).toEqual<Wait>({ atLatestIn: 2 });
  });

  it("never lets a fixed axis or one in its third month wait, also past the hour", () => {
    const all = letters(8).map((axis, i) =>
      candidate(axis, 15, { missed: i < 3 ? 2 : 0, risk: i < 3 ? 0 : 2 }, i === 7),
    );
    expect(asked(all)).toEqual(["a", "b", "c", "h"]);
    // However long ago it should have been asked.
    expect(
      asked([
        ...letters(7).map((axis) => candidate(axis, 20, { risk: 2 })),
        candidate("z", 20, { risk: 0, missed: 9 }),
      ]),
    ).toContain("z");
  });

  it("keeps room for those that waited before an axis comes again", () => {
    // Next month's 40 do not suffice for the four that have waited: "again" may not take the place of one of them.
    const waited = letters(6).map((axis) =>
      candidate(axis, 13, { risk: 0, missed: 1, lastAsked: "2026-03" }),
    );
    const again = candidate("z", 13, { risk: 2, missed: 0, lastAsked: "2026-04" });
    expect(asked([...waited, again])).toEqual(["a", "b", "c"]);
    expect(asked([...waited.slice(0, 5), candidate("y", 1), again])).toContain("z");
  });

  it("spreads what three hours cannot carry, so that no month takes it all", () => {
    expect(asked(letters(12).map((axis) => candidate(axis, 12)))).toHaveLength(4);
    expect(asked(Array.from({ length: 30 }, (_, i) => candidate(`axis-${i}`, 12)))).toHaveLength(10);
    // Eight axes are not divisible by three.
    expect(asked(letters(8).map((axis) => candidate(axis, 16)))).toHaveLength(3);
  });

  it("counts what was opened of the month before", () => {
    const all = letters(3).map((axis) => candidate(axis, 12));
    expect([...takeTurns(all, hour, { axes: 3, minutes: 42 }).keys()]).toEqual([]);
    expect([...takeTurns(all, hour, { axes: 5, minutes: 42 }).keys()]).toEqual(["b", "c"]);
    expect([...takeTurns(all, hour, { axes: 5, minutes: 90 }).keys()]).toEqual(["a", "b", "c"]);
  });

  it("fills a later month with what that one has room for, though this one is full", () => {
    const all = letters(5).map((axis) => candidate(axis, 12));
    expect(takeTurns(all, hour, { axes: 5, minutes: 60 }).size).toBe(5);
  });

  it("does not pass the hour because another axis will have to later", () => {
    const all = [candidate("z", 60, { risk: 0 }), ...letters(6).map((axis) => candidate(axis, 8))];
    expect(asked(all)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("has room for all where an item costs nothing", () => {
    const free = { ...hour, minutesPerItem: 0 };
    expect(
      takeTurns(
        letters(9).map((axis) => candidate(axis, 500)),
        free,
      ).size,
    ).toBe(0);
  });

  it("gives the same answer in whatever order the axes come", () => {
    const turn = fc.record({
      risk: fc.constantFrom(0 as const, 1 as const, 2 as const),
      missed: fc.integer({ min: 0, max: 2 }),
      lastAsked: fc.constantFrom(null, "2026-02", "2026-03"),
      pBelowThreshold: fc.constantFrom(null, 0.1, 0.9),
      streak: fc.integer({ min: 0, max: 2 }),
    });
    const one = fc.record({ uncut: fc.integer({ min: 1, max: 30 }), turn, fixed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(one, { minLength: 7, maxLength: 14 }), (list) => {
        const all = list.map((each, i) => ({ ...each, axis: `axis-${i}` }));
        expect(new Map(takeTurns(all.toReversed(), hour))).toEqual(new Map(takeTurns(all, hour)));
      }),
    );
  });
});

describe("the turns of three years", () => {
  const months = 36;
  const first: Month = "2024-01";

  /** Plays the months through: who was asked in each, how many items, and whether nobody could have been spared more. */
  function play(
    sizesOf: (month: number) => readonly number[],
    riskOf: (month: number, axis: number) => 0 | 1 | 2 = () => 1,
  ) {
    const last = new Map<string, { period: Month | null; missed: number }>();
    return Array.from({ length: months }, (_, month) => {
      const all = sizesOf(month).map((uncut, i) => {
        const known = last.get(`axis-${i}`) ?? { period: null, missed: 0 };
        return candidate(`axis-${i}`, uncut, {
          risk: riskOf(month, i),
          lastAsked: known.period,
          missed: known.missed,
        });
      });
      const waits = takeTurns(all, hour);
      for (const { axis } of all) {
        const known = last.get(axis) ?? { period: null, missed: 0 };
        last.set(
          axis,
          waits.has(axis)
            ? { ...known, missed: known.missed + 1 }
            : { period: addMonths(first, month), missed: 0 },
        );
      }
      const turns = all.filter(({ axis }) => !waits.has(axis));
      return {
        asked: new Set(turns.map(({ axis }) => axis)),
        used: turns.reduce((sum, { uncut }) => sum + uncut, 0),
        due: turns.filter(({ turn }) => turn.missed === 2).reduce((sum, { uncut }) => sum + uncut, 0),
        longestMissed: Math.max(0, ...[...last.values()].map(({ missed }) => missed)),
        all,
        waits,
      };
    });
  }

  it("asks every axis at least every third month, for any volumes and risks", () => {
    const sizes = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 36, maxLength: 36 }), {
      minLength: 7,
      maxLength: 12,
    });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 1000 }), (table, seed) => {
        const played = play(
          (month) => table.map((row) => row[month] ?? 1),
          (month, axis) => ([0, 1, 2] as const)[(seed + month * 7 + axis * 5) % 3] ?? 0,
        );
        expect(played.every(({ longestMissed }) => longestMissed <= 2)).toBe(true);
        // What waits would not have fitted, and what was said of it is kept.
        for (const { waits, all, used } of played) {
          const spare = 40 - used;
          const idle = all.filter(
            ({ axis, turn, uncut }) => waits.has(axis) && uncut <= spare && turn.missed > 0,
          );
          expect(idle).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("keeps within the hour where three hours carry all, though single axes come every month", () => {
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 14 }), fc.integer({ min: 5, max: 8 }), (axes, size) => {
        const played = play(
          () => Array.from({ length: axes }, () => size),
          (_, axis) => (axis < 2 ? 2 : 0),
        );
        expect(Math.max(...played.map(({ used }) => used))).toBeLessThanOrEqual(40);
        // Those at risk come oftener than the others: that is what turns are for.
        const times = (axis: string) => played.filter((month) => month.asked.has(axis)).length;
        expect(times("axis-0")).toBeGreaterThanOrEqual(times(`axis-${axes - 1}`));
      }),
      { numRuns: 30 },
    );
  });

  it("passes the hour by little more than has to be where three hours do not carry all", () => {
    fc.assert(
      fc.property(fc.integer({ min: 12, max: 30 }), fc.integer({ min: 11, max: 20 }), (axes, size) => {
        const played = play(() => Array.from({ length: axes }, () => size));
        // A third of the axes, rounded up, is the least that any order can have as its largest month.
        const least = Math.max(Math.floor(40 / size), Math.ceil(axes / 3)) * size;
        expect(Math.max(...played.map(({ used }) => used))).toBe(least);
      }),
      { numRuns: 30 },
    );
  });
});

const row = (period: Month, state: CycleState, because: CycleBecause | null = null): Cycle => ({
  axis: "a",
  period,
  state,
  because,
  epoch: "e1",
  openedAt: 0,
  dueAt: null,
  closedAt: state === "closed" ? 1 : null,
  frame: { pass: 50, fail: 5, noArtifact: 0 },
  frameHash: null,
  watermark: 0,
  passRate: 0.1,
  failRate: 0.1,
  minutesPlanned: 0,
  sampleTarget: null,
  firstMonth: false,
  queue: "local",
});

describe("missedMonths", () => {
  it("counts waits and thin months since an axis was last asked, and not what the program missed", () => {
    const cycles = [
      row("2026-01", "closed"),
      row("2026-02", "skipped", "rotated"),
      row("2026-03", "skipped", "too-old"),
      row("2026-04", "below-threshold", "too-few-pass"),
      row("2026-06", "open"),
      row("2026-07", "skipped", "rotated"),
    ];
    const at = (period: Month) => missedMonths(cycles, period);
    expect(at("2026-01")).toEqual({ lastAsked: null, missed: 0 });
    expect(at("2026-02")).toEqual({ lastAsked: "2026-01", missed: 0 });
    expect(at("2026-03")).toEqual({ lastAsked: "2026-01", missed: 1 });
    expect(at("2026-06")).toEqual({ lastAsked: "2026-01", missed: 2 });
    expect(at("2026-07")).toEqual({ lastAsked: "2026-06", missed: 0 });
    expect(at("2026-08")).toEqual({ lastAsked: "2026-06", missed: 1 });
  });

  it("counts an axis that was never asked from its first wait", () => {
    const cycles = [
      row("2026-01", "below-threshold", "too-few-pass"),
      row("2026-02", "below-threshold", "too-few-pass"),
      row("2026-03", "skipped", "rotated"),
      row("2026-04", "below-threshold", "too-few-pass"),
    ];
    expect(missedMonths(cycles, "2026-03")).toEqual({ lastAsked: null, missed: 0 });
    expect(missedMonths(cycles, "2026-05")).toEqual({ lastAsked: null, missed: 2 });
  });
});

const waits = (period: Month) => row(period, "skipped", "rotated");
const untilOf = (...cycles: readonly Cycle[]) => waitsUntil(cycles)?.until ?? null;

describe("waitsUntil", () => {
  it("gives the third month after the last turn, or after the first wait", () => {
    const last = row("2026-01", "closed");
    expect(untilOf(last)).toBeNull();
    expect(untilOf()).toBeNull();
    expect(untilOf(last, waits("2026-02"))).toBe("2026-04");
    expect(untilOf(last, waits("2026-02"), waits("2026-03"))).toBe("2026-04");
    expect(untilOf(waits("2026-02"))).toBe("2026-04");
    expect(untilOf(last, row("2026-02", "below-threshold", "too-few-pass"), waits("2026-03"))).toBe(
      "2026-04",
    );
    expect(untilOf(last, waits("2026-02"), row("2026-03", "open"))).toBeNull();
    expect(waitsUntil([last, waits("2026-02")])?.period).toBe("2026-02");
  });
});
