import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Demand, itemsInHour, minutesOf, shareHour } from "../../src/core/burden.ts";
import { defaultBurden } from "../../src/core/policy.ts";

describe("minutesOf", () => {
  it("comes out as people write it", () => {
    expect(minutesOf(39, defaultBurden)).toBe(58.5);
    expect(minutesOf(3, { ...defaultBurden, minutesPerItem: 0.1 })).toBe(0.3);
  });
});

type Wanted = Omit<Demand, "reAsk"> & { readonly reAsk?: number };
const demandsOf = (wanted: readonly Wanted[]): readonly Demand[] =>
  wanted.map((one) => ({ reAsk: 0, ...one }));

const share = (wanted: readonly Wanted[], policy = defaultBurden) => {
  const { shares, overBy } = shareHour(demandsOf(wanted), policy);
  return { shares: Object.fromEntries(shares), overBy };
};

describe("itemsInHour", () => {
  it("counts whole items, and owes some where more was spent than there was", () => {
    expect(itemsInHour(defaultBurden)).toBe(40);
    expect(itemsInHour({ ...defaultBurden, minutesPerMonth: 59 })).toBe(39);
    expect(itemsInHour({ ...defaultBurden, minutesPerMonth: -3 })).toBe(-2);
    expect(itemsInHour({ ...defaultBurden, minutesPerItem: 0 })).toBe(Number.POSITIVE_INFINITY);
    // What costs nothing has room in no time, too.
    expect(itemsInHour({ ...defaultBurden, minutesPerItem: 0, minutesPerMonth: 0 })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

/** Who gets the one place of an hour that has room for one item; the axis 0 wants nothing. */
const firstServed = (kind: "fail" | "reAsk" | "risk", turn: number, names = ["a", "b", "c"]) => {
  const demands = names.map((axis) => ({ axis, uncut: 0, fail: 0, reAsk: 0, risk: 0, [kind]: 2 }));
  const one = { ...defaultBurden, minutesPerMonth: 1.5 };
  const { shares } = shareHour([...demands, { axis: "0", uncut: 0, fail: 0, reAsk: 0, risk: 0 }], one, turn);
  return [...shares].flatMap(([axis, got]) => (got[kind] > 0 ? [axis] : []));
};

describe("shareHour", () => {
  it("deals by the names of the axes, in whatever order they are told", () => {
    expect(firstServed("fail", 0, ["b", "c", "a"])).toEqual(["a"]);
    expect(firstServed("fail", 1, ["c", "b", "a"])).toEqual(["b"]);
  });

  it("fills FAIL before risk, and gives all where there is room", () => {
    expect(share([{ axis: "a", uncut: 10, fail: 3, risk: 2 }])).toEqual({
      shares: { a: { fail: 3, reAsk: 0, risk: 2 } },
      overBy: 0,
    });
    expect(share([{ axis: "a", uncut: 36, fail: 3, risk: 2 }])).toEqual({
      shares: { a: { fail: 3, reAsk: 0, risk: 1 } },
      overBy: 0,
    });
  });

  it("asks old items again after FAIL and before risk", () => {
    const demand = { axis: "a", fail: 3, reAsk: 2, risk: 2 };
    const dealt = (uncut: number) => share([{ ...demand, uncut }]).shares["a"];
    expect(dealt(33)).toEqual({ fail: 3, reAsk: 2, risk: 2 });
    expect(dealt(34)).toEqual({ fail: 3, reAsk: 2, risk: 1 });
    expect(dealt(36)).toEqual({ fail: 3, reAsk: 1, risk: 0 });
    expect(dealt(38)).toEqual({ fail: 2, reAsk: 0, risk: 0 });
  });

  it("deals out what does not suffice one by one, by axis name", () => {
    const demands = [
      { axis: "c", uncut: 11, fail: 5, risk: 2 },
      { axis: "a", uncut: 11, fail: 1, risk: 2 },
      { axis: "b", uncut: 11, fail: 5, risk: 2 },
    ];
    // 40 items in the hour, 7 left: a 1, b 3, c 3.
    expect(share(demands)).toEqual({
      shares: {
        a: { fail: 1, reAsk: 0, risk: 0 },
        b: { fail: 3, reAsk: 0, risk: 0 },
        c: { fail: 3, reAsk: 0, risk: 0 },
      },
      overBy: 0,
    });
    expect(share(demands.toReversed())).toEqual(share(demands));
  });

  it.each(["fail", "reAsk", "risk"] as const)(
    "gives the one place for %s to another axis each month, of those that want it",
    (kind) => {
      const year = Array.from({ length: 12 }, (_, turn) => firstServed(kind, turn).join());
      expect(year.join("")).toBe("abcbcacababc");
      expect(year).toEqual(Array.from({ length: 12 }, (_, turn) => firstServed(kind, turn).join()));
      expect(firstServed(kind, -1)).toHaveLength(1);
    },
  );

  it.each([
    [1, 1],
    [2, 2],
    [2, 3],
    [3, 1],
    [3, 3],
    [5, 3],
    [6, 3],
  ])("lets none of %i axes starve that are asked every %i months", (axes, every) => {
    const names = ["a", "b", "c", "d", "e", "f"].slice(0, axes);
    const served = Array.from({ length: axes * axes }, (_, i) =>
      firstServed("reAsk", 136 + i * every, names),
    );
    const counts = names.map((name) => served.filter(([one]) => one === name).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(axes - 1);
  });

  it("never cuts the first part, and says by how much it passes the hour", () => {
    expect(
      share([
        { axis: "a", uncut: 30, fail: 3, risk: 2 },
        { axis: "b", uncut: 12, fail: 3, risk: 2 },
      ]),
    ).toEqual({
      shares: { a: { fail: 0, reAsk: 0, risk: 0 }, b: { fail: 0, reAsk: 0, risk: 0 } },
      overBy: 3,
    });
    expect(share([{ axis: "a", uncut: 40, fail: 3, risk: 2 }])).toMatchObject({ overBy: 0 });
  });

  it("does not lose an item that fits exactly", () => {
    const policy = { ...defaultBurden, minutesPerMonth: 0.3, minutesPerItem: 0.1 };
    expect(share([{ axis: "a", uncut: 0, fail: 5, risk: 0 }], policy).shares).toEqual({
      a: { fail: 3, reAsk: 0, risk: 0 },
    });
  });

  it("has room for all where an item costs nothing, and for none without an axis", () => {
    const free = { ...defaultBurden, minutesPerItem: 0 };
    expect(share([{ axis: "a", uncut: 500, fail: 7, risk: 2 }], free)).toEqual({
      shares: { a: { fail: 7, reAsk: 0, risk: 2 } },
      overBy: 0,
    });
    expect(share([])).toEqual({ shares: {}, overBy: 0 });
  });

  it("stays inside the hour, serves risk last, and keeps axes within one item of each other", () => {
    const demand = fc.record({
      uncut: fc.integer({ min: 0, max: 15 }),
      fail: fc.integer({ min: 0, max: 12 }),
      reAsk: fc.integer({ min: 0, max: 2 }),
      risk: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(demand, { maxLength: 6 }), fc.integer({ min: -40, max: 400 }), (list, turn) => {
        const demands = list.map((one, i) => ({ ...one, axis: `axis-${i}` }));
        const { shares, overBy } = shareHour(demands, defaultBurden, turn);
        const uncut = demands.reduce((sum, one) => sum + one.uncut, 0);
        const given = demands.map((one) => ({
          ...one,
          got: shares.get(one.axis) ?? { fail: -1, reAsk: -1, risk: -1 },
        }));
        const dealt = given.reduce((sum, { got }) => sum + got.fail + got.reAsk + got.risk, 0);
        expect(overBy).toBe(Math.max(0, (uncut - 40) * 1.5));
        expect(dealt === 0 || uncut + dealt <= 40).toBe(true);
        const hungry = given.filter((one) => one.got.fail < one.fail);
        const least = Math.min(...hungry.map((one) => one.got.fail));
        expect(hungry.length === 0 || uncut + dealt >= 40).toBe(true);
        expect(hungry.length === 0 || given.every((one) => one.got.reAsk + one.got.risk === 0)).toBe(true);
        const unasked = given.filter((one) => one.got.reAsk < one.reAsk);
        expect(unasked.length === 0 || given.every((one) => one.got.risk === 0)).toBe(true);
        expect(given.every((one) => one.got.fail <= Math.min(one.fail, least + 1))).toBe(true);
      }),
    );
  });
});
