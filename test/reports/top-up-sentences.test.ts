import { describe, expect, it } from "vitest";
import { topUpSentences } from "../../src/reports/top-up-sentences.ts";

const none = { batches: 0, graded: 0, cut: 0, ended: null };

describe("what top-up did, in sentences", () => {
  it("is nothing to tell where no question was raised", () => {
    for (const ended of [
      null,
      "off",
      "clear",
      "overwhelming",
      "not-graduated",
      "no-grades",
      "unanswered",
    ] as const) {
      expect(topUpSentences({ topUp: { ...none, ended } })).toEqual([]);
    }
  });

  it("tells of a doubt that nothing was asked about", () => {
    for (const ended of ["no-minutes", "due", "exhausted"] as const) {
      expect(topUpSentences({ topUp: { ...none, ended } })).toHaveLength(1);
    }
  });

  it("tells batches, cuts and the end, each for itself", () => {
    const lines = topUpSentences({ topUp: { batches: 2, graded: 40, cut: 18, ended: "last-look" } });
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/2 batches.*40/);
    expect(lines[1]).toContain("18 further items");
    expect(topUpSentences({ topUp: { batches: 1, graded: 3, cut: 0, ended: "unanswered" } })).toHaveLength(2);
  });
});
