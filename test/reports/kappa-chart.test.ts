import { describe, expect, it } from "vitest";
import { defaultDecision } from "../../src/core/policy.ts";
import { displayWidth } from "../../src/reports/display-width.ts";
import { kappaChart } from "../../src/reports/kappa-chart.ts";
import { sampleOpenRow, sampleRow } from "./sample-row.ts";

const bounds = [-0.1, 0.8] as const;
const noKappa = { status: "undefined", value: null, low: null, high: null, bounds: null } as const;

describe("kappaChart", () => {
  it("has a bar a month with its value and n, and says why a month has none", () => {
    const lines = kappaChart(
      [
        sampleRow({ period: "2025-12" }),
        sampleRow({ period: "2026-02", state: "below-threshold", kappa: { ...noKappa, because: "no-data" } }),
        sampleRow({ period: "2026-03", kappa: { ...noKappa, because: "founder-constant" } }),
        sampleRow({
          period: "2026-04",
          kappa: { ...noKappa, status: "unidentified", because: "ungraded-stratum", bounds },
        }),
        sampleOpenRow({ period: "2026-05" }),
      ],
      defaultDecision,
    );
    const of = (start: string): string => lines.find((line) => line.startsWith(start)) ?? "";
    expect(lines[0]).toMatch(/^verify-dispatch: kappa ▃·+ .* overrides /u);
    expect(of("period")).toMatch(/^period +-0\.2 +0\.6 +1 +kappa +n$/);
    expect(of("2025-12")).toMatch(/├─*●─*┤ +┊ +0\.219 +9\+5$/u);
    expect(of("2026-02")).toContain("below-threshold");
    expect(of("2026-03")).toContain("every grade is the same word");
    expect(of("2026-04")).toMatch(/├╌*┼╌*┤ +– +9\+5$/u);
    expect(of("2026-05")).toMatch(/open: shown at the close +– +–$/);
  });

  it("is as wide as the screen allows and no wider", () => {
    const rows = [sampleRow(), sampleOpenRow({ period: "2026-06" })];
    for (const columns of [60, 80, 120]) {
      const widths = kappaChart(rows, defaultDecision, { columns }).map(displayWidth);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    }
  });

  it("is nothing where there is nothing to draw", () => {
    expect(kappaChart([], defaultDecision)).toEqual([]);
    expect(kappaChart([sampleOpenRow()], defaultDecision)).toEqual([]);
  });
});
