import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { rowDetails } from "../../src/reports/row-details.ts";
import { positions } from "../support/positions.ts";
import { sampleOpenRow, sampleRow } from "./sample-row.ts";

describe("rowDetails", () => {
  it("follows the order graded, errors, interval, override rate, streak, escape, literal, guarded, reason", () => {
    const text = rowDetails(sampleRow(), defaultDecision).join("\n");
    const order = positions(text, [
      "9 of 9 PASS, 5 of 5 FAIL",
      "2 errors",
      "95% interval [0.077, 0.468], n = 9 + 5",
      "override rate of 4%",
      "1 month",
      "probes",
      "literal rule: revert",
      "guarded: revert",
      "reason: reverted",
    ]);
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("shows what is beside the sample", () => {
    const text = rowDetails(
      sampleRow({
        provisional: true,
        frame: { pass: 90, fail: 10, noArtifact: 3, late: 2 },
        otherEpochs: [{ epoch: "abcdef0123456789", verdicts: { pass: 12, fail: 1, error: 0 } }],
        escape: { escaped: 1, graded: 3, low: 0.05, high: 0.8 },
        topUp: { batches: 1, graded: 4, cut: 0, ended: "clear" },
      }),
      defaultDecision,
    ).join("\n");
    for (const figure of [
      "provisional",
      "3 without an artifact",
      "2 late",
      "abcdef012345: 12 PASS, 1 FAIL",
      "1 of 3 escaped, 33.3% [0.050, 0.800]",
      "4 of them from top-ups",
    ]) {
      expect(text).toContain(figure);
    }
  });

  it("does not speak of modes while a month is open, nor of a sample where none was drawn", () => {
    expect(rowDetails(sampleOpenRow(), defaultDecision).join("\n")).not.toMatch(/literal|guarded/);
    const skipped = sampleRow({ state: "skipped", because: "too-old" });
    expect(rowDetails(skipped, defaultDecision).join("\n")).not.toMatch(/graded|kappa|streak/);
    expect(rowDetails(skipped, defaultDecision).at(-1)).toContain("reason: skipped");
  });
});

describe("a month that was decided on other grades", () => {
  it("gives reasons of then, and one line of now", () => {
    const row = sampleRow();
    const { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak } = row;
    const figures = { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak };
    const later = sampleRow({
      overrides: 0,
      table: { pp: 9, pf: 0, fp: 0, ff: 5 },
      pBelowThreshold: 0.02,
      decidedOn: { ...figures, policy: defaultDecision },
      byNow: { action: "keep", reasons: [] },
    });
    const lines = rowDetails(later, defaultDecision).map((line) => line.trim());
    expect(lines).toContain(
      "reason: reverted to assisted: P(kappa < 0.6) = 0.996 (bar 0.99), 4 overrides of 9",
    );
    expect(lines).toContain("guarded: revert (P(kappa < 0.6) = 0.996 (bar 0.99))");
    expect(lines.filter((line) => line.startsWith("by the grades known now"))).toHaveLength(1);
    expect(rowDetails(row, defaultDecision).join("\n")).not.toContain("known now");
  });
});
