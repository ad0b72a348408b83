import { afterEach, describe, expect, it } from "vitest";
import { addMonths, monthOf } from "../../src/core/month.ts";
import { reconcile } from "../../src/cycle/reconcile.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const zone = "America/New_York";
const hour = 3_600_000;
const day = 24 * hour;

/** Verdicts of 24 months and the founder's grades, while whoever fires the month comes on time, late, twice, or not at all. */
describe("24 months through reconcile, over both changes of the clock", () => {
  let workspace: Workspace;
  afterEach(() => workspace.dispose());

  it("runs every month exactly once", { timeout: 180_000 }, async () => {
    workspace = new Workspace();
    const months = Array.from({ length: 24 }, (_, index) => addMonths("2025-10", index));
    const opened: string[] = [];
    const slots: string[] = [];
    const callsThatRan: string[] = [];
    for (const [index, month] of months.entries()) {
      workspace.appendLog("verify-dispatch", monthOfVerdicts(month, { pass: 12, fail: 3 }));
      const next = addMonths(month, 1);
      const app = await workspace.open(`${next}-01T00:00:00Z`);
      const slot = app.schedule.next(Date.parse(`${next}-01T05:00:00Z`) - 1);
      slots.push(new Date(slot).toISOString());
      await app[Symbol.asyncDispose]();
      // Every third month nobody comes before the next one; others are on time, an hour early and then late, or double.
      const calls =
        index % 3 === 2 && index !== months.length - 1
          ? []
          : index % 3 === 0
            ? [slot, slot, slot + 60_000]
            : [slot - hour, slot + 9 * day, slot + 9 * day + 1];
      for (const now of calls) {
        await workspace.at(now, async (running) => {
          const context = { ...running.cycle, now: () => now };
          const outcome = await reconcile(context);
          if (outcome.kind !== "ran") return;
          callsThatRan.push(new Date(now).toISOString());
          opened.push(...outcome.summary.opened.map(({ period }) => period));
          expect(outcome.summary.pending).toEqual([]);
        });
        await workspace.grade(now + 60_000, agrees);
      }
    }
    expect(opened).toEqual(months);
    expect(new Set(opened).size).toBe(24);
    const history = await workspace.history("2027-10-15T12:00:00Z");
    expect(history.map(({ period }) => period)).toEqual(months);
    expect(history.filter(({ state }) => state === "open" || state === "closed")).toHaveLength(24);
    expect(history.every(({ frame }) => frame.pass === 12 && frame.fail === 3)).toBe(true);
    const openings = workspace
      .read("vault/01-projects/self-review/improve-cron-log.md")
      .match(/\^ic-\d{4}-\d{2}-opened/g);
    expect(openings).toHaveLength(24);
    expect(new Set(openings).size).toBe(24);
    // 1 November 2026 is a first, a Sunday and the end of daylight saving: 09:00 in New York is 14:00 UTC, not 13:00.
    expect(slots).toContain("2026-11-01T14:00:00.000Z");
    expect(slots).toContain("2026-02-01T14:00:00.000Z");
    expect(slots).toContain("2026-03-01T14:00:00.000Z");
    expect(slots).toContain("2026-04-01T13:00:00.000Z");
    expect(monthOf(Date.parse("2026-11-01T04:30:00Z"), zone)).toBe("2026-11");
    // A call before the slot of the month does nothing.
    expect(callsThatRan.filter((at) => at.endsWith("T13:00:00.000Z") && at.startsWith("2026-11-01"))).toEqual(
      [],
    );
  });
});
