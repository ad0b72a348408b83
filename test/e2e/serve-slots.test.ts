import { afterAll, describe, expect, it } from "vitest";
import { slotOf } from "../../src/core/slot-counters.ts";
import { createSchedule } from "../../src/schedule.ts";
import {
  faketimeLibrary,
  fakeTime,
  freePort,
  type Serving,
  startServing,
  writeClock,
} from "../support/serving.ts";
import { finished, spawnCli } from "../support/built-cli.ts";
import { monthOfVerdicts, Workspace } from "../support/workspace.ts";

// The real `serve`, whose clock and monotonic time are Debian's faketime's. Three firsts of a month, of which
// 1 November 2026 is also the day on which daylight saving ends.

const timezone = "America/New_York";
const calendar = { schedule: createSchedule("0 9 1 * *", timezone), timezone };
const months = ["2026-09", "2026-10", "2026-11"] as const;
const second = 1000;
const minute = 60 * second;

const workspaces: Workspace[] = [];
const running: Serving[] = [];

// Not after each: the tests run side by side.
afterAll(async () => {
  for (const serving of running.splice(0)) await serving.end("SIGKILL");
  for (const workspace of workspaces.splice(0)) workspace.dispose();
});

interface Rig {
  readonly workspace: Workspace;
  readonly start: (at: number) => Promise<Serving>;
  /** Moves the clock of a program that began at `from` so that it shows another time than it does now. */
  readonly move: (from: number, by: number) => void;
}

async function newRig(): Promise<Rig> {
  const port = await freePort();
  const workspace = new Workspace({
    config: `timezone: ${timezone}\nvault_log: ./vault/log.md\nnotify: [{ channel: stdout }]\nserver: { port: ${port} }\n`,
  });
  workspaces.push(workspace);
  const clock = workspace.path("clock");
  return {
    workspace,
    start: async (at) => {
      writeClock(clock, at);
      const serving = await startServing(workspace.folder, port, { env: fakeTime(clock) });
      running.push(serving);
      return serving;
    },
    move: (from, by) => writeClock(clock, from + by),
  };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Every month is in the log and among the messages, once. */
function expectOnce(workspace: Workspace, out: string): void {
  const log = workspace.read("vault/log.md");
  for (const month of months) {
    expect([month, count(log, new RegExp(`\\^ic-${month}-opened`, "g"))]).toEqual([month, 1]);
    expect([month, count(out, new RegExp(`${month} is open`, "g"))]).toEqual([month, 1]);
  }
}

const opened = (month: string) => (health: { readonly open: readonly { readonly period: string }[] }) =>
  health.open.some(({ period }) => period === month);

const none = { onTime: 0, late: 0, caughtUp: 0, skipped: 0, doubledPrevented: 0 };

describe.skipIf(faketimeLibrary === null)(
  "three firsts of a month with serve under faketime (skipped where faketime is not installed)",
  () => {
    it.concurrent("that runs already: on time, every month once", { timeout: 120_000 }, async () => {
      const { workspace, start, move } = await newRig();
      let out = "";
      let counters = {};
      for (const month of months) {
        workspace.appendLog("verify-dispatch", monthOfVerdicts(month, { pass: 12, fail: 3 }));
        const slot = slotOf(month, calendar);
        const from = slot - minute;
        const serving = await start(from);
        const { now } = await serving.until(({ lastPass }) => lastPass !== null);
        expect((await serving.health()).open.map(({ period }) => period)).not.toContain(month);
        // Two seconds to the slot.
        move(from, slot - 2 * second - Date.parse(now));
        ({ counters } = await serving.until(opened(month)));
        expect((await serving.end("SIGTERM")).code).toBe(0);
        out += serving.out();
      }
      expectOnce(workspace, out);
      expect(counters).toEqual({ ...none, onTime: 3 });
    });

    it.concurrent("that starts one second too late: on time, every month once", {
      timeout: 120_000,
    }, async () => {
      const { workspace, start } = await newRig();
      let out = "";
      let counters = {};
      for (const month of months) {
        workspace.appendLog("verify-dispatch", monthOfVerdicts(month, { pass: 12, fail: 3 }));
        const serving = await start(slotOf(month, calendar) + second);
        ({ counters } = await serving.until(opened(month)));
        expect((await serving.end("SIGTERM")).code).toBe(0);
        out += serving.out();
      }
      expectOnce(workspace, out);
      expect(counters).toEqual({ ...none, onTime: 3 });
    });

    it.concurrent("that sleeps from before the slot until 25 minutes after it: late, every month once", {
      timeout: 120_000,
    }, async () => {
      const { workspace, start, move } = await newRig();
      let out = "";
      let counters = {};
      for (const month of months) {
        workspace.appendLog("verify-dispatch", monthOfVerdicts(month, { pass: 12, fail: 3 }));
        const slot = slotOf(month, calendar);
        const from = slot - minute;
        const serving = await start(from);
        const { now } = await serving.until(({ lastPass }) => lastPass !== null);
        expect(Date.parse(now)).toBeLessThan(slot);
        serving.child.kill("SIGSTOP");
        move(from, 25 * minute + slot - Date.parse(now));
        serving.child.kill("SIGCONT");
        ({ counters } = await serving.until(opened(month)));
        expect((await serving.end("SIGTERM")).code).toBe(0);
        out += serving.out();
      }
      expectOnce(workspace, out);
      expect(counters).toEqual({ ...none, late: 3 });
      expect(workspace.read("state/improve-cron.jsonl")).toMatch(/"kind":"(stalled|ahead)"/);
    });

    it("as a seventh beside six runs of crontab at the slot: once", { timeout: 120_000 }, async () => {
      const { workspace, start, move } = await newRig();
      const month = "2026-10";
      workspace.appendLog("verify-dispatch", monthOfVerdicts(month, { pass: 12, fail: 3 }));
      const slot = slotOf(month, calendar);
      const from = slot - minute;
      const serving = await start(from);
      const { now } = await serving.until(({ lastPass }) => lastPass !== null);
      const crontab = workspace.path("crontab-clock");
      writeClock(crontab, slot + second);
      move(from, slot - second - Date.parse(now));
      const runs = await Promise.all(
        Array.from({ length: 6 }, () => {
          const child = spawnCli(["run", "--config", workspace.configFile], {
            cwd: workspace.folder,
            env: fakeTime(crontab),
          });
          child.stdin.end();
          return finished(child);
        }),
      );
      expect(runs.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(
        Array.from({ length: 6 }, () => "0 "),
      );
      const { counters } = await serving.until(opened(month));
      // Whoever comes to a month that is opened is counted; whoever finds the lock taken is told.
      expect(counters).toMatchObject({ ...none, onTime: 1, doubledPrevented: expect.any(Number) });
      expect((await serving.end("SIGTERM")).code).toBe(0);
      const out = serving.out() + runs.map(({ stdout }) => stdout).join("");
      expect(count(out, /2026-10 is open/g)).toBe(1);
      expect(count(workspace.read("vault/log.md"), /\^ic-2026-10-opened/g)).toBe(1);
      const daemonsOwn = count(serving.out(), /2026-10 is open/g);
      const busy = runs.filter(({ stdout }) => stdout.startsWith("already running")).length;
      // The daemon itself is told by node-cron, at the slot, of what the others did.
      expect(counters.doubledPrevented).toBeGreaterThanOrEqual(6 - busy - (1 - daemonsOwn));
      expect(counters.doubledPrevented).toBeLessThanOrEqual(6 - busy);
    });
  },
);
