import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginProbeWait, longestProbeWaitMs, type ProbeWait } from "../../src/cycle/probe-wait.ts";
import { Workspace } from "../support/workspace.ts";

const day = 86_400_000;
const opening = Date.parse("2026-06-01T13:00:00Z");
const of = { axis: "verify-dispatch", period: "2026-05" };
const name = "probes-waited/2026-05/verify-dispatch";

describe("beginProbeWait", () => {
  let space: Workspace;
  beforeEach(() => {
    space = new Workspace();
  });
  afterEach(() => space.dispose());

  /** What is stored: while it waits, and after it has ended. */
  function attempt(
    now: number,
    work: (wait: ProbeWait) => Promise<void>,
  ): Promise<readonly [unknown, unknown]> {
    return space.at(now, async ({ cycle, store }) => {
      const kept = async (): Promise<unknown> => JSON.parse((await store.readSetting(name)) ?? "null");
      const wait = await beginProbeWait(cycle, of);
      const during = await kept();
      await work(wait);
      await wait[Symbol.asyncDispose]();
      return [during, await kept()];
    });
  }

  function waitedBefore(waitedMs: number): Promise<unknown> {
    const value = JSON.stringify({ since: opening, waitedMs });
    return space.at(opening, ({ store }) => store.writeSetting(name, value));
  }

  it("stores a little ahead, so that no number of crashes waits longer, and takes back what was not waited", async () => {
    const [during, after] = await attempt(opening, async () => undefined);
    expect(during).toMatchObject({ waitedMs: 15_000 });
    expect(after).toMatchObject({ waitedMs: 0 });
  });

  it("does not count the time between two attempts", async () => {
    await waitedBefore(60_000);
    const [, after] = await attempt(opening + day, async ({ ending, since }) => {
      expect([ending.aborted, since]).toEqual([false, opening]);
    });
    expect(after).toEqual({ since: opening, waitedMs: 60_000 });
  });

  it("ends when half an hour has been waited, all attempts together", async () => {
    await waitedBefore(longestProbeWaitMs - 50);
    const [during, after] = await attempt(opening, async ({ ending }) => {
      if (!ending.aborted) await new Promise((resolve) => ending.addEventListener("abort", resolve));
    });
    expect([during, after]).toEqual(
      Array.from({ length: 2 }, () => ({ since: opening, waitedMs: longestProbeWaitMs })),
    );
    await attempt(opening + day, async ({ ending }) => expect(ending.aborted).toBe(true));
  });

  it("stores on, while it waits", async () => {
    await waitedBefore(0);
    const [during, after] = await attempt(opening, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1100));
    });
    expect(during).toEqual({ since: opening, waitedMs: 15_000 });
    expect(after).toEqual({ since: opening, waitedMs: 1000 });
  });
});
