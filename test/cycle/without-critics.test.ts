import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderRunSummary } from "../../src/reports/run-summary-text.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const log = "vault/01-projects/self-review/improve-cron-log.md";
const axes = ["verify-dispatch", "verify-vault-write"];

/** How often a text says that it went without probes. */
function sayings(text: string): number {
  return text.split(/without probes/i).length - 1;
}

describe("a month without a critic", () => {
  let space: Workspace;
  beforeEach(() => {
    space = new Workspace({ axes: Object.fromEntries(axes.map((name) => [name, ""])) });
    for (const axis of axes) space.writeLog(axis, monthOfVerdicts("2026-05", { pass: 20, fail: 6 }));
  });
  afterEach(() => space.dispose());

  it("is opened, graded and closed like any other, and says once what it did without", async () => {
    const opening = await space.run("2026-06-01T13:00:00Z");
    expect(opening).toMatchObject({ status: "done", pending: [] });
    expect(opening.opened).toHaveLength(2);
    const again = await space.run("2026-06-02T13:00:00Z");
    await space.grade("2026-06-03T13:00:00Z", agrees);
    const closing = await space.run("2026-06-15T13:00:00Z");
    expect(closing).toMatchObject({ status: "done", pending: [] });
    expect(closing.closed.map(({ action }) => action)).toEqual(["keep", "keep"]);
    // Once in the log and once in the message of the opening; no run repeats it, nor does the close.
    expect(sayings(space.read(log))).toBe(1);
    expect(space.messages.map(sayings).filter((count) => count > 0)).toEqual([1]);
    for (const summary of [opening, again, closing]) {
      expect(renderRunSummary(summary)).not.toMatch(/probes|not run|no critic/i);
    }
    const rows = await space.history("2026-06-16T13:00:00Z");
    for (const row of rows) {
      expect(row).toMatchObject({
        state: "closed",
        sampled: { probe: 0 },
        escape: { escaped: 0, graded: 0, low: null, high: null },
      });
      expect(row.kappa.status).toBe("ok");
      expect(row.judgeChanges).toBeUndefined();
    }
    const calls = await space.at("2026-06-16T13:00:00Z", ({ store }) => store.listCriticCalls());
    expect(calls).toEqual([]);
  });
});
