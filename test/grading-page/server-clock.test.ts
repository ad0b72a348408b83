import { expect, it } from "vitest";
import { ServerClock } from "../../src/grading-page/server-clock.ts";

it("tells the server's time by what has passed since, and no time twice", () => {
  let passed = 500;
  const clock = new ServerClock(() => passed, 10_000);
  expect(clock.next()).toBe(10_000);
  clock.hear("2026-06-01T13:00:00.000Z");
  passed += 1_500;
  const at = Date.parse("2026-06-01T13:00:01.500Z");
  expect([clock.next(), clock.next()]).toEqual([at, at + 1]);
  clock.hear("no time");
  passed += 10;
  expect(clock.next()).toBe(at + 10);
});
