import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minutesOf, shareHour } from "../../src/core/burden.ts";
import { defaultBurden } from "../../src/core/policy.ts";

describe("minutesOf", () => {
  it("comes out as people write it", () => {
    expect(minutesOf(39, defaultBurden)).toBe(58.5);
    expect(minutesOf(3, { ...defaultBurden, minutesPerItem: 0.1 })).toBe(0.3);
  });
});

const share = (demands: Parameters<typeof shareHour>[0], policy = defaultBurden) => {
  const { shares, overBy } = shareHour(demands, policy);
  return { shares: Object.fromEntries(shares), overBy };
};

describe("shareHour", () => {
  it("fills FAIL before risk, and gives all where there is room", () => {
    expect(share([{ axis: "a", uncut: 10, fail: 3, risk: 2 }])).toEqual({
      shares: { a: { fail: 3, risk: 2 } },
      overBy: 0,
    });
    expect(share([{ axis: "a", uncut: 36, fail: 3, risk: 2 }])).toEqual({
      shares: { a: { fail: 3, risk: 1 } },
      overBy: 0,
    });
  });

  it("deals out what does not suffice one by one, by axis name", () => {
    const demands = [
      { axis: "c", uncut: 11, fail: 5, risk: 2 },
      { axis: "a", uncut: 11, fail: 1, risk: 2 },
      { axis: "b", uncut: 11, fail: 5, risk: 2 },
    ];
    // 40 items in the hour, 7 left: a 1, b 3, c 3.
    expect(share(demands)).toEqual({
      shares: { a: { fail: 1, risk: 0 }, b: { fail: 3, risk: 0 }, c: { fail: 3, risk: 0 } },
      overBy: 0,
    });
    expect(share(demands.toReversed())).toEqual(share(demands));
  });

  it("never cuts the first part, and says by how much it passes the hour", () => {
    expect(
      share([
        { axis: "a", uncut: 30, fail: 3, risk: 2 },
        { axis: "b", uncut: 12, fail: 3, risk: 2 },
      ]),
    ).toEqual({ shares: { a: { fail: 0, risk: 0 }, b: { fail: 0, risk: 0 } }, overBy: 3 });
    expect(share([{ axis: "a", uncut: 40, fail: 3, risk: 2 }])).toMatchObject({ overBy: 0 });
  });

  it("does not lose an item that fits exactly", () => {
    const policy = { ...defaultBurden, minutesPerMonth: 0.3, minutesPerItem: 0.1 };
    expect(share([{ axis: "a", uncut: 0, fail: 5, risk: 0 }], policy).shares).toEqual({
      a: { fail: 3, risk: 0 },
    });
  });

  it("has room for all where an item costs nothing, and for none without an axis", () => {
    const free = { ...defaultBurden, minutesPerItem: 0 };
    expect(share([{ axis: "a", uncut: 500, fail: 7, risk: 2 }], free)).toEqual({
      shares: { a: { fail: 7, risk: 2 } },
      overBy: 0,
    });
    expect(share([])).toEqual({ shares: {}, overBy: 0 });
  });

  it("stays inside the hour, serves risk last, and keeps axes within one item of each other", () => {
    const demand = fc.record({
      uncut: fc.integer({ min: 0, max: 15 }),
      fail: fc.integer({ min: 0, max: 12 }),
      risk: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(demand, { maxLength: 6 }), (list) => {
        const demands = list.map((one, i) => ({ ...one, axis: `axis-${i}` }));
        const { shares, overBy } = shareHour(demands, defaultBurden);
        const uncut = demands.reduce((sum, one) => sum + one.uncut, 0);
        const given = demands.map((one) => ({ ...one, got: shares.get(one.axis) ?? { fail: -1, risk: -1 } }));
        const dealt = given.reduce((sum, { got }) => sum + got.fail + got.risk, 0);
        expect(overBy).toBe(Math.max(0, (uncut - 40) * 1.5));
        expect(dealt === 0 || uncut + dealt <= 40).toBe(true);
        const hungry = given.filter((one) => one.got.fail < one.fail);
        const least = Math.min(...hungry.map((one) => one.got.fail));
        expect(hungry.length === 0 || uncut + dealt >= 40).toBe(true);
        expect(hungry.length === 0 || given.every((one) => one.got.risk === 0)).toBe(true);
        expect(given.every((one) => one.got.fail <= Math.min(one.fail, least + 1))).toBe(true);
      }),
    );
  });
});
