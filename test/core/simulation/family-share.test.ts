import { describe, expect, it } from "vitest";
import { defaultBurden, defaultSampling } from "../../../src/core/policy.ts";
import { type FamilyMember, shareFamily } from "../../../src/core/simulation/family-share.ts";

function membersOf(
  number: number,
  volumes: { readonly pass: number; readonly fail: number } = { pass: 90, fail: 10 },
): readonly FamilyMember[] {
  return Array.from({ length: number }, (_, index) => ({
    axis: `verify-${index + 10}`,
    volumes,
    passRate: defaultSampling.passRate,
    graduated: true,
  }));
}

const share = (members: readonly FamilyMember[], burden = defaultBurden) =>
  shareFamily(members, defaultSampling, burden);

describe("shareFamily", () => {
  it("gives one axis everything", () => {
    const [alone] = share(membersOf(1)).values();
    expect(alone).toEqual({ axes: 1, askedEvery: 1, ordinary: { pass: 9, fail: 5 }, topUpMinutes: 60 });
  });

  it("cuts FAIL as the plan does, and parts top-up equally", () => {
    // 40 items: 3 x 9 PASS and 3 x 2 FAIL are never cut, and 7 more FAIL are dealt out by name.
    const shares = [...share(membersOf(3)).values()];
    expect(shares.map(({ ordinary }) => ordinary)).toEqual([
      { pass: 9, fail: 5 },
      { pass: 9, fail: 4 },
      { pass: 9, fail: 4 },
    ]);
    expect(shares.map(({ axes, askedEvery }) => axes * 10 + askedEvery)).toEqual([31, 31, 31]);
    for (const { topUpMinutes } of shares) expect(topUpMinutes).toBeCloseTo(20, 9);
  });

  it("lets only graduated axes have top-up, and none that is never sampled", () => {
    const [first, second, small] = membersOf(3);
    if (first === undefined || second === undefined || small === undefined) throw new Error("three axes");
    const shares = share([
      first,
      { ...second, graduated: false },
      { ...small, volumes: { pass: 9, fail: 90 } },
    ]);
    expect([...shares.keys()]).toEqual([first.axis, second.axis]);
    expect(shares.get(first.axis)).toMatchObject({ axes: 2, topUpMinutes: 60 });
    // As if it were graduated.
    expect(shares.get(second.axis)).toMatchObject({ axes: 2, topUpMinutes: 30 });
  });

  it("plays the turns of many, and promises nobody every month", () => {
    // 9 + 2 items never cut of 40: three axes a month, so each of nine every third.
    const shares = [...share(membersOf(9)).values()];
    expect(shares.map(({ askedEvery }) => askedEvery)).toEqual(Array(9).fill(3));
    for (const { topUpMinutes } of shares) expect(topUpMinutes).toBeCloseTo(60 / (1 + 8 / 3), 6);
    const long = [...share(membersOf(9), { ...defaultBurden, minutesPerMonth: 600 }).values()];
    expect(long.map(({ askedEvery }) => askedEvery)).toEqual(Array(9).fill(1));
  });

  it("keeps unlimited minutes unlimited, and has nothing to share among none", () => {
    const burden = { ...defaultBurden, topUpMinutes: Number.POSITIVE_INFINITY };
    expect([...share(membersOf(2), burden).values()].map(({ topUpMinutes }) => topUpMinutes)).toEqual(
      Array(2).fill(Number.POSITIVE_INFINITY),
    );
    expect(share([]).size).toBe(0);
  });
});
