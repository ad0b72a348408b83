import { describe, expect, it } from "vitest";
import { agreementWords, kappaBecause, kappaCell } from "../../src/reports/kappa-words.ts";
import { sampleRow } from "./sample-row.ts";

const empty = { value: null, low: null, high: null, because: null, bounds: null };

it("shows kappa with its interval, its bounds, or a dash", () => {
  expect(kappaCell({ ...empty, status: "ok", value: 0, low: -0.1, high: 0.2 })).toBe("0.000 [-0.100, 0.200]");
  expect(kappaCell({ ...empty, status: "unidentified", bounds: [-0.2, 0.9] })).toContain("[-0.200, 0.900]");
  expect(kappaCell({ ...empty, status: "unidentified", because: "empty-stratum" })).not.toContain("[");
  expect(kappaCell({ ...empty, status: "undefined" })).toBe("–");
});

it("puts reason codes into words and keeps those it does not know", () => {
  expect(kappaBecause("empty-stratum")).not.toBe("empty-stratum");
  expect(kappaBecause("some-new-code")).toBe("some-new-code");
  expect(kappaBecause(null)).toBeNull();
});

describe("agreementWords", () => {
  it("gives what stands beside kappa with its n, and the warning", () => {
    const agreement = {
      pabak: 0.888,
      ac1: 0.941,
      onPass: 0.971,
      onFail: 0,
      prevalenceIndex: 0.944,
      biasIndex: 0.02,
      prevalenceWarning: true,
    };
    const words = agreementWords(sampleRow({ agreement }));
    expect(words).toContain("PABAK 0.888, AC1 0.941, agreement on PASS 0.971, on FAIL 0.000");
    expect(words).toContain("n = 9 + 5");
    expect(words).toContain("reads low");
    expect(
      agreementWords(sampleRow({ agreement: { ...agreement, prevalenceWarning: false } })),
    ).not.toContain("reads low");
    expect(agreementWords(sampleRow({ agreement: null }))).toBeNull();
  });
});
