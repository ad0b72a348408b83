import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkClock, clockWarning, noteClock } from "../../src/cycle/clock-check.ts";
import { Workspace } from "../support/workspace.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const seen = Date.parse("2026-06-01T13:00:00Z");

describe("a clock that jumps", () => {
  it.each([
    ["a second ahead", seen + 1000, false],
    ["40 days ahead", seen + 40 * day, false],
    ["more than 40 days ahead", seen + 40 * day + 1, true],
    ["4 minutes back", seen - 4 * minute, false],
    ["5 minutes back", seen - 5 * minute, true],
  ])("%s", (_, now, warns) => {
    expect(clockWarning(seen, now) !== null).toBe(warns);
  });
});

describe("the last-seen clock", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace();
  });
  afterEach(() => workspace.dispose());

  it("is remembered by real passes, and left alone by rehearsals", async () => {
    await workspace.at(seen, async ({ store }) => {
      const at = (now: number, rehearsal = false) => ({ store, now: () => now, rehearsal });
      expect(await checkClock(at(seen))).toBeNull();
      await noteClock(at(seen, true));
      expect(await checkClock(at(seen - day))).toBeNull();
      await noteClock(at(seen));
      expect(await checkClock(at(seen - day))).toContain("2026-06-01");
      expect(await checkClock(at(seen + day))).toBeNull();
    });
  });
});
