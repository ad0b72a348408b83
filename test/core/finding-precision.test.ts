import { expect, it } from "vitest";
import { lensPrecision } from "../../src/core/finding-precision.ts";
import type { KeptFinding } from "../../src/core/panel-record.ts";

function kept(lens: string, further: Partial<KeptFinding> = {}): KeptFinding {
  const where = { axis: "verify-panel", runId: "r", at: 0, block: 1, evidence: "quote" };
  return {
    id: "f",
    lens,
    severity: "MAJOR",
    issue: "i",
    suggestion: null,
    rejected: null,
    dismissed: null,
    ...where,
    ...further,
  };
}

it("counts what was kept of what could be read, refused quotes beside it", () => {
  const dismissed = { at: 1, reason: "taste" };
  const precision = lensPrecision([
    kept("b", { dismissed }),
    kept("b"),
    kept("b"),
    kept("b"),
    kept("b", { rejected: "no-such-block" }),
    kept("a", { rejected: "no-such-block", dismissed }),
  ]);
  expect(precision).toMatchObject([
    { lens: "a", findings: 0, dismissed: 0, kept: null, low: null, high: null, refused: 1, all: 1 },
    { lens: "b", findings: 4, dismissed: 1, kept: 0.75, refused: 1, all: 5 },
  ]);
  // scipy 1.17.1: beta.ppf([.025, .975], 3.5, 1.5)
  expect(precision[1]?.low).toBeCloseTo(0.28375168, 8);
  expect(precision[1]?.high).toBeCloseTo(0.9715291, 7);
});
