import { describe, expect, it } from "vitest";
import { type FamilyYears, simulateFamily } from "../../scripts/simulate/family-years.ts";
import { minutesOf } from "../../src/core/burden.ts";
import { defaultBurden } from "../../src/core/policy.ts";

const hour = defaultBurden.minutesPerMonth;
const seeds = ["5eed", "0a", "0b"];

/** Everything that a month would cost if every re-asked and risk item were found. */
function fullMinutes({ minutesPlanned, plans }: FamilyYears["months"][number]): number {
  const beside = plans.reduce((sum, { reAskSize, riskMax }) => sum + reAskSize + riskMax, 0);
  return minutesPlanned + minutesOf(beside, defaultBurden);
}

/** Minutes of what is never cut. */
function uncutMinutes({ plans }: FamilyYears["months"][number]): number {
  const uncut = plans.filter(({ state }) => state === "open");
  return minutesOf(
    uncut.reduce((sum, { passSize, failSize }) => sum + passSize + failSize, 0),
    defaultBurden,
  );
}

function isRaised(notes: FamilyYears["months"][number]["notes"]): boolean {
  return notes.some(({ code }) => code === "raised");
}

describe.each(seeds)("two years of a family of critics (%s)", (seed) => {
  it.each([3, 8, 30])("keeps %d axes within the hour, or says by how much they pass it", (axes) => {
    const { months, axes: critics } = simulateFamily({ axes, months: 24, seed });
    expect([months.length, critics.length]).toEqual([24, axes]);
    const over = months.filter(({ overBy }) => overBy > 0);
    const within = months.filter(({ overBy }) => overBy === 0);
    expect(within.map(fullMinutes).filter((minutes) => minutes > hour)).toEqual([]);
    // Nothing but what is never cut passes it, and the plan says so.
    expect(over.map(uncutMinutes)).toEqual(over.map(({ overBy }) => hour + overBy));
    expect(over.map(fullMinutes)).toEqual(over.map(({ overBy }) => hour + overBy));
    const said = months.filter(({ notes }) => notes.some(({ code }) => code === "over-hour"));
    expect(said).toEqual(over);
  });

  it.each([8, 30])("asks each of %d axes at least every third month, and names what waits", (axes) => {
    const { months, axes: critics } = simulateFamily({ axes, months: 24, seed });
    expect(critics.filter(({ longestGap }) => longestGap > 3)).toEqual([]);
    expect(critics.every(({ asked }) => asked >= 8)).toBe(true);
    for (const { notes, plans } of months) {
      const waiting = plans.filter(({ state }) => state === "rotated").map(({ axis }) => axis);
      expect(notes.filter(({ code }) => code === "rotated").map(({ axis }) => axis)).toEqual(waiting);
    }
  });

  it("lets none of three wait, and asks those of eight oftener that are at risk", () => {
    const three = simulateFamily({ axes: 3, months: 24, seed });
    expect(three.axes.map(({ asked }) => asked)).toEqual([24, 24, 24]);
    const eight = simulateFamily({ axes: 8, months: 24, seed });
    // Three hours carry the eight: only a raised sample, which nothing cuts, may pass one of them.
    expect(eight.months.filter(({ overBy, notes }) => overBy > 0 && !isRaised(notes))).toEqual([]);
    const waits = eight.months.map(({ plans }) => plans.filter(({ state }) => state === "rotated").length);
    expect(Math.max(...waits)).toBeGreaterThan(0);
    expect(Math.min(...eight.axes.map(({ asked }) => asked))).toBeGreaterThan(8);
    const risky = eight.axes.filter(({ driftsFrom }) => driftsFrom !== null).map(({ asked }) => asked);
    const mean = eight.axes.reduce((sum, { asked }) => sum + asked, 0) / 8;
    expect(Math.min(...risky)).toBeGreaterThan(mean);
  });

  it("spreads what thirty axes cost: no month is a third dearer than the mean", () => {
    const { months } = simulateFamily({ axes: 30, months: 24, seed });
    const minutes = months
      .filter(({ notes }) => !isRaised(notes))
      .map(({ minutesPlanned }) => minutesPlanned);
    const mean = minutes.reduce((sum, one) => sum + one, 0) / minutes.length;
    expect(minutes.length).toBeGreaterThan(18);
    expect(Math.max(...minutes)).toBeLessThanOrEqual((mean * 4) / 3);
  });

  it("is the same each time", () => {
    const options = { axes: 8, months: 12, seed };
    expect(simulateFamily(options)).toEqual(simulateFamily(options));
  });
});
