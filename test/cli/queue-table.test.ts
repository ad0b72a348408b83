import { describe, expect, it } from "vitest";
import { renderQueueTable } from "../../src/cli/queue-table.ts";

const row = {
  ref: "k7m2",
  axis: "a",
  period: "2026-05",
  title: "a · 1 of 2",
  answered: false,
  due: "2026-07-01",
};

describe("renderQueueTable", () => {
  it("counts what still waits", () => {
    const text = renderQueueTable([row, { ...row, ref: "p3q4", answered: true }]);
    expect(text).toContain("1 of 2 wait");
    expect(text).toMatch(/k7m2 .* no +2026-07-01/);
    expect(text).toMatch(/p3q4 .* yes +2026-07-01/);
  });

  it("says so where nothing waits", () => {
    expect(renderQueueTable([])).not.toContain("ref");
  });
});
