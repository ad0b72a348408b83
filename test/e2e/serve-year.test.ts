import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it } from "vitest";
import { addMonths } from "../../src/core/month.ts";
import { slotOf } from "../../src/core/slot-counters.ts";
import { readCounters } from "../../src/cycle/slot-counters.ts";
import { createPasses } from "../../src/daemon/passes.ts";
import { readHealth } from "../../src/daemon/health.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const hour = 3_600_000;
const axis = "verify-dispatch";
const months = Array.from({ length: 13 }, (_, index) => addMonths("2026-01", index));

const workspace = new Workspace();
afterAll(() => workspace.dispose());

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const program = { version: "0.1.0", replacedBy: null, pid: process.pid };

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it("a year of ticks: every month once and on time, and memory stays flat", { timeout: 240_000 }, async () => {
  let now = Date.parse("2026-02-01T13:59:00Z");
  const app = await workspace.open(now, { clock: { now: () => now, rehearsal: false } });
  const calendar = { schedule: app.schedule, timezone: app.config.timezone };
  const passes = createPasses({
    app,
    // Slower than the clock, as if the machine slept most of the time: logs and queues come round every few days.
    monotonic: () => now / 240,
    checkDatabase: () => {},
    onDone: () => {},
    onFailed: (_cause, error) => {
      throw error;
    },
    onFatal: () => {},
  });
  const heaps: number[] = [];
  let ticks = 0;
  try {
    for (const month of months) {
      workspace.appendLog(axis, monthOfVerdicts(month, { pass: 12, fail: 3 }));
      const slot = slotOf(month, calendar);
      const next = slotOf(addMonths(month, 1), calendar);
      await passes.request("slot");
      // Half a minute apart around the slot, then every two hours.
      for (now = slot - 60_000; now < slot + 120_000; now += 30_000, ticks += 1) await passes.request("tick");
      for (; now < next - 2 * hour; now += 2 * hour, ticks += 1) {
        await passes.request(ticks % 24 === 0 ? "wake" : "tick");
        if (ticks % 24 === 0) await readHealth(app, { lastPass: passes.last(), warnings: [], ...program });
        if (ticks % 60 === 0) await workspace.grade(now, agrees);
      }
      heaps.push(heapBytes());
      now = next - 60_000;
    }
    expect(await readCounters(app.cycle)).toEqual({
      onTime: 13,
      late: 0,
      caughtUp: 0,
      skipped: 0,
      doubledPrevented: 0,
    });
    const cycles = await app.store.listCycles();
    expect(cycles.map(({ period, state }) => `${period} ${state}`)).toEqual(
      months.map((month) => `${month} closed`),
    );
    expect(ticks).toBeGreaterThan(4_000);
    // The first month warms up. What is read of the months grows a little with their number.
    const [, warm = 0] = heaps;
    const last = heaps.at(-1) ?? 0;
    process.stdout.write(
      `a year of ${ticks} ticks: heap ${heaps.map((one) => (one / 1e6).toFixed(1)).join(" ")} MB\n`,
    );
    expect(last - warm).toBeLessThan(3_000_000);
  } finally {
    await passes.stop();
    await app[Symbol.asyncDispose]();
  }
});
