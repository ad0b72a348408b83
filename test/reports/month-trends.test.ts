import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { addMonths } from "../../src/core/month.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { displayWidth } from "../../src/reports/display-width.ts";
import { trendTable } from "../../src/reports/month-trends.ts";
import { sampleOpenRow, sampleRow } from "./sample-row.ts";

const policyOf = (): typeof defaultDecision => defaultDecision;

/** Closed months with these kappas, the last one in May 2026; the sample's interval is about the last of them. */
function months(axis: string, kappas: readonly number[]): ReturnType<typeof sampleRow>[] {
  return kappas.map((value, index) =>
    sampleRow({
      axis,
      period: addMonths("2026-05", index + 1 - kappas.length),
      kappa: { status: "ok", value, low: value - 0.2, high: value + 0.1, because: null, bounds: null },
      overrides: index,
    }),
  );
}

describe("trendTable", () => {
  it("draws kappa and overrides by month, and the last kappa with its n", () => {
    const rows = months("verify-dispatch", [0.9, 0.9, 0.5, 0.1]);
    const lines = trendTable({ rows, policyOf });
    expect(lines[0]).toMatch(/^axis +kappa +-0\.2 +0\.6 +1 +n +overrides$/);
    expect(lines[2]).toMatch(/^verify-dispatch  ········▇▇▅▂ {2}.*├─*●─*┤.* {2}9\+5 {2}········▁/u);
    expect(lines.slice(3).join(" ")).toContain("2025-06 to 2026-05");
  });

  it("has gaps for months without a figure and for open ones, whatever has been graded", () => {
    const rows = [...months("verify-dispatch", [0.9]), sampleOpenRow({ period: "2026-07" })];
    const [, , line = ""] = trendTable({ rows, policyOf });
    expect(line).toMatch(/ ·{9}▇·· .* ·{9}▁··$/u);
    expect(trendTable({ rows: [sampleOpenRow()], policyOf })).toEqual([]);
    expect(trendTable({ rows: [], policyOf })).toEqual([]);
  });

  it("fits into 60, 80 and 120 columns with the longest name, its colours counted as nothing", () => {
    const rows = ["a", "verify-strategic-output", "v".repeat(63)].flatMap((axis) =>
      months(
        axis,
        Array.from({ length: 30 }, (_, index) => index / 30),
      ),
    );
    for (const columns of [60, 80, 120]) {
      const plain = trendTable({ rows, policyOf }, { columns });
      expect(Math.max(...plain.map(displayWidth))).toBeLessThanOrEqual(Math.min(columns, 80));
      expect(plain.join("")).not.toContain("\u001b");
      expect(plain.join("")).not.toContain("NaN");
      const coloured = trendTable({ rows, policyOf }, { columns, colour: true });
      expect(coloured.map(displayWidth)).toEqual(plain.map(displayWidth));
      expect(coloured.map((line) => stripVTControlCharacters(line))).toEqual(plain);
    }
  });
});
