import { describe, expect, it } from "vitest";
import { noMonths } from "../../src/reports/no-months.ts";

describe("noMonths", () => {
  it("says what there is instead, and nothing untrue", () => {
    const nothing = { axis: null, since: null, asOf: null, latest: null };
    const said = [
      noMonths(nothing),
      noMonths({ ...nothing, axis: "verify-dispatch" }),
      noMonths({ ...nothing, since: "2027-01", latest: "2026-05" }),
      noMonths({ ...nothing, asOf: 0, latest: "2026-05" }),
    ];
    expect(new Set(said).size).toBe(said.length);
    expect(said[1]).toContain("verify-dispatch");
    for (const one of said.slice(2)) expect(one).toContain("2026-05");
    expect(said[2]).toContain("2027-01");
    for (const one of said.slice(1)) expect(one).not.toContain("the first run");
  });
});
