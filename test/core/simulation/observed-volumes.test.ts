import { describe, expect, it } from "vitest";
import type { MonthCount } from "../../../src/core/cycle.ts";
import { observedVolumes } from "../../../src/core/simulation/observed-volumes.ts";

function counted(
  period: string,
  word: MonthCount["word"],
  count: number,
  more: Partial<MonthCount> = {},
): MonthCount {
  return {
    axis: "verify-dispatch",
    period,
    epoch: "e1",
    word,
    artifact: "snapshot",
    count,
    firstAt: 0,
    lastAt: 0,
    costUsd: 0,
    costKnown: 0,
    ...more,
  };
}

describe("observedVolumes", () => {
  it("is the mean of the last six complete months, all epochs together", () => {
    const counts = [
      counted("2026-01", "PASS", 6000),
      ...["2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07"].flatMap((period) => [
        counted(period, "PASS", 80),
        counted(period, "PASS", 10, { epoch: "e2" }),
        counted(period, "FAIL", 10),
      ]),
      counted("2026-08", "PASS", 6000),
    ];
    expect(observedVolumes(counts, "2026-07", false)).toEqual({
      pass: 90,
      fail: 10,
      from: "2026-02",
      to: "2026-07",
    });
  });

  it("begins with the first month that has a verdict, and counts an empty one after it", () => {
    const counts = [
      counted("2026-04", "PASS", 30),
      counted("2026-06", "PASS", 33),
      counted("2026-06", "FAIL", 4),
    ];
    expect(observedVolumes(counts, "2026-06", false)).toEqual({
      pass: 21,
      fail: 1,
      from: "2026-04",
      to: "2026-06",
    });
  });

  it("leaves out what the founder cannot be shown, and errors", () => {
    const counts = [
      counted("2026-06", "PASS", 30),
      counted("2026-06", "PASS", 7, { artifact: "none" }),
      counted("2026-06", "PASS", 5, { artifact: "ref" }),
      counted("2026-06", "ERROR", 9),
    ];
    expect(observedVolumes(counts, "2026-06", false)?.pass).toBe(30);
    expect(observedVolumes(counts, "2026-06", true)?.pass).toBe(35);
  });

  it("has no answer without a verdict in those months", () => {
    expect(observedVolumes([], "2026-06", false)).toBeNull();
    expect(observedVolumes([counted("2025-12", "PASS", 30)], "2026-06", false)).toBeNull();
    expect(observedVolumes([counted("2026-06", "ERROR", 3)], "2026-06", false)).toBeNull();
  });
});
