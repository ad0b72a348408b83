import { describe, expect, it } from "vitest";
import { createDoubleClock, createRunningClock } from "../../support/notion-double/clock.ts";

describe("the double's clock", () => {
  it("stands still until it is moved", async () => {
    const clock = createDoubleClock(1000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.now()).toBe(1000);
    clock.advance(500);
    expect(clock.now()).toBe(1500);
  });

  it("lets waiting take no real time", async () => {
    const clock = createDoubleClock(0);
    const begun = performance.now();
    await clock.sleep(10 * 86_400_000);
    expect(clock.now()).toBe(10 * 86_400_000);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it("does what was planned at its own instant and in order", () => {
    const clock = createDoubleClock(0);
    const seen: number[] = [];
    clock.schedule(30, () => seen.push(clock.now()));
    clock.schedule(10, () => {
      seen.push(clock.now());
      clock.schedule(20, () => seen.push(clock.now()));
    });
    clock.advance(25);
    expect(seen).toEqual([10, 20]);
    clock.advance(25);
    expect(seen).toEqual([10, 20, 30]);
    clock.schedule(1, () => seen.push(clock.now()));
    expect(seen).toEqual([10, 20, 30, 50]);
  });

  it("can run by itself at a multiple of real time", async () => {
    const clock = createRunningClock(0, 1000);
    await clock.sleep(20_000);
    expect(clock.now()).toBeGreaterThanOrEqual(19_000);
  });
});
