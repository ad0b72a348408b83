import { describe, expect, it } from "vitest";
import { groupRejects } from "../../src/cli/grouped-rejects.ts";

const row = (line: number, reason = "bad", file = "items.jsonl") => ({ file, line, reason });

describe("groupRejects", () => {
  it("says of many lines once what holds for all of them", () => {
    const rows = Array.from({ length: 39 }, (_, index) => row(index + 1, "no grade"));
    expect(groupRejects(rows, { "no grade": "without a grade" })).toEqual([
      "  items.jsonl: 39 lines without a grade: lines 1-39",
    ]);
  });

  it("keeps files and reasons apart, names gaps, and leaves a single row as it was", () => {
    const rows = [row(1), row(2), row(3, "other"), row(5), row(1, "bad", "b\u001b[31m.jsonl")];
    expect(groupRejects(rows)).toEqual([
      "  items.jsonl: 3 lines: bad: lines 1-2, 5",
      "  items.jsonl:3: other",
      "  b.jsonl:1: bad",
    ]);
  });

  it("ends lists that are too long to read", () => {
    expect(groupRejects(Array.from({ length: 50 }, (_, index) => row(index * 2)))[0]).toMatch(/, \.\.\.$/);
    const reasons = groupRejects(Array.from({ length: 30 }, (_, index) => row(index, `reason ${index}`)));
    expect([reasons.length, reasons.at(-1)]).toEqual([21, "  and 10 more reasons"]);
    expect(groupRejects([])).toEqual([]);
  });
});
