import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { periodsToOpen } from "../../src/cycle/periods-to-open.ts";
import { readStatus } from "../../src/cycle/read-status.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

const timezone = "America/New_York";

function missed(mode: "all" | "latest" | "none", windowMonths: number, now: string): readonly string[] {
  return periodsToOpen({
    lastComplete: "2026-08",
    since: "2026-04",
    opened: new Set(["2026-04"]),
    now: Date.parse(now),
    timezone,
    catchUp: { mode, windowMonths },
  }).map(({ period, skip }) => `${period} ${skip ?? "open"}`);
}

describe("periodsToOpen", () => {
  it("all: every month inside the window, oldest first", () => {
    expect(missed("all", 3, "2026-09-01T13:00:00Z")).toEqual([
      "2026-05 too-old",
      "2026-06 open",
      "2026-07 open",
      "2026-08 open",
    ]);
  });

  it("latest and none: the last month alone; the others are passed over", () => {
    for (const mode of ["latest", "none"] as const) {
      expect(missed(mode, 3, "2026-09-01T13:00:00Z")).toEqual([
        "2026-05 too-old",
        "2026-06 not-caught-up",
        "2026-07 not-caught-up",
        "2026-08 open",
      ]);
    }
  });

  it("counts the window from the end of the month, to the instant", () => {
    // May ends with 31 May in New York, 04:00 UTC; three months later is 1 September 04:00 UTC.
    expect(missed("all", 3, "2026-09-01T03:59:59.999Z")).toContain("2026-05 open");
    expect(missed("all", 3, "2026-09-01T04:00:00.000Z")).toContain("2026-05 too-old");
    expect(missed("all", 4, "2026-09-01T04:00:00.000Z")).toContain("2026-05 open");
  });

  it("opens the last month whatever the window", () => {
    expect(missed("all", 0, "2026-09-30T13:00:00Z")).toEqual([
      "2026-05 too-old",
      "2026-06 too-old",
      "2026-07 too-old",
      "2026-08 open",
    ]);
  });
});

describe("a run after three months of silence", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  it.each([
    ["all", ["2026-05 open", "2026-06 open", "2026-07 open", "2026-08 open"], { caughtUp: 2, skipped: 0 }],
    [
      "latest",
      ["2026-05 open", "2026-06 skipped", "2026-07 skipped", "2026-08 open"],
      { caughtUp: 0, skipped: 2 },
    ],
    [
      "none",
      ["2026-05 open", "2026-06 skipped", "2026-07 skipped", "2026-08 open"],
      { caughtUp: 0, skipped: 2 },
    ],
  ])("with catch_up %s", async (mode, expected, counters) => {
    workspace.write(
      "improve-cron.yaml",
      `notify: [{ channel: stdout }]\ncatch_up: { mode: ${mode}, window_months: 3 }\n`,
    );
    workspace.writeLog("verify-dispatch", monthOfVerdicts("2026-05", { pass: 12, fail: 3 }));
    await workspace.run("2026-06-01T13:00:00Z");
    for (const month of ["2026-06", "2026-07", "2026-08"])
      workspace.appendLog("verify-dispatch", monthOfVerdicts(month, { pass: 12, fail: 3 }));
    await workspace.run("2026-09-01T13:20:00Z");
    await workspace.at("2026-09-01T14:00:00Z", async (app) => {
      const report = await readStatus(app.cycle, { warnings: [], productionUsdPerMonth: null });
      // May is decided by now: it was due at 1 July.
      const cycles = await app.store.listCycles();
      expect(cycles.map(({ period, state }) => `${period} ${state === "closed" ? "open" : state}`)).toEqual(
        expected,
      );
      expect(report.counters).toEqual({ onTime: 1, late: 1, doubledPrevented: 0, ...counters });
    });
  });
});
