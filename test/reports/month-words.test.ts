import { expect, it } from "vitest";
import { monthWords } from "../../src/reports/month-words.ts";

it("names a month as people do, whatever the zone of the machine", () => {
  expect(monthWords("2026-01")).toBe("January 2026");
  expect(monthWords("2026-12")).toBe("December 2026");
});
