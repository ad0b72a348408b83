import { describe, expect, it } from "vitest";
import type { Cycle, Grade, GradeObservation, Item } from "../../src/core/cycle.ts";
import type { Decision } from "../../src/core/decided.ts";
import { writeDecisionRecord } from "../../src/core/decision-record.ts";
import { type AxisRecord, monthsSinceRestart } from "../../src/core/evidence.ts";
import { axisMonths } from "../../src/core/history.ts";
import { type DecisionPolicy, defaultDecision } from "../../src/core/policy.ts";
import { recompute } from "../../src/core/recompute.ts";
import { sampleCycle, sampleItem } from "../reports/sample-row.ts";

const may = "2026-05";
const closedAt = Date.UTC(2026, 5, 15);
const options = { workspace: "default", policy: defaultDecision };

function closed(period: string, at: number, changes: Partial<Cycle> = {}): Cycle {
  const openedAt = at - 86_400_000;
  return sampleCycle({ period, state: "closed", openedAt, closedAt: at, ...changes });
}

/** Nine PASS items, the first few of them failed by the founder, and five FAIL items that he fails, too. */
function itemsOf(period: string): readonly Item[] {
  return Array.from({ length: 14 }, (_, index) =>
    sampleItem({
      ref: `${period}-${index}`,
      period,
      kind: index < 9 ? "pass" : "fail",
      word: index < 9 ? "PASS" : "FAIL",
      state: "answered",
      verdictKey: `${period}-${index}`,
    }),
  );
}

function gradesOf(period: string, overrides: number, observedAt: number): readonly GradeObservation[] {
  return itemsOf(period).map(({ ref }, index) =>
    seen(ref, index < overrides || index >= 9 ? "FAIL" : "PASS", observedAt),
  );
}

function seen(ref: string, grade: Grade | null, observedAt: number): GradeObservation {
  return { ref, grade, reason: null, by: null, at: null, observedAt, via: "import" };
}

function recordOf(changes: Partial<AxisRecord> = {}): AxisRecord {
  return {
    axis: "verify-dispatch",
    cycles: [closed(may, closedAt)],
    items: itemsOf(may),
    observations: gradesOf(may, 0, closedAt - 1000),
    counts: [],
    decisions: [],
    statusChanges: [],
    ...changes,
  };
}

/** The decision that the program would have stored on this record at the close of May. */
function decided(
  record: AxisRecord,
  policy: DecisionPolicy = defaultDecision,
  status = "graduated",
  withMonths = false,
): Decision {
  const month = axisMonths(record, {
    workspace: "default",
    policy,
    asOf: Number.POSITIVE_INFINITY,
    minutesPerItem: 1.5,
    statusNow: status,
    errorsOf: () => [],
  }).find(({ row }) => row.period === may);
  if (month === undefined) throw new Error("May is not in the record");
  const { row } = month;
  return {
    axis: row.axis,
    period: row.period,
    at: closedAt,
    ...row.decision,
    statusBefore: status,
    statusAfter: status,
    kappa: row.kappa.value,
    overrides: row.overrides,
    record: writeDecisionRecord(row, {
      policy,
      grades: record.observations.length,
      ...(withMonths
        ? { months: monthsSinceRestart(record, may, closedAt).map(({ period }) => period) }
        : {}),
    }),
  };
}

describe("recompute", () => {
  it("comes to the decision again, whatever the order of what came later", () => {
    const record = recordOf();
    const decision = decided(record);
    const late = [seen(`${may}-1`, "FAIL", closedAt + 1), seen(`${may}-0`, "FAIL", closedAt + 2)];
    for (const further of [[], late, late.toReversed()]) {
      const now = { ...record, decisions: [decision], observations: [...record.observations, ...further] };
      expect(recompute(now, decision, options).differences).toEqual([]);
    }
  });

  it("goes by the order of insertion, where a clock that was set back dates a grade after the close", () => {
    const record = recordOf({ observations: gradesOf(may, 4, closedAt + 5000) });
    const decision = decided(record);
    expect(decision.action).toBe("revert");
    expect(recompute({ ...record, decisions: [decision] }, decision, options)).toMatchObject({
      differences: [],
      gradeChanges: [],
    });
  });

  it("goes by the instants, where an older record does not count its grades", () => {
    const record = recordOf();
    const decision = decided(record);
    const older = { ...decision, record: decision.record.replace(/,"basis":.*\}$/, "}") };
    const now = {
      ...record,
      decisions: [older],
      observations: [...record.observations, ...gradesOf(may, 4, closedAt + 1)],
    };
    const result = recompute(now, older, options);
    expect(result).toMatchObject({ differences: [], thresholdsChanged: null, because: ["changed-grades"] });
    expect(result.now?.guarded.action).toBe("revert");
  });

  it("names the grades that move a figure, though no action, and none that move nothing", () => {
    const record = recordOf();
    const decision = decided(record);
    const later = (grade: Grade): AxisRecord => ({
      ...record,
      decisions: [decision],
      observations: [...record.observations, seen(`${may}-0`, grade, closedAt + 1)],
    });
    expect(recompute(later("FAIL"), decision, { ...options, policy: defaultDecision })).toMatchObject({
      differences: [],
      now: { overrides: 1, guarded: decision.guarded },
      figuresChanged: true,
      because: ["changed-grades"],
    });
    expect(recompute(later("PASS"), decision, options)).toMatchObject({
      figuresChanged: false,
      because: [],
    });
  });

  it("leaves out a month that was opened, or decided, after the close", () => {
    const april = { items: itemsOf("2026-04"), observations: gradesOf("2026-04", 5, closedAt + 500) };
    const record = recordOf({ observations: gradesOf(may, 2, closedAt - 1000) });
    const decision = decided(record);
    expect(decision.guarded.action).toBe("keep");
    for (const [opened, because] of [
      [closedAt + 100, ["months"]],
      [closedAt - 86_400_000, ["late-grades", "months"]],
    ] as const) {
      const now: AxisRecord = {
        ...record,
        decisions: [decision],
        cycles: [closed("2026-04", closedAt + 1000, { openedAt: opened }), ...record.cycles],
        items: [...april.items, ...record.items],
        observations: [...record.observations, ...april.observations],
      };
      const result = recompute(now, decision, options);
      expect(result.differences).toEqual([]);
      expect([result.now?.guarded.action, result.because]).toEqual(["revert", because]);
    }
  });

  it("takes a later revert of an older month for what it was: it restarted May only afterwards", () => {
    // March belongs to May's pool; a restart in April would leave it out.
    const march = closed("2026-03", closedAt - 5_000_000_000);
    const record = recordOf({
      cycles: [march, closed(may, closedAt)],
      items: [...itemsOf("2026-03"), ...itemsOf(may)],
      observations: [...gradesOf("2026-03", 1, closedAt - 2000), ...gradesOf(may, 1, closedAt - 1000)],
    });
    const decision = decided(record);
    const april = { ...decision, period: "2026-04", at: closedAt + 1, action: "revert" as const };
    const now = { ...record, decisions: [april, decision] };
    expect(recompute(now, decision, options).differences).toEqual([]);
  });

  describe("with the months that it looked at", () => {
    const april = "2026-04";
    /** April was closed by a clock that was two months ahead. */
    const record = recordOf({
      cycles: [closed(april, closedAt + 5_000_000_000), closed(may, closedAt)],
      items: [...itemsOf(april), ...itemsOf(may)],
      observations: [...gradesOf(april, 1, closedAt - 2000), ...gradesOf(may, 1, closedAt - 1000)],
    });
    const decision = decided(record, defaultDecision, "graduated", true);
    const untouched = { differences: [], figuresChanged: false, readsOtherwise: false, because: [] };

    it("goes by them, not by instants", () => {
      expect(recompute({ ...record, decisions: [decision] }, decision, options)).toMatchObject(untouched);
      const aprilDecision = { ...decision, period: april, at: closedAt + 5_000_000_000 };
      const now = { ...record, decisions: [aprilDecision, decision] };
      expect(recompute(now, decision, options)).toMatchObject(untouched);
    });

    it("takes a restart for a later one, if it would have set them aside", () => {
      const normal = { ...record, cycles: [closed(april, closedAt - 5000), closed(may, closedAt)] };
      const change = { axis: record.axis, from: "graduated", to: "assisted", reason: "", period: null };
      const restart = { ...change, by: "axis assist" as const, at: closedAt - 100 };
      const made = decided(normal, defaultDecision, "graduated", true);
      const later = { ...normal, decisions: [made], statusChanges: [restart] };
      expect(recompute(later, made, options)).toMatchObject(untouched);
      // One that was made before the close is no difference either.
      const before = { ...normal, statusChanges: [restart] };
      const restarted = decided(before, defaultDecision, "graduated", true);
      expect(recompute({ ...before, decisions: [restarted] }, restarted, options)).toMatchObject(untouched);
      expect([made, restarted].map(({ record: text }) => JSON.parse(text).basis.months)).toEqual([
        [april, may],
        [may],
      ]);
    });

    it("leaves out a month that was closed later by an earlier clock", () => {
      const marchToo: AxisRecord = {
        ...record,
        decisions: [decision],
        cycles: [closed("2026-03", closedAt - 5000), ...record.cycles],
        items: [...itemsOf("2026-03"), ...record.items],
        observations: [...record.observations, ...gradesOf("2026-03", 5, closedAt - 6000)],
      };
      expect(recompute(marchToo, decision, options)).toMatchObject({
        differences: [],
        figuresChanged: true,
      });
    });
  });

  it("keeps to the thresholds and the status of the close", () => {
    const record = recordOf({ observations: gradesOf(may, 4, closedAt - 1000) });
    const strict = { ...defaultDecision, overwhelmingProbability: 0.999, mode: "literal" as const };
    for (const status of ["graduated", "assisted"]) {
      const decision = decided(record, strict, status);
      const result = recompute({ ...record, decisions: [decision] }, decision, options);
      expect(result).toMatchObject({
        differences: [],
        thresholdsChanged: ["mode", "overwhelmingProbability"],
        because: ["thresholds"],
        now: { guarded: { action: "watch" } },
        today: { guarded: { action: "revert" } },
      });
    }
  });

  it("does not count a grade of an item that was withdrawn", () => {
    const items = itemsOf(may).map((item, index) =>
      index === 0 ? { ...item, state: "withdrawn" as const } : item,
    );
    const record = recordOf({ items });
    const decision = decided(record);
    const now = {
      ...record,
      decisions: [decision],
      observations: [...record.observations, seen(`${may}-0`, "FAIL", closedAt + 1)],
    };
    expect(recompute(now, decision, options)).toMatchObject({ gradeChanges: [], readsOtherwise: false });
  });

  it("says that there is no such month, where its cycle is gone", () => {
    const record = recordOf();
    const decision = decided(record);
    const result = recompute({ ...record, cycles: [], decisions: [decision] }, decision, options);
    expect(result.atClose).toBeNull();
    expect(result.differences.map(({ field }) => field)).toEqual(["record"]);
  });
});
