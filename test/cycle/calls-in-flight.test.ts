import { describe, expect, it } from "vitest";
import { CallsInFlight } from "../../src/cycle/calls-in-flight.ts";

describe("CallsInFlight", () => {
  it("counts each call from its beginning to its end, once", () => {
    const calls = new CallsInFlight();
    const first = calls.begin(0.5);
    const second = calls.begin(0.5);
    expect([calls.count, calls.usd, calls.ended]).toEqual([2, 1, 0]);
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    expect([calls.count, calls.usd, calls.ended]).toEqual([1, 0.5, 1]);
    second[Symbol.dispose]();
    expect([calls.count, calls.usd, calls.ended]).toEqual([0, 0, 2]);
  });

  it("wakes everybody who waits for an end", async () => {
    const calls = new CallsInFlight();
    const call = calls.begin(1);
    const woken: number[] = [];
    const waiting = [1, 2].map((n) => calls.nextEnd().then(() => woken.push(n)));
    await Promise.resolve();
    expect(woken).toEqual([]);
    call[Symbol.dispose]();
    await Promise.all(waiting);
    expect(woken).toEqual([1, 2]);
  });
});
