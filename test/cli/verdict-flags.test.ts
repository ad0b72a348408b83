import { describe, expect, it } from "vitest";
import { verdictRowOf } from "../../src/cli/verdict-flags.ts";

const rubricOf = (rubric: string): unknown => verdictRowOf({ rubric }).rubric;

describe("verdictRowOf", () => {
  it("gives the row of a log, with its names", () => {
    expect(
      verdictRowOf({
        axis: "verify-dispatch",
        verdict: "PASS",
        id: "d-1029",
        at: "2026-05-03T14:12:00-04:00",
        artifact: "reply.md",
        reason: "clear",
        score: 0.91,
        costUsd: 0.012,
        latencyMs: 2100,
        model: "m",
        source: "s",
        meta: '{"run":7}',
      }),
    ).toEqual({
      axis: "verify-dispatch",
      verdict: "PASS",
      id: "d-1029",
      at: "2026-05-03T14:12:00-04:00",
      artifact: { path: "reply.md" },
      reason: "clear",
      score: 0.91,
      cost_usd: 0.012,
      latency_ms: 2100,
      model: "m",
      source: "s",
      meta: { run: 7 },
    });
  });

  it("has no keys for flags that were not given", () => {
    expect(verdictRowOf({ axis: "a", verdict: "FAIL", text: "Dear all" })).toEqual({
      axis: "a",
      verdict: "FAIL",
      artifact: { text: "Dear all" },
    });
  });

  it("takes a hash for a rubric as it is, and anything else for a file", () => {
    const hash = "a".repeat(64);
    expect(rubricOf(hash)).toBe(hash);
    expect(rubricOf(`sha256:${hash}`)).toBe(`sha256:${hash}`);
    expect(rubricOf("rubrics/dispatch.md")).toEqual({ path: "rubrics/dispatch.md" });
    expect(rubricOf("cafe")).toEqual({ path: "cafe" });
  });

  it.each(["[1]", "7", "null", "{", "", '{"a":{"b":1,"b":2}}'])("refuses --meta %s", (meta) => {
    expect(() => verdictRowOf({ meta })).toThrow(expect.objectContaining({ code: "usage" }));
  });
});
