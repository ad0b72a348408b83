import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../src/app.ts";
import type { Effect } from "../../src/core/effect.ts";
import { readCounters } from "../../src/cycle/slot-counters.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import { createPasses, type Passes } from "../../src/daemon/passes.ts";
import { ImproveCronError } from "../../src/errors.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const axis = "verify-dispatch";
/** 1 June 2026, 09:00 in New York. */
const slot = Date.parse("2026-06-01T13:00:00Z");
const julySlot = Date.parse("2026-07-01T13:00:00Z");

let workspace: Workspace;
let app: App;
let now: number;
let locks: number;
let failures: { readonly error: unknown; readonly retryMs: number }[];
let fatal: unknown[];
let checkDatabase: () => void;
let queueIsSilent: boolean;
/** Elsewhere a pass that fails fails the test. */
let mayFail: boolean;

async function start(at: number, options: ConstructorParameters<typeof Workspace>[0] = {}): Promise<Passes> {
  workspace = new Workspace(options);
  workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 12, fail: 3 }));
  return restart(at);
}

/** The daemon of a process of its own on the same workspace. */
async function restart(at: number): Promise<Passes> {
  now = at;
  app = await workspace.open(at, { clock: { now: () => now, rehearsal: false } });
  const { config, cycle, acquireRunLock } = app;
  return createPasses({
    app: {
      config,
      cycle: { ...cycle, queueOf: (kind) => (queueIsSilent ? null : cycle.queueOf(kind)) },
      acquireRunLock: () => {
        locks += 1;
        return acquireRunLock();
      },
    },
    monotonic: () => now,
    checkDatabase: () => checkDatabase(),
    onDone: () => {},
    onFailed: (_cause, error, retryMs) => {
      if (!mayFail) throw error;
      failures.push({ error, retryMs });
    },
    onFatal: (error) => fatal.push(error),
  });
}

async function periods(): Promise<readonly string[]> {
  return (await app.store.listCycles()).map(({ period, state }) => `${period} ${state}`);
}

function unfinished(): Promise<readonly Effect[]> {
  return app.store.listEffects({ unfinished: true });
}

/** A tick every half minute, up to and including an instant. */
async function tickUntil(passes: Passes, until: number): Promise<void> {
  for (; now <= until; now += 30 * second) await passes.request("tick");
}

beforeEach(() => {
  locks = 0;
  failures = [];
  fatal = [];
  checkDatabase = () => {};
  queueIsSilent = false;
  mayFail = false;
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  workspace.dispose();
});

describe("the slot", () => {
  it("is waited for, and then the month is opened once, by whoever comes first", async () => {
    const passes = await start(slot - 10 * minute);
    await passes.request("start");
    await tickUntil(passes, slot - 1);
    expect(await periods()).toEqual([]);
    now = slot;
    const before = locks;
    await Promise.all([passes.request("tick"), passes.request("slot"), passes.request("tick")]);
    expect(await periods()).toEqual(["2026-05 open"]);
    // One at a time: whoever comes second finds nothing to do, and not the lock taken.
    expect(locks).toBe(before + 1);
    expect(passes.last()).toMatchObject({ at: slot });
    now += 20 * second;
    await passes.request("slot");
    await tickUntil(passes, slot + 20 * minute);
    expect(await periods()).toEqual(["2026-05 open"]);
    expect((await app.store.listRuns(10)).map(({ trigger }) => trigger)).toEqual(["daemon"]);
    expect(await readCounters(app.cycle)).toEqual({
      onTime: 1,
      late: 0,
      caughtUp: 0,
      skipped: 0,
      doubledPrevented: 0,
    });
  });

  it("takes the run lock only where there is something to do", async () => {
    const passes = await start(slot);
    await passes.request("start");
    const before = locks;
    now += 30 * second;
    await tickUntil(passes, slot + 5 * minute - 1);
    expect(locks).toBe(before);
    expect(passes.last()?.outcome).toBe("idle");
  });

  it("is left to another process that holds the run lock", async () => {
    const passes = await start(slot);
    const lock = app.acquireRunLock();
    await passes.request("slot");
    expect(passes.last()?.outcome).toBe("busy");
    expect(await periods()).toEqual([]);
    if (lock.kind === "held") lock.release();
    now += 30 * second;
    await passes.request("tick");
    expect(await periods()).toEqual(["2026-05 open"]);
  });

  it("fires for nothing when crontab was first: that is counted, once", async () => {
    const passes = await start(slot - minute);
    await passes.request("start");
    now = slot;
    await runMonth(app.cycle, { month: null, sampleTarget: null });
    await passes.request("slot");
    now += 30 * second;
    await passes.request("tick");
    expect((await readCounters(app.cycle)).doubledPrevented).toBe(1);
    // And the other way round: crontab comes second.
    await runMonth(app.cycle, { month: null, sampleTarget: null });
    expect((await readCounters(app.cycle)).doubledPrevented).toBe(2);
    // A run long after the slot is no second fire of it.
    now = slot + hour;
    await runMonth(app.cycle, { month: null, sampleTarget: null });
    expect((await readCounters(app.cycle)).doubledPrevented).toBe(2);
  });

  it("is not counted as doubled for a run that resumes a killed one", async () => {
    await start(slot);
    const killed = { ...app.cycle, store: { ...app.store, recordRun: async () => {} } };
    await runMonth(killed, { month: null, sampleTarget: null });
    await runMonth(app.cycle, { month: null, sampleTarget: null });
    expect((await readCounters(app.cycle)).doubledPrevented).toBe(0);
  });

  it("of an empty workspace leaves no trail of runs", async () => {
    const passes = await start(slot, { axes: {} });
    rmSync(workspace.path("logs"), { recursive: true });
    await passes.request("start");
    await tickUntil(passes, slot + 10 * minute);
    expect(await app.store.listRuns(10)).toEqual([]);
  });
});

describe("a slot that was missed", () => {
  it("is made up for at the start, and the counters say that it was late", async () => {
    const passes = await start(slot + 3 * day);
    await passes.request("start");
    expect(await periods()).toEqual(["2026-05 open"]);
    expect(await readCounters(app.cycle)).toMatchObject({ onTime: 0, late: 1 });
  });

  it("of an earlier month is made up for before the slot of the last one has come", async () => {
    workspace = new Workspace();
    workspace.writeLog(axis, monthOfVerdicts("2026-03", { pass: 12, fail: 3 }));
    await workspace.run("2026-04-01T13:00:00Z");
    workspace.appendLog(axis, [
      ...monthOfVerdicts("2026-04", { pass: 12, fail: 3 }),
      ...monthOfVerdicts("2026-05", { pass: 12, fail: 3 }),
    ]);
    const passes = await restart(slot - hour);
    await passes.request("start");
    expect(await periods()).toContain("2026-04 open");
    expect((await periods()).filter((one) => one.startsWith("2026-05"))).toEqual([]);
    now = slot;
    await passes.request("slot");
    expect(await periods()).toContain("2026-05 open");
    expect(await readCounters(app.cycle)).toEqual({
      onTime: 2,
      late: 1,
      caughtUp: 0,
      skipped: 0,
      doubledPrevented: 0,
    });
  });

  it("is not made up for with catch_up none, unless it came while the daemon was there", async () => {
    const passes = await start(slot + minute, {
      config: "notify: [{ channel: stdout }]\ncatch_up: { mode: none }\n",
    });
    await passes.request("start");
    await tickUntil(passes, slot + 20 * minute);
    expect(await periods()).toEqual([]);
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 12, fail: 3 }));
    // Asleep over the slot.
    now = julySlot + hour;
    await passes.request("wake");
    expect(await periods()).toEqual(["2026-06 open"]);
  });

  it("is opened by a person's run, whatever catch_up says", async () => {
    await start(slot + minute, { config: "notify: [{ channel: stdout }]\ncatch_up: { mode: none }\n" });
    await runMonth(app.cycle, { month: null, sampleTarget: null });
    expect(await periods()).toEqual(["2026-05 open"]);
  });
});

describe("between the slots", () => {
  it("logs are read every five minutes", async () => {
    const passes = await start(slot);
    await passes.request("start");
    workspace.appendLog(axis, [{ verdict: "PASS", at: "2026-06-01T12:59:00Z", id: "june" }]);
    const stored = async (): Promise<number> =>
      (await app.store.listVerdicts({ axis, period: "2026-06", word: "PASS" })).length;
    now += 30 * second;
    await tickUntil(passes, slot + 5 * minute - 1);
    expect(await stored()).toBe(0);
    now = slot + 5 * minute;
    await passes.request("tick");
    expect(await stored()).toBe(1);
  });

  it("a month whose last answer came in is closed at the next look at the queues", async () => {
    const passes = await start(slot);
    await passes.request("start");
    await workspace.grade(slot + hour, (item) => (item.title.includes(" 1 of ") ? null : agrees(item)));
    await tickUntil(passes, slot + 2 * hour);
    expect(await periods()).toEqual(["2026-05 open"]);
    await workspace.grade(now, agrees);
    await tickUntil(passes, now + 15 * minute);
    expect(await periods()).toEqual(["2026-05 closed"]);
    expect(await app.store.listDecisions()).toHaveLength(1);
  });

  it("at the due date a month is closed as it is, without a run at every tick when its queue is silent", async () => {
    const passes = await start(slot);
    await passes.request("start");
    await workspace.grade(slot + hour, (item) => (item.title.includes(" 1 of ") ? null : agrees(item)));
    queueIsSilent = true;
    now = julySlot;
    await passes.request("slot");
    await tickUntil(passes, julySlot + 14 * minute);
    const runs = await app.store.listRuns(100);
    expect(runs.length).toBeLessThanOrEqual(3);
    expect(await periods()).toContain("2026-05 open");
    queueIsSilent = false;
    await tickUntil(passes, now + 15 * minute);
    expect(await periods()).toContain("2026-05 closed");
  });

  it("what waits is tried again when its time has come, and not before", async () => {
    const passes = await start(slot, {
      config: "notify: [{ channel: stdout }]\nvault_log: ./vault/log.md\nserver: { poll_minutes: 1000 }\n",
    });
    // A file stands where the folder should be.
    writeFileSync(workspace.path("vault"), "");
    await passes.request("start");
    expect(await unfinished()).toMatchObject([{ attempts: 1, payload: { kind: "vault-log" } }]);
    const nextTryAt = (await unfinished())[0]?.nextTryAt ?? 0;
    expect(nextTryAt).toBeGreaterThan(slot + 30 * second);
    rmSync(workspace.path("vault"));
    mkdirSync(workspace.path("vault"));
    now += 30 * second;
    await tickUntil(passes, nextTryAt - 1);
    expect(await unfinished()).toMatchObject([{ attempts: 1 }]);
    now = nextTryAt;
    await passes.request("tick");
    expect(await unfinished()).toEqual([]);
    expect(workspace.read("vault/log.md")).toContain("^ic-2026-05-opened");
  });

  it("nothing new begins after the stop", async () => {
    const passes = await start(slot);
    await passes.stop();
    await passes.request("slot");
    expect(await periods()).toEqual([]);
  });
});

describe("a pass that fails", () => {
  it("is tried again later and later, at the slot at once, and mends itself", async () => {
    const passes = await start(slot);
    mayFail = true;
    let broken = true;
    checkDatabase = () => {
      if (broken) throw new ImproveCronError("store-busy", "locked");
    };
    const end = slot + 2 * hour;
    await tickUntil(passes, end);
    // 30 s, 1, 2, 4, 8 minutes, and then every 15: ticks in between do nothing.
    expect(failures.map(({ retryMs }) => retryMs / second).slice(0, 7)).toEqual([
      30, 60, 120, 240, 480, 900, 900,
    ]);
    expect(failures.length).toBeLessThan(15);
    expect(passes.last()?.outcome).toBe("failed");
    const before = failures.length;
    await passes.request("slot");
    expect(failures).toHaveLength(before + 1);
    broken = false;
    await tickUntil(passes, now + 15 * minute);
    expect(await periods()).toEqual(["2026-05 open"]);
    expect(fatal).toEqual([]);
  });

  it("because of the database itself ends the daemon, failing once", async () => {
    const passes = await start(slot);
    checkDatabase = () => {
      throw new ImproveCronError("store-damaged", "replaced");
    };
    await passes.request("tick");
    await passes.request("tick");
    expect(fatal).toMatchObject([{ code: "store-damaged" }]);
    expect(failures).toEqual([]);
  });
});
