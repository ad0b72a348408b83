import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import { parseWhole } from "../../src/cli/whole-number.ts";

const faultOf = (text: string, least = 0): string => {
  try {
    return String(parseWhole(text, least, 100_000));
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
};

describe("parseWhole", () => {
  it.each([
    ["0", 0],
    ["00", 0],
    ["90", 90],
    ["100000", 100_000],
  ])("takes %s", (text, value) => expect(parseWhole(text, 0, 100_000)).toBe(value));

  it.each([
    ["-5", "less"],
    ["1e9", "more"],
    ["100001", "more"],
    ["Infinity", "more"],
    ["90.5", "fraction"],
    ["1e3", "digits"],
    ["+5", "digits"],
    ["ninety", "such as"],
    ["", "such as"],
    [" ", "such as"],
  ])("refuses %j and says why: %s", (text, word) => {
    expect(faultOf(text)).toContain(word);
    // 0 is allowed, so no message may ask for at least 1.
    expect(faultOf(text)).toContain("0 to 100000");
  });

  it("keeps to the least", () => expect(faultOf("0", 10)).toContain("less"));
});
