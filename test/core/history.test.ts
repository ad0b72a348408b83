import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cycle, Grade, GradeObservation, Item, ItemKind } from "../../src/core/cycle.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import { axisHistory, type HistoryOptions } from "../../src/core/history.ts";
import type { HistoryRow } from "../../src/core/history-row.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { verdictIdOf } from "../../src/core/verdict.ts";
import { sampleCycle, sampleItem } from "../reports/sample-row.ts";

const options: HistoryOptions = {
  workspace: "default",
  policy: defaultDecision,
  asOf: Number.POSITIVE_INFINITY,
  minutesPerItem: 1.5,
  statusNow: "graduated",
  errorsOf: () => [],
};

const kinds = ["pass", "fail", "risk", "probe", "reask", "gold"] as const;
const firstOfMonth = (month: number): number => Date.UTC(2026, month, 1);
const periodOf = (month: number): string => `2026-${String(month + 1).padStart(2, "0")}`;

/** One item of a month: what it was drawn as, what was said of it (null: cleared; undefined: nothing). */
interface Drawn {
  readonly kind: ItemKind;
  readonly verdict: number;
  readonly grade: Grade | null | undefined;
  readonly reason: string | null;
  readonly withdrawn: boolean;
  readonly batch: number;
}

interface DrawnMonth {
  readonly state: Cycle["state"];
  readonly epoch: string | null;
  readonly more: { readonly pass: number; readonly fail: number };
  readonly items: readonly Drawn[];
}

const drawnItem: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom(...kinds),
  verdict: fc.nat(3),
  grade: fc.constantFrom<Grade | null | undefined>("PASS", "FAIL", "CANT_TELL", null, undefined),
  reason: fc.option(fc.string({ maxLength: 8 })),
  withdrawn: fc.boolean(),
  batch: fc.integer({ min: 1, max: 2 }),
});

const drawnMonth: fc.Arbitrary<DrawnMonth> = fc.record({
  state: fc.constantFrom<Cycle["state"]>("closed", "closed", "open", "below-threshold", "skipped"),
  epoch: fc.constantFrom("e1", "e1", "e2", null),
  more: fc.record({ pass: fc.nat(30), fail: fc.nat(5) }),
  items: fc.array(drawnItem, { maxLength: 14 }),
});

/** The store's records of these months. Every item has its place in the frame; instants are all different. */
function recordOf(months: readonly DrawnMonth[]): AxisRecord {
  const items: Item[] = [];
  const observations: GradeObservation[] = [];
  const cycles = months.map((month, index): Cycle => {
    const hasItems = month.state === "open" || month.state === "closed";
    const taken = hasItems ? month.items : [];
    taken.forEach((one, position) => {
      const ref = `${index}-${position}`;
      items.push(
        sampleItem({
          ref,
          period: periodOf(index),
          kind: one.kind,
          batch: one.batch,
          state: one.withdrawn ? "withdrawn" : "answered",
          word: one.kind === "fail" ? "FAIL" : "PASS",
          verdictKey: `key-${one.verdict}`,
        }),
      );
      if (one.grade === undefined) return;
      const observedAt = firstOfMonth(index + 1) + position * 1000;
      const { grade, reason } = one;
      observations.push({ ref, grade, reason, by: null, at: null, observedAt, via: "grade" });
    });
    const count = (kind: ItemKind): number => taken.filter((one) => one.kind === kind).length;
    return sampleCycle({
      period: periodOf(index),
      state: month.state,
      epoch: month.epoch,
      openedAt: firstOfMonth(index + 1),
      closedAt: month.state === "closed" ? firstOfMonth(index + 1) + 86_400_000 : null,
      frame: { pass: count("pass") + month.more.pass, fail: count("fail") + month.more.fail, noArtifact: 0 },
    });
  });
  return {
    axis: "verify-dispatch",
    cycles,
    items,
    observations,
    counts: [],
    decisions: [],
    statusChanges: [],
  };
}

const anyRecord = fc.array(drawnMonth, { minLength: 1, maxLength: 8 }).map(recordOf);

/** Every number and every null of a row, with the path to it. */
function leaves(value: unknown, path = ""): readonly (readonly [path: string, value: unknown])[] {
  if (value === null || typeof value !== "object") return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`));
}

/** Whether the row says, or its type documents, why there is null at this path. */
function isExplained(path: string, row: HistoryRow): boolean {
  const { agreement, kappa, truePassRate, selfAgreement, escape, pool } = row;
  if (/^(because|epoch|gold|supersededBy|topUp\.ended|disagreements\.\d+\.reason)$/.test(path)) return true;
  if (path === "kappa.because") return kappa.status === "ok";
  if (path === "kappa.bounds") return kappa.because !== "ungraded-stratum";
  if (path.startsWith("kappa.")) return kappa.because !== null;
  if (path === "agreement.because") return leaves(agreement).filter(([, leaf]) => leaf === null).length === 1;
  if (path.startsWith("agreement.")) return agreement.because !== null;
  if (path === "truePassRate.because") return truePassRate.status === "ok";
  if (path.startsWith("truePassRate.")) return truePassRate.because !== null;
  if (path === "selfAgreement.because") return selfAgreement.asked > 0;
  if (path.startsWith("selfAgreement.")) return selfAgreement.because !== null && selfAgreement.asked === 0;
  if (path.startsWith("escape.")) return escape.graded === 0;
  if (path === "pool") return row.state !== "open" && row.state !== "closed";
  if (path === "pBelowThreshold") return pool === null || pool.passGraded === 0 || pool.failGraded === 0;
  if (path === "overrideRateAtThreshold") return row.frame.pass + row.frame.fail === 0;
  if (path === "decision.evidence") return row.state !== "closed" || row.graded.pass + row.graded.fail === 0;
  return false;
}

/** What re-asked items may not change. */
function besideReasks(row: HistoryRow): readonly (readonly [string, unknown])[] {
  return Object.entries(row).filter(([name]) => name !== "selfAgreement" && name !== "minutes");
}

describe("axisHistory", () => {
  it("has no NaN, no Infinity, and no null without a reason, whatever the records", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const rows = axisHistory(record, options);
        expect(rows).toHaveLength(record.cycles.length);
        for (const row of rows) {
          const all = leaves(row);
          const odd = all.filter(([, leaf]) => typeof leaf === "number" && !Number.isFinite(leaf));
          const bare = all.filter(([path, leaf]) => leaf === null && !isExplained(path, row));
          expect({ odd, bare, undefined: all.filter(([, leaf]) => leaf === undefined) }).toEqual({
            odd: [],
            bare: [],
            undefined: [],
          });
          // What a program reads back is what was there.
          expect(JSON.parse(JSON.stringify(row))).toEqual(row);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("lists as many disagreements as it counts, and none while a month is open", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        for (const row of axisHistory(record, options)) {
          const critics = row.disagreements.map(({ critic }) => critic);
          const expected =
            row.state === "closed"
              ? [
                  ...Array<string>(row.overrides).fill("PASS"),
                  ...Array<string>(row.reverseOverrides).fill("FAIL"),
                ]
              : [];
          expect(critics).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("does not depend on the order of items and grades", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const turned = {
          ...record,
          items: record.items.toReversed(),
          observations: record.observations.toReversed(),
        };
        expect(axisHistory(turned, options)).toEqual(axisHistory(record, options));
      }),
      { numRuns: 100 },
    );
  });

  it("takes re-asked items for nothing but the founder's own agreement and his minutes", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const base = { ...record, items: record.items.map((item) => ({ ...item, batch: 1 })) };
        const without = { ...base, items: base.items.filter(({ kind }) => kind !== "reask") };
        expect(axisHistory(base, options).map(besideReasks)).toEqual(
          axisHistory(without, options).map(besideReasks),
        );
        expect(axisHistory(without, options).at(-1)?.selfAgreement.asked).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});

function drawn(kind: ItemKind, verdict: number, grade: Grade): Drawn {
  return { kind, verdict, grade, reason: "names nobody", withdrawn: false, batch: 1 };
}

function monthOf(state: Cycle["state"], items: readonly Drawn[]): DrawnMonth {
  return { state, epoch: "e1", more: { pass: 20, fail: 3 }, items };
}

function idOf(key: string): string | null {
  return key === "key-0" ? "d-1029" : null;
}

describe("selfAgreement of a row", () => {
  const record = recordOf([
    monthOf("closed", [drawn("pass", 0, "PASS"), drawn("pass", 1, "PASS"), drawn("fail", 2, "FAIL")]),
    monthOf("closed", [drawn("pass", 3, "PASS"), drawn("reask", 0, "PASS")]),
    monthOf("closed", [drawn("reask", 1, "FAIL"), drawn("reask", 2, "CANT_TELL")]),
    monthOf("open", [drawn("reask", 3, "FAIL")]),
  ]);

  it("adds up over the months, and leaves an open month out until it closes", () => {
    const rows = axisHistory(record, options).map(({ selfAgreement }) => selfAgreement);
    expect(rows.map(({ same, asked, cantTell, month: own }) => [same, asked, cantTell, own])).toEqual([
      [0, 0, 0, { same: 0, asked: 0, cantTell: 0 }],
      [1, 1, 0, { same: 1, asked: 1, cantTell: 0 }],
      [1, 2, 1, { same: 0, asked: 1, cantTell: 1 }],
      [1, 2, 1, { same: 0, asked: 0, cantTell: 0 }],
    ]);
    const closed = { ...record, cycles: record.cycles.map((one) => ({ ...one, state: "closed" as const })) };
    expect(axisHistory(closed, options).at(-1)?.selfAgreement).toMatchObject({ same: 1, asked: 3 });
  });

  it("is by the grades known then", () => {
    const early = axisHistory(record, { ...options, asOf: firstOfMonth(2) + 86_400_000 });
    expect(early.at(-1)?.selfAgreement).toMatchObject({ same: 1, asked: 1, cantTell: 0 });
  });
});

it("takes no grade of a withdrawn item", () => {
  const withdrawn = { ...drawn("pass", 0, "FAIL"), withdrawn: true };
  const [row] = axisHistory(recordOf([monthOf("closed", [withdrawn, drawn("pass", 1, "PASS")])]), options);
  expect(row).toMatchObject({ overrides: 0, graded: { pass: 1 }, sampled: { pass: 2 }, disagreements: [] });
});

it("names a verdict as its critic did, else by our own id", () => {
  const record = recordOf([monthOf("closed", [drawn("pass", 0, "FAIL"), drawn("pass", 1, "FAIL")])]);
  const [row] = axisHistory(record, { ...options, idOf });
  expect(row?.disagreements.map(({ id, link, reason }) => [id, link, reason])).toEqual([
    ["d-1029", "d-1029", "names nobody"],
    [verdictIdOf("key-1"), verdictIdOf("key-1"), "names nobody"],
  ]);
});
