import { describe, expect, it } from "vitest";
import {
  changedThresholds,
  figuresAtClose,
  readDecisionRecord,
  writeDecisionRecord,
} from "../../src/core/decision-record.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { sampleRow } from "../reports/sample-row.ts";

const basis = { policy: { ...defaultDecision, kappaThreshold: 0.7 }, grades: 14 };

describe("the record of a decision", () => {
  it("holds the row as it stood and what the decision rested on", () => {
    const read = readDecisionRecord(writeDecisionRecord(sampleRow(), basis));
    expect(read).toMatchObject({ kind: "record", basis, row: { streak: 1, kappa: { value: 0.219 } } });
  });

  it("is read without a basis, as an older program wrote it", () => {
    expect(readDecisionRecord(JSON.stringify(sampleRow()))).toMatchObject({ kind: "record", basis: null });
  });

  it("holds the months that were looked at, where they were recorded", () => {
    const withMonths = { ...basis, months: ["2026-04", "2026-05"] };
    expect(readDecisionRecord(writeDecisionRecord(sampleRow(), withMonths))).toMatchObject({
      basis: withMonths,
    });
    const read = readDecisionRecord(writeDecisionRecord(sampleRow(), basis));
    expect(read.kind === "record" && read.basis?.months).toBeUndefined();
  });

  it("gives the figures that the decision was made on, with what an older program did not record left open", () => {
    const row = sampleRow();
    const { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak } = row;
    const figures = { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak };
    expect(figuresAtClose(writeDecisionRecord(row, basis))).toEqual({ ...figures, policy: basis.policy });
    const { cusum: _, pOverrideAboveInStreak: __, pool: ___, ...older } = row;
    expect(figuresAtClose(JSON.stringify(older))).toEqual({
      ...figures,
      pool: null,
      pOverrideAboveInStreak: null,
      cusum: null,
      policy: null,
    });
    expect(figuresAtClose("{")).toBeNull();
  });

  it.each([
    ["no JSON", "{"],
    ["no row", "[]"],
    ["a row without a table", JSON.stringify({ ...sampleRow(), table: null })],
    ["a row without a streak", JSON.stringify({ ...sampleRow(), streak: null })],
    [
      "a row without a decision",
      JSON.stringify({ ...sampleRow(), decision: { action: "keep", reasons: [] } }),
    ],
    ["a kappa that is no number", JSON.stringify({ ...sampleRow(), kappa: { value: "0.2" } })],
    ["months that are none", JSON.stringify({ ...sampleRow(), basis: { ...basis, months: ["2026-13"] } })],
    ["months in another form", JSON.stringify({ ...sampleRow(), basis: { ...basis, months: "2026-05" } })],
    ["no count of grades", JSON.stringify({ ...sampleRow(), basis: { ...basis, grades: "14" } })],
    [
      "a threshold of another kind",
      JSON.stringify({ ...sampleRow(), basis: { ...basis, policy: { ...basis.policy, kGate: [10] } } }),
    ],
    [
      "a threshold that is missing",
      JSON.stringify({
        ...sampleRow(),
        basis: { ...basis, policy: { ...basis.policy, cusum: { from: 0.05 } } },
      }),
    ],
  ])("is damaged: %s", (_what, text) => {
    expect(readDecisionRecord(text).kind).toBe("damaged");
  });
});

describe("changedThresholds", () => {
  it("names what differs, one by one", () => {
    expect(changedThresholds(defaultDecision, defaultDecision)).toEqual([]);
    const now = {
      ...defaultDecision,
      mode: "literal",
      kGate: [8, 5],
      cusum: { from: 0.05, to: 0.2, alarm: 5 },
    } as const;
    expect(changedThresholds(defaultDecision, now)).toEqual(["cusum", "kGate", "mode"]);
  });
});
