import { describe, expect, it } from "vitest";
import { defaultBurden, defaultDecision, defaultSampling, defaultTopUp } from "../../src/core/policy.ts";
import { operatingCharacteristics } from "../../src/core/simulation/operating-characteristics.ts";
import { shareFamily } from "../../src/core/simulation/family-share.ts";
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

function rendered(
  pass: number,
  fail: number,
  more: Partial<SimulationAssumptions> = {},
  axes: number | null = null,
): string {
  const members = Array.from({ length: axes ?? 0 }, (_, index) => ({
    axis: String(index),
    volumes: { pass, fail },
    passRate: 0.1,
    graduated: true,
  }));
  const family = shareFamily(members, defaultSampling, defaultBurden).get("0") ?? null;
  const simulated = simulatedAxis(null, { pass, fail }, policies, undefined, family);
  const figures = operatingCharacteristics(simulated, {
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
    // No note about figures that are not there.
    expect(small.split("\n")).toHaveLength(2);
  });

  it("explains only the signs that it prints", () => {
    for (const shown of [text, rendered(18, 2), rendered(60, 40)]) {
      const [tables = "", notes = ""] = shown.split(/\n\n(?=\* acts)/);
      expect(/^>4:/m.test(notes)).toBe(tables.includes(">4"));
      expect(/^1-2 months/m.test(notes)).toBe(/\d-\d/.test(tables.replace(/\d{4}-\d\d/g, "")));
      expect(/^3\+ months/m.test(notes)).toBe(/\d\+/.test(tables));
    }
    expect(rendered(18, 2)).toMatch(/^>4:/m);
    expect(text).toMatch(/^1-2 months/m);
  });

  it("says whether the axis had the hours to itself, or what it got of them", () => {
    expect(text).toContain("to itself");
    expect(rendered(90, 10, {}, 1)).not.toMatch(/to itself|one of/);
    const three = rendered(90, 10, {}, 3);
    expect(three).toContain("one of 3 axes: asked every month; 20.0 minutes of top-up");
    expect(three).not.toContain("to itself");
    const many = rendered(90, 10, {}, 9);
    expect(many).toContain("asked every 3 months");
    const wide = many.split("\n").filter((line) => displayWidth(line) > 80);
    expect(wide).toEqual([]);
  });

  it("holds no number that is none", () => {
    expect(rendered(20, 0)).not.toMatch(/NaN|Infinity|undefined|null/);
    expect(rendered(90, 10, { topUpMinutes: null })).not.toMatch(/NaN|Infinity|undefined|null/);
  });
});
