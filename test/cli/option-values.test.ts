import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import {
  parseAxisOption,
  parseCount,
  parseInstantOption,
  parseMonthOption,
  parseNumber,
} from "../../src/cli/option-values.ts";

function isRefused(parse: () => unknown): boolean {
  try {
    parse();
    return false;
  } catch (error) {
    return error instanceof InvalidArgumentError;
  }
}

describe("option values", () => {
  it("are read", () => {
    expect(parseCount("20")).toBe(20);
    expect(parseNumber("-0.5")).toBe(-0.5);
    expect(parseMonthOption("2026-05")).toBe("2026-05");
    expect(parseAxisOption("verify-dispatch")).toBe("verify-dispatch");
    expect(parseInstantOption("2026-06-01T09:00-04:00")).toBe(Date.UTC(2026, 5, 1, 13));
  });

  it.each([
    [parseCount, ["0", "-1", "1.5", "1e3", "", "99999999999999999999", "ten"]],
    [parseNumber, ["", " ", "abc", "NaN", "Infinity"]],
    [parseMonthOption, ["2026-13", "2026-5", "2026-05-01", "May"]],
    [parseAxisOption, ["../x", "A", "-a", "", "a b"]],
    [parseInstantOption, ["2026-06-01", "2026-06-01T09:00", "2026-02-30T09:00Z", "now", "1780318800000"]],
    [parseInstantOption, ["2014-12-31T23:59Z", "2100-01-01T00:00Z", "9999-12-31T00:00Z"]],
  ] as const)("are refused by %o", (parse, texts) => {
    const taken = texts.filter((text) => !isRefused(() => parse(text)));
    expect(taken).toEqual([]);
  });
});
