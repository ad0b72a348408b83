import { describe, expect, it } from "vitest";
import { axisTable } from "../../src/reports/axis-table.ts";
import { positions } from "../support/positions.ts";
import { sampleRow } from "./sample-row.ts";

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
