import { describe, expect, it } from "vitest";
import type { Cycle, GradeObservation } from "../../src/core/cycle.ts";
import type { Decision } from "../../src/core/decided.ts";
import { writeDecisionRecord } from "../../src/core/decision-record.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import { overtakenDecisions } from "../../src/core/overtaken.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { sampleCycle, sampleItem, sampleRow } from "../reports/sample-row.ts";

const day = 86_400_000;
const months = ["2026-05", "2026-06", "2026-07"] as const;
/** Each month is closed on the 10th of the next. */
const closedAt = (index: number): number => Date.UTC(2026, 5 + index, 10);

function graded(period: string, observedAt: number): GradeObservation {
  return { ref: period, grade: "PASS", reason: null, by: null, at: null, observedAt, via: "grade" };
}

/** The month's decision, which knows the grades up to it and looked at the months up to it. */
function decided(period: string, index: number): Decision {
  const row = sampleRow({ period });
  const basis = { policy: defaultDecision, grades: index + 1, months: months.slice(0, index + 1) };
  return {
    axis: row.axis,
    period,
    at: closedAt(index),
    ...row.decision,
    statusBefore: "graduated",
    statusAfter: "graduated",
    kappa: row.kappa.value,
    overrides: row.overrides,
    record: writeDecisionRecord(row, basis),
  };
}

const record: AxisRecord = {
  axis: "verify-dispatch",
  cycles: months.map((period, index) =>
    sampleCycle({ period, state: "closed", openedAt: closedAt(index) - 9 * day, closedAt: closedAt(index) }),
  ),
  items: months.map((period) => sampleItem({ ref: period, period })),
  observations: months.map((period, index) => graded(period, closedAt(index) - day)),
  counts: [],
  decisions: months.map(decided),
  statusChanges: [],
};
const now = closedAt(3);
const after = (...periods: readonly string[]): readonly string[] =>
  found({ observations: [...record.observations, ...periods.map((period) => graded(period, now))] });
const found = (changes: Partial<AxisRecord>): readonly string[] =>
  overtakenDecisions({ ...record, ...changes }).map(({ period }) => period);

describe("overtakenDecisions", () => {
  it("names none where every grade and month came before", () => {
    expect(after()).toEqual([]);
  });

  it("names the month of a late grade and every later one", () => {
    expect(after("2026-06")).toEqual(["2026-06", "2026-07"]);
    expect(after("2026-07")).toEqual(["2026-07"]);
    expect(after("2026-07", "2026-05", "2026-07")).toEqual([...months]);
    // An item that a person asked for is no part of its month, and not in the record.
    expect(after("asked")).toEqual([]);
    expect(after("2026-06", "asked")).toEqual(["2026-06", "2026-07"]);
  });

  it("goes by how many grades were known, not by when they were seen: a clock may be set back", () => {
    const observations = record.observations.map((one) => ({ ...one, observedAt: now }));
    expect(found({ observations })).toEqual([]);
  });

  it("goes by the instants where an older program did not record how many were known", () => {
    const decisions = record.decisions.map(
      (one): Decision => ({ ...one, record: JSON.stringify(sampleRow({ period: one.period })) }),
    );
    expect(found({ decisions })).toEqual([]);
    const observations = [...record.observations, graded("2026-06", now)];
    expect(found({ decisions, observations })).toEqual(["2026-06", "2026-07"]);
    const atTheClose = [...record.observations, graded("2026-06", closedAt(1))];
    expect(found({ decisions, observations: atTheClose })).toEqual([]);
  });

  it("names a month that passed over an older one which is closed by now", () => {
    const passedOver = (period: string, later: Partial<Cycle>): readonly string[] =>
      found({ cycles: [...record.cycles, sampleCycle({ period, state: "closed", ...later })] });
    const between = record.decisions.map((one, index) => {
      const basis = { policy: defaultDecision, grades: index + 1, months: ["2026-05", one.period] };
      return index < 2 ? one : { ...one, record: writeDecisionRecord(sampleRow(), basis) };
    });
    expect(found({ decisions: between })).toEqual(["2026-07"]);
    expect(passedOver("2026-04", { openedAt: 0, closedAt: now })).toEqual([...months]);
    expect(passedOver("2026-04", { openedAt: 0, closedAt: closedAt(0) })).toEqual([]);
    // One from before a restart is set aside, and stays so.
    expect(passedOver("2026-04", { openedAt: 0, closedAt: closedAt(-1) })).toEqual([]);
    // One that it looked at may bear a later instant.
    expect(found({ cycles: record.cycles.map((one) => ({ ...one, closedAt: now })) })).toEqual([]);
  });

  it("leaves a damaged record to `verify`", () => {
    const decisions = record.decisions.map((one) => ({ ...one, record: "{" }));
    expect(found({ decisions, observations: [...record.observations, graded("2026-05", now)] })).toEqual([]);
  });
});
