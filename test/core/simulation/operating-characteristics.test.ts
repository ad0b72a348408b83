import { describe, expect, it } from "vitest";
import {
  type CharacteristicsOptions,
  type OperatingCharacteristics,
  operatingCharacteristics,
} from "../../../src/core/simulation/operating-characteristics.ts";
import { usualScenarios } from "../../../src/core/simulation/setup.ts";
import { madeAxis } from "./made-axis.ts";

const options: CharacteristicsOptions = {
  scenarios: { ...usualScenarios, horizon: 4 },
  modes: ["literal", "guarded"],
  runs: 40,
  seed: 1,
};

/** The figures, or a test that fails. */
function figuresOf(
  found: OperatingCharacteristics,
): Extract<OperatingCharacteristics, { readonly status: "ok" }> {
  if (found.status !== "ok") throw new Error(found.status);
  return found;
}

describe("operatingCharacteristics", () => {
  const figures = figuresOf(operatingCharacteristics(madeAxis(), options));

  it("gives both modes and their parts, and what watches", () => {
    expect(figures.modes.map(({ mode, rules }) => [mode, rules.map(({ rule }) => rule)])).toEqual([
      ["literal", ["literal", "literal kappa", "literal streak", "CUSUM"]],
      ["guarded", ["guarded", "K", "K!", "S", "CUSUM"]],
    ]);
    const watching = figures.modes.flatMap(({ rules }) => rules.filter(({ acts }) => acts === "watches"));
    expect(watching.map(({ rule }) => rule)).toEqual(["CUSUM", "CUSUM"]);
  });

  it("computes the literal mode and estimates the guarded one, each figure saying which", () => {
    for (const { mode, runs, rules } of figures.modes) {
      expect(runs).toBe(mode === "literal" ? null : 40);
      const errors = rules.flatMap(({ falseReverts, detections }) => [
        ...falseReverts.map(({ share }) => share.standardError),
        ...detections.map(({ within3 }) => within3.standardError),
      ]);
      expect(errors.every((error) => (error === null) === (mode === "literal"))).toBe(true);
    }
  });

  it("is, as a whole mode, at least as quick and as often wrong as each part that reverts", () => {
    for (const { rules } of figures.modes) {
      const [whole, ...parts] = rules;
      for (const part of parts.filter(({ acts }) => acts === "reverts")) {
        for (const [index, { share }] of part.falseReverts.entries()) {
          expect(whole?.falseReverts[index]?.share.value).toBeGreaterThanOrEqual(share.value);
        }
      }
    }
  });

  it("counts the minutes of sample and top-up", () => {
    expect(figures.sample).toEqual({ pass: 9, fail: 5, minutes: 21 });
    const [literal, guarded] = figures.modes;
    expect(literal?.minutes[0]).toEqual({
      overrideRate: 0.02,
      items: 14,
      minutes: 21,
      standardError: null,
      ratio: 1,
    });
    expect(guarded?.minutes[0]?.ratio).toBeGreaterThan(1.1);
    expect(guarded?.minutes[1]?.ratio).toBeGreaterThan(guarded?.minutes[0]?.ratio ?? 9);
  });

  it("has no figures where no month is ever sampled", () => {
    expect(operatingCharacteristics(madeAxis({ volumes: { pass: 9, fail: 1 } }), options)).toEqual({
      status: "below-threshold",
      volumes: { pass: 9, fail: 1 },
      threshold: 10,
    });
  });

  it.each([
    { pass: 10, fail: 0 },
    { pass: 10, fail: 1 },
    { pass: 3000, fail: 7 },
  ])("has no number that is none, at %j", (volumes) => {
    const found = operatingCharacteristics(madeAxis({ volumes }), { ...options, runs: 10 });
    const numbers = JSON.stringify(found, (_, value: unknown) => {
      if (typeof value === "number" && !Number.isFinite(value)) throw new Error("not a number");
      return value;
    });
    expect(numbers).toContain("median");
  });
});
