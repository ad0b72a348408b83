import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Grade } from "../../src/core/cycle.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import { axisHistory } from "../../src/core/history.ts";
import { shownHistory } from "../../src/core/shown-history.ts";
import { anyRecord, type Drawn, firstOfMonth, options, recordOf } from "./any-record.ts";

const other = { PASS: "FAIL", FAIL: "PASS", CANT_TELL: "CANT_TELL" } as const satisfies Record<Grade, Grade>;

const openMonths = (record: AxisRecord): ReadonlySet<string> =>
  new Set(record.cycles.filter(({ state }) => state === "open").map(({ period }) => period));

/** The same record with every answer to an item of an open month turned around. */
function turned(record: AxisRecord): AxisRecord {
  const open = openMonths(record);
  const refs = new Set(record.items.filter(({ period }) => open.has(period)).map(({ ref }) => ref));
  return {
    ...record,
    observations: record.observations.map((one) =>
      refs.has(one.ref) && one.grade !== null ? { ...one, grade: other[one.grade] } : one,
    ),
  };
}

/** The same record with what the critic said of the items of open months turned around, and what they were drawn as. */
function redrawn(record: AxisRecord): AxisRecord {
  const open = openMonths(record);
  const words = { pass: "fail", fail: "pass" } as const;
  return {
    ...record,
    items: record.items.map((item) =>
      open.has(item.period) && (item.kind === "pass" || item.kind === "fail")
        ? { ...item, kind: words[item.kind], word: item.kind === "pass" ? "FAIL" : "PASS" }
        : item,
    ),
  };
}

/** What is shown, but for what follows from the plan: how many items of each kind were drawn. */
function besidePlan(record: AxisRecord): readonly unknown[] {
  return shownHistory(record, options).map((row) =>
    row.state === "open" ? { ...row, sampled: null, topUp: { ...row.topUp, cut: 0 } } : row,
  );
}

const item = (kind: Drawn["kind"], verdict: number, grade: Drawn["grade"], batch = 1): Drawn => ({
  kind,
  verdict,
  grade,
  reason: null,
  withdrawn: false,
  batch,
});

const month = (state: "open" | "closed", items: readonly Drawn[]) => ({
  state,
  epoch: "e1",
  more: { pass: 20, fail: 3 },
  items,
});

const bad = [
  item("pass", 0, "FAIL"),
  item("pass", 1, "PASS"),
  item("pass", 2, "PASS"),
  item("fail", 3, "FAIL"),
];

describe("shownHistory", () => {
  it("is the same whatever was answered in open months: in every row, by any figure", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(shownHistory(turned(record), options)).toEqual(shownHistory(record, options));
      }),
      { numRuns: 200 },
    );
  });

  it("is the same whatever the critic said of the items of open months, but for how many were planned of each kind", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(besidePlan(redrawn(record))).toEqual(besidePlan(record));
      }),
      { numRuns: 100 },
    );
  });

  it("is the whole history where no month is open", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const cycles = record.cycles.map((cycle) =>
          cycle.state === "open" ? { ...cycle, state: "closed" as const } : cycle,
        );
        expect(shownHistory({ ...record, cycles }, options)).toEqual(
          axisHistory({ ...record, cycles }, options),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("tells of an open month how many items have an answer, and the streak of the months before", () => {
    const answered = [
      item("pass", 0, "FAIL"),
      item("fail", 1, "CANT_TELL"),
      item("reask", 2, null),
      item("risk", 3, undefined),
    ];
    const gone = { ...item("pass", 4, "PASS"), withdrawn: true };
    const record = recordOf([month("closed", bad), month("closed", bad), month("open", [...answered, gone])]);
    const [, second, open] = shownHistory(record, options);
    expect(second).toMatchObject({ streak: 2, overrides: 1, answered: { items: 4, answered: 4 } });
    expect(open).toMatchObject({
      state: "open",
      answered: { items: 4, answered: 2 },
      minutes: { spent: 3 },
      sampled: { pass: 2, fail: 1, probe: 0, risk: 1 },
      streak: 2,
      graded: { pass: null, fail: null, probe: null, risk: null },
      table: { pp: null, pf: null, fp: null, ff: null },
      kappa: { status: "undefined", value: null, because: "open" },
      agreement: { because: "open", raw: null, n: { pass: null, fail: null } },
      truePassRate: { because: "open", value: null },
      selfAgreement: { month: null },
      overrides: null,
      reverseOverrides: null,
      pool: null,
      pBelowThreshold: null,
      cusum: null,
      provisional: null,
      cantTell: null,
      escape: { escaped: null, graded: null, low: null, high: null },
      disagreements: [],
    });
    // Inside, where the month is closed and decided, nothing is withheld.
    expect(axisHistory(record, options).at(-1)).toMatchObject({
      streak: 3,
      overrides: 1,
      graded: { pass: 1 },
    });
  });

  it("keeps an older month that was opened late out of the figures of a younger one", () => {
    const record = recordOf([month("open", bad), month("closed", bad)]);
    expect(shownHistory(record, options).at(-1)).toMatchObject({ streak: 1, pool: { overrides: 1 } });
  });

  it("does not know months that were opened after the instant asked for", () => {
    const record = recordOf([month("closed", bad), month("closed", bad)]);
    const rows = (asOf: number) => shownHistory(record, { ...options, asOf }).map(({ period }) => period);
    expect(rows(firstOfMonth(2))).toEqual(["2026-01", "2026-02"]);
    expect(rows(firstOfMonth(2) - 1)).toEqual(["2026-01"]);
    expect(rows(firstOfMonth(1) - 1)).toEqual([]);
  });
});
