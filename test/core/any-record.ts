import * as fc from "fast-check";
import type { Cycle, Grade, GradeObservation, Item, ItemKind } from "../../src/core/cycle.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import type { HistoryOptions } from "../../src/core/history-options.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { sampleCycle, sampleItem } from "../reports/sample-row.ts";

export const options: HistoryOptions = {
  workspace: "default",
  policy: defaultDecision,
  asOf: Number.POSITIVE_INFINITY,
  minutesPerItem: 1.5,
  statusNow: "graduated",
  errorsOf: () => [],
};

const kinds = ["pass", "fail", "risk", "probe", "reask", "gold"] as const;
export const firstOfMonth = (month: number): number => Date.UTC(2026, month, 1);
const periodOf = (month: number): string => `2026-${String(month + 1).padStart(2, "0")}`;

/** One item of a month: what it was drawn as, what was said of it (null: cleared; undefined: nothing). */
export interface Drawn {
  readonly kind: ItemKind;
  readonly verdict: number;
  readonly grade: Grade | null | undefined;
  readonly reason: string | null;
  readonly withdrawn: boolean;
  readonly batch: number;
}

export interface DrawnMonth {
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
export function recordOf(months: readonly DrawnMonth[]): AxisRecord {
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

export const anyRecord = fc.array(drawnMonth, { minLength: 1, maxLength: 8 }).map(recordOf);
