import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cycle, Grade, ItemKind, MonthCount } from "../../src/core/cycle.ts";
import type { Decision } from "../../src/core/decided.ts";
import { axisHistory } from "../../src/core/history.ts";
import type { HistoryRow } from "../../src/core/history-row.ts";
import { verdictIdOf } from "../../src/core/verdict.ts";
import { anyRecord, type Drawn, type DrawnMonth, firstOfMonth, options, recordOf } from "./any-record.ts";

/** Every number and every null of a row, with the path to it. */
function leaves(value: unknown, path = ""): readonly (readonly [path: string, value: unknown])[] {
  if (value === null || typeof value !== "object") return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`));
}

/** Whether the row says, or its type documents, why there is null at this path. */
function isExplained(path: string, row: HistoryRow): boolean {
  const { agreement, kappa, truePassRate, selfAgreement, escape, pool } = row;
  if (
    /^(because|due|epoch|gold|supersededBy|decidedOn|byNow|topUp\.ended|disagreements\.\d+\.reason)$/.test(
      path,
    )
  )
    return true;
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
  if (path === "pool" || path === "cusum") return row.state !== "open" && row.state !== "closed";
  if (path === "pBelowThreshold") return pool === null || pool.passGraded === 0 || pool.failGraded === 0;
  if (path === "pOverrideAboveInStreak") return pool === null || row.streak === 0;
  if (path === "overrideRateAtThreshold") return row.frame.pass + row.frame.fail === 0;
  if (path === "decision.evidence") return row.state !== "closed" || row.graded.pass + row.graded.fail === 0;
  return false;
}

/** What re-asked items may not change. */
function besideReasks(row: HistoryRow): readonly (readonly [string, unknown])[] {
  return Object.entries(row).filter(([name]) => !["selfAgreement", "minutes", "answered"].includes(name));
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

it("takes counts, items and decision of each month from that month alone", () => {
  const bare = recordOf([
    monthOf("closed", [drawn("pass", 0, "PASS"), drawn("fail", 1, "FAIL")]),
    monthOf("closed", [drawn("pass", 2, "FAIL"), drawn("pass", 3, "PASS"), drawn("fail", 0, "FAIL")]),
    monthOf("closed", []),
  ]);
  const periods = bare.cycles.map(({ period }) => period);
  const record = {
    ...bare,
    // The rollup of later months may come first.
    counts: periods
      .map((period, index): MonthCount => ({ ...noCount, period, epoch: `e${index}`, count: 10 + index }))
      .toReversed(),
    decisions: periods
      .slice(1)
      .map((period): Decision => ({ ...undecided, period, statusBefore: period }))
      .toReversed(),
  };
  const rows = axisHistory(record, options);
  expect(rows.map(({ verdicts }) => verdicts.pass)).toEqual([10, 11, 12]);
  expect(rows.map(({ otherEpochs }) => otherEpochs.map(({ epoch }) => epoch))).toEqual([["e0"], [], ["e2"]]);
  expect(rows.map(({ sampled, overrides }) => [sampled.pass, overrides])).toEqual([
    [1, 0],
    [2, 1],
    [0, 0],
  ]);
  expect(rows.map(({ status }) => status.before)).toEqual(["graduated", ...periods.slice(1)]);
});

const noCount: Omit<MonthCount, "period" | "epoch" | "count"> = {
  axis: "verify-dispatch",
  word: "PASS",
  artifact: "snapshot",
  firstAt: 0,
  lastAt: 0,
  costUsd: 0,
  costKnown: 0,
};

const undecided: Omit<Decision, "period"> = {
  axis: "verify-dispatch",
  at: 0,
  mode: "guarded",
  action: "none",
  reasons: [],
  evidence: null,
  literal: { action: "none", reasons: [] },
  guarded: { action: "none", reasons: [] },
  statusBefore: "graduated",
  statusAfter: "graduated",
  kappa: null,
  overrides: 0,
  record: "",
};
