import { expect, it } from "vitest";
import { createClockWatch } from "../../src/daemon/clock-watch.ts";

it.each([
  ["on time", 30_000, 30_000, null],
  ["a little late", 34_000, 34_000, null],
  ["adjusted a little", 33_000, 30_000, null],
  ["asleep, where monotonic time stands still", 3_630_000, 30_000, { kind: "ahead", byMs: 3_600_000 }],
  ["asleep, where it goes on", 3_630_000, 3_630_000, { kind: "stalled", byMs: 3_600_000 }],
  ["set back", -3_570_000, 30_000, { kind: "back", byMs: 3_600_000 }],
])("%s", (_what, wallPassed, timePassed, expected) => {
  const time = { wall: 1_780_000_000_000, monotonic: 5_000 };
  const watch = createClockWatch({ now: () => time.wall, monotonic: () => time.monotonic }, 30_000);
  time.wall += wallPassed;
  time.monotonic += timePassed;
  expect(watch()).toEqual(expected);
  time.wall += 30_000;
  time.monotonic += 30_000;
  // Each event is told once.
  expect(watch()).toBeNull();
});
