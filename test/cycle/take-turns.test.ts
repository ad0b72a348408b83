import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readStatus } from "../../src/cycle/read-status.ts";
import type { RunSummary } from "../../src/core/run-summary.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axes = ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter) => `verify-${letter}`);
const april1 = "2026-04-01T13:00:00Z";
const may1 = "2026-05-01T13:00:00Z";
const june1 = "2026-06-01T13:00:00Z";
const july1 = "2026-07-01T13:00:00Z";

/** 5 PASS and 2 FAIL of each axis are never cut: five of the eight have room in the hour. */
const volume = { pass: 30, fail: 6 };

const waitsOf = ({ opened }: RunSummary): readonly string[] =>
  opened.filter(({ because }) => because === "rotated").map(({ axis }) => axis);

describe("more axes than the hour carries", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({ axes: Object.fromEntries(axes.map((name) => [name, ""])) });
  });
  afterEach(() => workspace.dispose());

  /** The month before is over, with its verdicts in the logs. */
  const run = (now: string, options: { sampleTarget?: number } = {}) => {
    const month = `2026-${String(Number(now.slice(5, 7)) - 1).padStart(2, "0")}`;
    for (const name of axes) {
      const lines = monthOfVerdicts(month, volume);
      workspace.appendLog(
        name,
        lines.map((line) => ({ ...line, id: `${name}-${line.id}` })),
      );
    }
    return workspace.run(now, options);
  };

  it("lets whole axes wait, for two months at most, and says until when", async () => {
    const waits: (readonly string[])[] = [];
    const minutes: number[] = [];
    for (const now of [april1, may1, june1, july1]) {
      const summary = await run(now);
      waits.push(waitsOf(summary));
      const rows = await workspace.history(now);
      const own = rows.filter(({ period }) => period === summary.period);
      minutes.push(own.reduce((sum, row) => sum + (row.minutes.planned ?? 0), 0));
      expect(own).toHaveLength(8);
      // One critic passes what it should not: its axis is at risk from May on.
      await workspace.grade(now, (item) => (item.axis === "verify-h" ? "FAIL" : agrees(item)));
    }
    // Never asked: by name. Then those that waited, first of all; then the oldest.
    expect(waits[0]).toEqual(["verify-f", "verify-g", "verify-h"]);
    expect(waits[1]?.filter((axis) => waits[0]?.includes(axis))).toEqual([]);
    expect(waits.every((list) => list.length === 3)).toBe(true);
    expect(Math.max(...minutes)).toBeLessThanOrEqual(60);
    for (const axis of axes) {
      const turns = waits.map((list) => !list.includes(axis));
      expect(turns.slice(0, 3)).toContain(true);
      expect(turns.slice(1)).toContain(true);
    }
    const message = workspace.messages.find((text) => text.includes("2026-03"));
    expect(message).toContain("verify-f: waits");
    // Asked with the third month at the latest: March, April, May.
    expect(message?.split("\n").filter((line) => line.startsWith("verify-f"))[1]).toContain("2026-05");
    const status = await workspace.at(july1, (app) =>
      readStatus(app.cycle, { warnings: [], productionUsdPerMonth: null }),
    );
    const sittingOut = status.axes.filter((axis) => axis.waits !== undefined);
    expect(sittingOut.map(({ axis }) => axis)).toEqual(waits[3]);
    expect(sittingOut.every((axis) => (axis.waits?.until ?? "") > "2026-06")).toBe(true);
    const log = workspace.read("vault/01-projects/self-review/improve-cron-log.md");
    expect(log).toContain("verify-f: waits");
  });

  it("keeps epoch and frame of a month that waits, so that its sizes weigh the pool", async () => {
    await run(april1);
    await workspace.grade(april1, agrees);
    await run(may1);
    await workspace.grade(may1, agrees);
    await run(june1);
    const rows = await workspace.history(june1, "verify-f");
    expect(rows.slice(0, 2)).toMatchObject([
      {
        period: "2026-03",
        state: "skipped",
        because: "rotated",
        frame: { pass: 30, fail: 6 },
        sampled: { pass: 0, fail: 0 },
        kappa: { status: "undefined" },
        pool: null,
        decision: { action: "none" },
        streak: 0,
        minutes: { planned: 0 },
      },
      { period: "2026-04", state: "closed", because: null },
    ]);
    expect(rows[0]?.epoch).toBe(rows[1]?.epoch);
    // April's 30 and 6 with March's, discounted by one month.
    expect(rows[1]?.pool).toMatchObject({ passSize: 52.5, failSize: 10.5, passGraded: 5 });
    // What waits leaves no mark on the axis file.
    const march = await workspace.at(april1, (app) =>
      app.store.listCycles({ axis: "verify-f", period: "2026-03" }),
    );
    expect(march).toMatchObject([{ frameHash: null, dueAt: null, closedAt: null }]);
  });

  it("asks all where sizes are set by hand, and below seven axes in any case", async () => {
    const summary = await run(april1, { sampleTarget: 12 });
    expect(waitsOf(summary)).toEqual([]);
    expect(workspace.messages.join("\n")).toContain("minutes more than the 60");
    workspace.write("improve-cron.yaml", "notify: [{ channel: stdout }]\nburden: { rotate_above_axes: 8 }\n");
    expect(waitsOf(await run(may1))).toEqual([]);
  });

  it("never lets an axis wait that is watched", async () => {
    workspace.write(
      "improve-cron.yaml",
      "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\n" +
        "decision: { overwhelming_probability: 0.999999, k_probability: 0.99999 }\n",
    );
    await run(april1);
    let overrides = 4;
    await workspace.grade(april1, (item) => {
      if (item.axis !== "verify-e" || agrees(item) === "FAIL") return agrees(item);
      overrides -= 1;
      return overrides >= 0 ? "FAIL" : "PASS";
    });
    const summary = await run(may1);
    expect(summary.closed.filter(({ action }) => action === "watch").map(({ axis }) => axis)).toEqual([
      "verify-e",
    ]);
    expect(waitsOf(summary)).not.toContain("verify-e");
    const row = (await workspace.history(may1, "verify-e")).at(-1);
    expect([row?.sampled.pass, row?.sampled.fail]).toEqual([20, 6]);
  });
});
