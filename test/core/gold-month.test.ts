import { describe, expect, it } from "vitest";
import type { MonthCount } from "../../src/core/cycle.ts";
import { goldMonths } from "../../src/core/gold-month.ts";
import type { GoldRun } from "../../src/core/gold-record.ts";
import { goldAnswer, goldItem, goldRun } from "../support/gold-data.ts";

const day = (month: number, date: number): number => Date.UTC(2026, month - 1, date);
const items = Array.from({ length: 6 }, (_, index) =>
  goldItem(`text ${index}`, {
    label: index < 3 ? "PASS" : "FAIL",
    itemRef: `ref-${index}`,
    admittedAt: day(6, 15),
  }),
);
const june = goldRun({ id: "june", period: "2026-06", startedAt: day(7, 1) });
const july = goldRun({ id: "july", period: "2026-07", startedAt: day(8, 1) });
const right = items.map((item) => goldAnswer(item, item.label, { runId: "june", at: day(7, 1) }));
const lenient = items.map((item) => goldAnswer(item, "PASS", { runId: "july", at: day(8, 1) }));
const count = (period: string, word: MonthCount["word"], n: number): MonthCount => ({
  axis: "verify-dispatch",
  period,
  epoch: "e1",
  word,
  artifact: "snapshot",
  count: n,
  firstAt: 0,
  lastAt: 0,
  costUsd: 0,
  costKnown: 0,
});
const record = { items, runs: [june, july], answers: [...right, ...lenient] };
const known = {
  counts: [
    count("2026-06", "PASS", 70),
    count("2026-07", "PASS", 90),
    count("2026-07", "FAIL", 10),
    count("2026-07", "ERROR", 5),
  ],
  drawn: new Set(items.map(({ itemRef }) => itemRef ?? "")),
  asOf: Number.POSITIVE_INFINITY,
  now: day(8, 20),
  monthOf: (instant: number): string => new Date(instant).toISOString().slice(0, 7),
};

describe("goldMonths", () => {
  it("is null for an axis without gold", () => {
    expect(goldMonths({ items: [], runs: [], answers: [] }, known)("2026-07")).toBeNull();
  });

  it("takes the figures of the month's own run, held against the run before", () => {
    const monthOf = goldMonths(record, known);
    expect(monthOf("2026-07")).toMatchObject({
      because: null,
      size: { items: 6, perMonth: 2 },
      run: {
        id: "july",
        holdout: {
          agreement: { count: 3, n: 6 },
          truePass: { count: 3, n: 3 },
          trueFail: { count: 0, n: 3 },
        },
        drift: { since: "2026-06", flips: { flipped: { count: 3, n: 6 }, failToPass: 3 } },
        truePassRate: { status: "undefined", because: "uninformative-critic", goldItems: 6 },
      },
    });
    expect(monthOf("2026-06")).toMatchObject({
      run: { id: "june", holdout: { agreement: { count: 6 } }, drift: { cause: "unknown" } },
    });
    expect(monthOf("2026-05")).toMatchObject({
      because: "no-run",
      run: null,
    });
  });

  it("corrects the critic's own PASS rate of the month by what it does on drawn gold", () => {
    const found = goldMonths({ ...record, runs: [{ ...june, period: "2026-07" }] }, known)("2026-07");
    // A critic without an error on gold needs no correction: 90 of 100, and errors are no verdicts.
    expect(found?.run?.truePassRate).toMatchObject({
      status: "ok",
      value: expect.closeTo(0.9, 12),
      goldItems: 6,
    });
  });

  it("prefers a whole run, and says why the only one it has is not", () => {
    const stopped = goldRun({
      id: "cut",
      period: "2026-07",
      state: "stopped",
      because: "limit",
      startedAt: day(8, 2),
    });
    expect(goldMonths({ ...record, runs: [july, stopped] }, known)("2026-07")).toMatchObject({
      because: null,
      run: { id: "july" },
    });
    expect(goldMonths({ ...record, runs: [june, stopped] }, known)("2026-07")).toMatchObject({
      because: "limit",
      run: { id: "cut", answered: 0, judge: null, drift: { cause: "unknown" } },
    });
  });

  it("knows at an earlier instant what was known then", () => {
    const [first, ...others] = items;
    if (first === undefined) throw new Error("no items");
    const later = [
      { ...first, exposedAt: day(8, 10), exposedBecause: "leak" },
      ...others.slice(1),
      goldItem("new", { admittedAt: day(8, 10) }),
    ];
    const now = goldMonths({ ...record, items: later }, known)("2026-07");
    expect(now).toMatchObject({ size: { items: 6, exposed: 1 }, run: { holdout: { agreement: { n: 4 } } } });
    const then = goldMonths({ ...record, items: later }, { ...known, asOf: day(8, 5) })("2026-07");
    expect(then).toMatchObject({ size: { items: 5, exposed: 0 }, run: { holdout: { agreement: { n: 5 } } } });
    const before = goldMonths(record, { ...known, asOf: day(7, 20) })("2026-07");
    expect(before).toMatchObject({ because: "no-run", run: null });
    expect(goldMonths(record, { ...known, asOf: day(6, 1) })("2026-07")).toBeNull();
    // Of a run that was under way, the answers that were there.
    const answers = lenient.map((answer, index) => ({ ...answer, at: day(8, 1 + index) }));
    const during = goldMonths({ ...record, answers }, { ...known, asOf: day(8, 4) });
    expect(during("2026-07")).toMatchObject({ run: { id: "july", answered: 4 } });
  });

  it("holds a run against the latest whole one before it, else against one that has answers", () => {
    const stopped = (id: string, month: number): GoldRun =>
      goldRun({
        id,
        period: `2026-0${month - 1}`,
        state: "stopped",
        because: "limit",
        startedAt: day(month, 1),
      });
    const [item] = items;
    if (item === undefined) throw new Error("no items");
    const answers = [
      ...lenient,
      ...right.map((answer) => ({ ...answer, runId: "april" })),
      goldAnswer(item, "ERROR", { runId: "may", at: day(6, 1) }),
    ];
    const since = (runs: readonly GoldRun[]): string | null | undefined =>
      goldMonths({ items, runs, answers }, known)("2026-07")?.run?.drift.since;
    expect(since([stopped("april", 5), stopped("may", 6), july])).toBe("2026-04");
    expect(since([stopped("may", 6), july])).toBeNull();
    expect(since([june, stopped("april", 7), july])).toBe("2026-06");
  });
});
