import { describe, expect, it } from "vitest";
import { asciiText } from "../../src/reports/ascii-text.ts";
import { intervalBar } from "../../src/reports/interval-bar.ts";
import { noNumber } from "../../src/reports/numbers.ts";
import { sparkline } from "../../src/reports/sparkline.ts";

const isAscii = /^[ -~]*$/;

describe("asciiText", () => {
  it("leaves every sign of the pictures a sign of its own, of the same width", () => {
    const line = sparkline([0, 1, 2, 3, 4, 5, 6, 7, null], { low: 0, high: 7 });
    expect(asciiText(line)).toMatch(isAscii);
    expect(new Set(asciiText(line)).size).toBe(9);
    for (const drawn of [
      { value: 0.5, low: 0.2, high: 0.8 },
      { value: null, low: -1, high: 2 },
    ]) {
      const bar = intervalBar(drawn, { from: 0, to: 1, width: 20, mark: 0.6 });
      expect(asciiText(bar)).toMatch(isAscii);
      expect(asciiText(bar)).toHaveLength(20);
    }
    expect(asciiText(noNumber)).toBe("-");
  });

  it("leaves what others wrote", () => {
    expect(asciiText("naïve 日本")).toBe("naïve 日本");
  });
});
