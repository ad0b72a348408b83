import { describe, expect, it } from "vitest";
import {
  type AskedBatch,
  type Cycle,
  firstAskedBatch,
  type Grade,
  type GradeObservation,
  type Item,
  type ItemKind,
} from "../../src/core/cycle.ts";
import type { StatusChange } from "../../src/core/decided.ts";
import { freshEvidence, freshGrades, freshStrata } from "../../src/core/fresh-evidence.ts";
import { sampleCycle, sampleItem } from "../reports/sample-row.ts";

const day = 86_400_000;
const [second, third] = [firstAskedBatch + 1, firstAskedBatch + 2];
/** April was reverted on the first of June. */
const reverted = Date.UTC(2026, 5, 1);

const takenAway: StatusChange = {
  axis: "verify-dispatch",
  at: reverted,
  from: "graduated",
  to: "assisted",
  by: "axis assist",
  reason: "overrides",
  period: null,
};

/** Opened on the first of the month after it, and closed twenty days later: April and May are from before, June is not. */
function cycle(period: string, more: Partial<Cycle> = {}): Cycle {
  const openedAt = Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 1);
  const closedAt = period === "2026-05" ? reverted - 1 : openedAt + 20 * day;
  return sampleCycle({ period, state: "closed", epoch: "e1", openedAt, closedAt, ...more });
}

const april = cycle("2026-04");
const june = cycle("2026-06");
const july = cycle("2026-07");

interface Asked {
  readonly ref: string;
  readonly period?: string;
  readonly batch?: number;
  readonly kind?: ItemKind;
  readonly grade?: Grade;
  readonly state?: Item["state"];
  readonly at?: number;
}

function item({ ref, period = "2026-06", batch = 1, kind = "pass", grade, state }: Asked): Item {
  return sampleItem({
    ref,
    period,
    batch,
    kind,
    state: state ?? (grade === undefined ? "expired" : "answered"),
  });
}

function batchOf(period: string, number: number, askedAt = reverted + day): AskedBatch {
  return { axis: "verify-dispatch", period, batch: number, askedAt, queue: "local", pass: 1, fail: 1 };
}

function evidence(options: {
  readonly cycles?: readonly Cycle[];
  readonly own?: readonly Asked[];
  readonly asked?: readonly Asked[];
  readonly batches?: readonly AskedBatch[];
  readonly changes?: readonly StatusChange[];
}) {
  const { asked = [], batches = [], changes = [takenAway], cycles = [april, june], own = [] } = options;
  const observations = [...own, ...asked].flatMap(
    ({ at = reverted + 60 * day, grade, ref }): GradeObservation[] =>
      grade === undefined
        ? []
        : [{ ref, grade, reason: null, by: null, at, observedAt: reverted + 60 * day, via: "import" }],
  );
  const record = {
    axis: "verify-dispatch",
    cycles,
    items: own.map(item),
    observations,
    counts: [],
    decisions: [],
    statusChanges: changes,
  };
  return freshEvidence(record, { batches, items: asked.map(item) }, reverted + 90 * day);
}

const refs = ({ told }: ReturnType<typeof evidence>): readonly string[] => told.map((one) => one.item.ref);

describe("freshEvidence", () => {
  it("begins with the latest change to `assisted`, whatever came after it", () => {
    const back: StatusChange = { ...takenAway, at: reverted + day, to: "graduated", by: "axis graduate" };
    const { at, by, period, reason } = takenAway;
    expect(evidence({ changes: [takenAway, back] }).since).toEqual({ at, by, period, reason });
    expect(evidence({ changes: [] }).since).toBeNull();
  });

  it("takes batches from the instant on at which the autonomy went, and all of an axis that never had any", () => {
    const asked: readonly Asked[] = [
      { ref: "before", period: "2026-04", batch: firstAskedBatch, grade: "PASS" },
      { ref: "then", period: "2026-04", batch: second, grade: "PASS" },
    ];
    const batches = [batchOf("2026-04", firstAskedBatch, reverted - 1), batchOf("2026-04", second, reverted)];
    expect(refs(evidence({ asked, batches }))).toEqual(["then"]);
    expect(refs(evidence({ asked, batches, changes: [] }))).toEqual(["before", "then"]);
  });

  it("holds the months since, those that a batch was drawn from, and no others; of the latter the batch alone", () => {
    const found = evidence({
      cycles: [cycle("2026-03"), april, june],
      own: [
        { ref: "april", period: "2026-04", grade: "PASS" },
        { ref: "june", grade: "PASS" },
      ],
      asked: [{ ref: "asked", period: "2026-04", batch: firstAskedBatch, grade: "PASS" }],
      batches: [batchOf("2026-04", firstAskedBatch)],
    });
    expect(found.cycles.map(({ period }) => period)).toEqual(["2026-04", "2026-06"]);
    expect(refs(found)).toEqual(["june", "asked"]);
  });

  it("tells each batch by itself, once all of it is answered or withdrawn", () => {
    const asked: readonly Asked[] = [
      { ref: "a1", batch: firstAskedBatch, grade: "PASS" },
      { ref: "a2", batch: firstAskedBatch, state: "created" },
      { ref: "b1", batch: second, grade: "PASS" },
      { ref: "b2", batch: second, state: "withdrawn" },
      { ref: "c1", period: "2026-04", batch: firstAskedBatch, grade: "FAIL" },
    ];
    const found = evidence({
      own: [{ ref: "own", grade: "PASS" }],
      asked,
      batches: [
        batchOf("2026-06", firstAskedBatch),
        batchOf("2026-06", second),
        batchOf("2026-04", firstAskedBatch),
      ],
    });
    expect(found.unfinished).toEqual([{ period: "2026-06", batch: firstAskedBatch, items: 2, answered: 1 }]);
    expect(refs(found)).toEqual(["own", "b1", "b2", "c1"]);
    expect(found.cycles).toEqual([april, june]);
  });

  it("dates no answer before its own question was asked", () => {
    const found = evidence({
      cycles: [april, june, july],
      own: [
        { ref: "of-june", grade: "PASS", at: reverted },
        { ref: "of-july", period: "2026-07", grade: "PASS", at: reverted },
      ],
      asked: [
        { ref: "first", period: "2026-06", batch: firstAskedBatch, grade: "PASS", at: reverted },
        { ref: "second", period: "2026-06", batch: second, grade: "PASS", at: reverted },
        { ref: "third", period: "2026-04", batch: second, grade: "PASS", at: reverted },
      ],
      batches: [
        batchOf("2026-06", firstAskedBatch, reverted + 3 * day),
        batchOf("2026-06", second, reverted + 5 * day),
        batchOf("2026-04", second, reverted + 7 * day),
      ],
    });
    expect(found.told.map(({ item: { ref }, gradedAt }) => [ref, gradedAt])).toEqual([
      ["of-june", june.openedAt],
      ["of-july", july.openedAt],
      ["first", reverted + 3 * day],
      ["second", reverted + 5 * day],
      ["third", reverted + 7 * day],
    ]);
  });

  it("takes a grade of the very instant for fresh, an older one for none, and has no instant where there is none", () => {
    const months = [cycle("2026-05", { openedAt: reverted - 30 * day, closedAt: reverted + day })];
    const own: readonly Asked[] = [
      { ref: "then", period: "2026-05", grade: "PASS", at: reverted },
      { ref: "older", period: "2026-05", grade: "PASS", at: reverted - 1 },
      { ref: "none", period: "2026-05" },
    ];
    const told = (changes: readonly StatusChange[]) =>
      evidence({ cycles: months, own, changes }).told.map(({ grade, gradedAt }) => [grade, gradedAt]);
    expect(told([takenAway])).toEqual([
      ["PASS", reverted],
      [null, null],
      [null, null],
    ]);
    expect(told([])).toEqual([
      ["PASS", reverted],
      ["PASS", reverted - 1],
      [null, null],
    ]);
  });
});

describe("freshGrades", () => {
  it("are of the month's own sample first and then of each batch, those without a grade left out", () => {
    const own: readonly Asked[] = [
      { ref: "p", grade: "PASS" },
      { ref: "f", kind: "fail", grade: "FAIL" },
    ];
    const asked: readonly Asked[] = [
      { ref: "later", batch: third, grade: "FAIL" },
      { ref: "unsure", batch: second, grade: "CANT_TELL" },
      { ref: "first", batch: firstAskedBatch, kind: "fail", grade: "PASS" },
    ];
    const drawn = [third, second, firstAskedBatch].map((number) => batchOf("2026-06", number));
    for (const batches of [drawn, drawn.toReversed()]) {
      const found = evidence({ own, asked, batches });
      expect(freshGrades(found, "e1").map((one) => [one.batch, one.counts, one.table])).toEqual([
        [null, true, { pp: 1, pf: 0, fp: 0, ff: 1 }],
        [firstAskedBatch, true, { pp: 0, pf: 0, fp: 1, ff: 0 }],
        [third, true, { pp: 0, pf: 1, fp: 0, ff: 0 }],
      ]);
    }
  });

  it("count for nothing, nor do their months weigh, where there is no epoch at all", () => {
    const cycles = [cycle("2026-06", { epoch: null })];
    const found = evidence({ cycles, own: [{ ref: "p", grade: "PASS" }] });
    const grades = freshGrades(found, null);
    expect(grades.map(({ counts }) => counts)).toEqual([false]);
    const nothing = { size: 0, graded: 0, founderPass: 0 };
    expect(freshStrata(cycles, grades, null)).toEqual({ pass: nothing, fail: nothing });
  });
});
