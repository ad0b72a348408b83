import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { axisTable, renderHistoryTable, rowDetails } from "../../src/reports/history-table.ts";
import { sampleRow } from "./sample-row.ts";

const policyOf = (): typeof defaultDecision => defaultDecision;

/** Where each phrase begins, so that their order can be compared. */
function positions(text: string, phrases: readonly string[]): readonly number[] {
  return phrases.map((phrase) => text.indexOf(phrase));
}

describe("axisTable", () => {
  it("has name, N_verdicts, N_sampled, kappa, override_count, status, action in this order", () => {
    const [head = "", , row = ""] = axisTable([sampleRow()]);
    const order = positions(head, [
      "axis",
      "N_verdicts",
      "N_sampled",
      "kappa",
      "override_count",
      "status",
      "action",
    ]);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(row.split(/\s{2,}/)).toEqual([
      "verify-dispatch",
      "2026-05",
      "100",
      "14",
      "0.219 [0.077, 0.468]",
      "4 of 9",
      "graduated -> assisted",
      "revert",
    ]);
  });

  it("shows the state of a month that was not decided, and no kappa where there is none", () => {
    const row = sampleRow({
      state: "below-threshold",
      because: "too-few-pass",
      kappa: { status: "undefined", value: null, low: null, high: null, because: "no-data", bounds: null },
      status: { before: "graduated", after: "graduated" },
    });
    expect(axisTable([row])[2]).toMatch(/ – .* graduated +below-threshold$/);
  });

  it("shows bounds where kappa is not identifiable", () => {
    const kappa = {
      status: "unidentified",
      value: null,
      low: null,
      high: null,
      because: null,
      bounds: [-0.1, 0.8],
    } as const;
    expect(axisTable([sampleRow({ kappa })])[2]).toContain("[-0.100, 0.800]");
  });
});

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
        topUp: { batches: 1, graded: 4 },
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
    expect(rowDetails(sampleRow({ state: "open" }), defaultDecision).join("\n")).not.toMatch(
      /literal|guarded/,
    );
    const skipped = sampleRow({ state: "skipped", because: "too-old" });
    expect(rowDetails(skipped, defaultDecision).join("\n")).not.toMatch(/graded|kappa|streak/);
    expect(rowDetails(skipped, defaultDecision).at(-1)).toContain("reason: skipped");
  });
});

describe("renderHistoryTable", () => {
  it("uses the thresholds of each axis", () => {
    const rows = [sampleRow(), sampleRow({ axis: "verify-vault-write" })];
    const text = renderHistoryTable(rows, (axis) =>
      axis === "verify-vault-write" ? { ...defaultDecision, kappaThreshold: 0.8 } : defaultDecision,
    );
    expect(text).toContain("P(kappa < 0.6)");
    expect(text).toContain("P(kappa < 0.8)");
  });

  it("says so when there is nothing", () => {
    expect(renderHistoryTable([], policyOf)).not.toBe("");
  });
});
