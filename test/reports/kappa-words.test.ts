import { expect, it } from "vitest";
import { kappaBecause, kappaCell } from "../../src/reports/kappa-words.ts";

const empty = { value: null, low: null, high: null, because: null, bounds: null };

it("shows kappa with its interval, its bounds, or a dash", () => {
  expect(kappaCell({ ...empty, status: "ok", value: 0, low: -0.1, high: 0.2 })).toBe("0.000 [-0.100, 0.200]");
  expect(kappaCell({ ...empty, status: "unidentified", bounds: [-0.2, 0.9] })).toContain("[-0.200, 0.900]");
  expect(kappaCell({ ...empty, status: "unidentified", because: "empty-stratum" })).not.toContain("[");
  expect(kappaCell({ ...empty, status: "undefined" })).toBe("–");
});

it("puts reason codes into words and keeps those it does not know", () => {
  for (const code of ["empty-stratum", "ungraded-stratum", "no-data", "invalid-input"])
    expect(kappaBecause(code)).not.toBe(code);
  expect(kappaBecause("some-new-code")).toBe("some-new-code");
  expect(kappaBecause(null)).toBeNull();
});
