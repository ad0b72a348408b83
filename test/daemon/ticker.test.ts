import { afterEach, expect, it } from "vitest";
import { startTicker, type Ticker } from "../../src/daemon/ticker.ts";
import { trackTimers } from "../support/open-timers.ts";

let ticker: Ticker | null = null;
afterEach(() => ticker?.stop());

function start(schedule: string): {
  causes: string[];
  events: string[];
  trouble: string[];
  jump: (ms: number) => void;
} {
  const seen = { causes: [] as string[], events: [] as string[], trouble: [] as string[] };
  let ahead = 0;
  ticker = startTicker({
    schedule,
    timezone: "America/New_York",
    clock: { now: () => Date.now() + ahead, monotonic: () => performance.now() },
    request: (cause) => seen.causes.push(cause),
    onClock: ({ kind }) => seen.events.push(kind),
    onTrouble: (message) => seen.trouble.push(message),
    tickMs: 20,
  });
  return { ...seen, jump: (ms) => (ahead += ms) };
}

async function until(condition: () => boolean): Promise<void> {
  const begun = Date.now();
  while (!condition()) {
    if (Date.now() - begun > 10_000) throw new Error("never came");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

it("asks again and again, notices a wake, and leaves no timer behind", async () => {
  const timers = trackTimers();
  const { causes, events, trouble, jump } = start("0 9 1 * *");
  await until(() => causes.filter((cause) => cause === "tick").length > 2);
  expect(events).toEqual([]);
  jump(60 * 60_000);
  await until(() => causes.includes("wake"));
  expect(events).toEqual(["ahead"]);
  expect(trouble).toEqual([]);
  // The tick, and node-cron's own.
  expect(timers.open()).toHaveLength(2);
  ticker?.stop();
  // Node tells of the end of a timer a little later.
  await until(() => timers.open().length === 0);
  timers.stop();
  const count = causes.length;
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(causes).toHaveLength(count);
});

it("does without the hint where node-cron does not take the pattern", async () => {
  const { causes, trouble } = start("0 9 1 jan#2 *");
  expect(trouble).toHaveLength(1);
  await until(() => causes.includes("tick"));
});
