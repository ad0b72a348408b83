import { describe, expect, it } from "vitest";
import { defaultBurden, defaultDecision, defaultSampling, defaultTopUp } from "../../src/core/policy.ts";
import { operatingCharacteristics } from "../../src/core/simulation/operating-characteristics.ts";
import { simulatedAxis, usualScenarios } from "../../src/core/simulation/setup.ts";
import { displayWidth } from "../../src/reports/display-width.ts";
import { renderSimulation, type SimulationAssumptions } from "../../src/reports/simulation-text.ts";

const policies = {
  sampling: defaultSampling,
  burden: defaultBurden,
  topUp: defaultTopUp,
  decision: defaultDecision,
};
const assumptions: SimulationAssumptions = {
  mode: "guarded",
  founderPassInFail: 0.1,
  swing: 0,
  topUpMinutes: 60,
  topUpEnabled: true,
  healthyRate: 0.02,
  healthyMonths: 6,
  steadyMonths: 12,
  seed: 1,
  months: 4,
};

function rendered(pass: number, fail: number, more: Partial<SimulationAssumptions> = {}): string {
  const figures = operatingCharacteristics(simulatedAxis(null, { pass, fail }, policies), {
    scenarios: { ...usualScenarios, horizon: 4 },
    modes: ["literal", "guarded"],
    runs: 10,
    seed: 1,
  });
  const observed = { from: "2026-05", to: "2026-10" };
  return renderSimulation([{ axis: "verify-dispatch", observed, figures }], { ...assumptions, ...more });
}

describe("renderSimulation", () => {
  const text = rendered(90, 10);

  it.each([
    [90, 10],
    [20, 0],
    [9000, 1000],
  ])("fits a terminal of 80 columns at %i PASS and %i FAIL", (pass, fail) => {
    const wide = rendered(pass, fail)
      .split("\n")
      .filter((line) => displayWidth(line) > 80);
    expect(wide).toEqual([]);
  });

  it("names the axis, its volumes and the months that they come from", () => {
    const [head] = text.split("\n");
    for (const part of ["verify-dispatch", "90 PASS", "10 FAIL", "2026-05", "2026-10"])
      expect(head).toContain(part);
  });

  it("marks the mode that acts and the rule that only watches", () => {
    expect(text).toMatch(/^guarded\*/m);
    expect(text).toMatch(/^literal /m);
    expect(text.match(/^- CUSUM \(watch\)/gm)).toHaveLength(4);
    expect(rendered(90, 10, { mode: "literal" })).toMatch(/^literal\*/m);
  });

  it("gives computed figures without an error and simulated ones with theirs", () => {
    expect(text).toMatch(/^literal \(computed\) +64\.9% +93\.6%$/m);
    expect(text).toMatch(/^guarded\* \(simulated\) +\d+\.\d+% ±\d+\.\d+ +\d+\.\d+% ±\d+\.\d+$/m);
  });

  it("invents no month for what was not seen in the months looked at", () => {
    expect(rendered(18, 2)).toMatch(/^- streak +>4\/>4 /m);
  });

  it("says of a month that is never sampled that no rule acts", () => {
    const small = rendered(9, 1);
    expect(small).toContain("fewer than 10 PASS");
    expect(small).not.toContain("literal");
  });

  it("holds no number that is none", () => {
    expect(rendered(20, 0)).not.toMatch(/NaN|Infinity|undefined|null/);
    expect(rendered(90, 10, { topUpMinutes: null })).not.toMatch(/NaN|Infinity|undefined|null/);
  });
});
