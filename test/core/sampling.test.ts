import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MonthCount } from "../../src/core/cycle.ts";
import { defaultSampling } from "../../src/core/policy.ts";
import { epochOf, rubricFingerprint } from "../../src/core/rubric.ts";
import {
  ceilShare,
  decidingEpoch,
  orderKeyOf,
  samplesFail,
  skeyOf,
  stratumSizes,
} from "../../src/core/sampling.ts";

const salt = "000102030405060708090a0b0c0d0e0f";
const keyOf = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("skeyOf and orderKeyOf", () => {
  it("are the leading 52 bits of the HMAC", () => {
    // openssl dgst -sha256 -mac HMAC -macopt hexkey:<salt>: 0cc685e235149a85..., and 80c876094b7e935... of "order/k7m2"
    expect(skeyOf(salt, keyOf("verdict-1"))).toBe(0x0cc685e235149);
    expect(orderKeyOf(salt, "k7m2")).toBe(0x80c876094b7e9);
  });

  it("are Node's HMAC for every salt of up to 64 bytes; a longer one is refused", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        // Longer than what is hashed in place, too.
        fc.string({ unit: "binary", maxLength: 200, size: "max" }),
        (bytes, key) => {
          const digest = createHmac("sha256", bytes).update(key).digest();
          expect(skeyOf(Buffer.from(bytes).toString("hex"), key)).toBe(
            Number(digest.readBigUInt64BE() >> 12n),
          );
        },
      ),
    );
    const longest = createHmac("sha256", Buffer.alloc(64, 0x5a)).update("k7m2").digest("hex");
    expect(skeyOf("5a".repeat(64), "k7m2")).toBe(Number.parseInt(longest.slice(0, 13), 16));
    expect(() => skeyOf("00".repeat(65), keyOf("verdict-1"))).toThrow(RangeError);
  });

  it("change with the salt and do not follow each other", () => {
    const key = keyOf("verdict-1");
    expect(skeyOf("ff0102", key)).not.toBe(skeyOf(salt, key));
    expect(orderKeyOf(salt, key)).not.toBe(skeyOf(salt, key));
  });

  it("are safe integers, spread evenly over the 52 bits", () => {
    const keys = Array.from({ length: 2000 }, (_, i) => skeyOf(salt, keyOf(`v-${i}`)));
    expect(keys.every((key) => Number.isSafeInteger(key) && key >= 0 && key < 2 ** 52)).toBe(true);
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const key of keys) {
      const tenth = Math.floor((key / 2 ** 52) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    // Chi-square with 9 degrees of freedom: 27.9 is its 99.9% point.
    expect(tenths.reduce((sum, n) => sum + (n - 200) ** 2 / 200, 0)).toBeLessThan(27.9);
  });

  it.each(["", "0", "fff", "salt", "0g", "ff0g", "g0ff"])(
    "refuse the salt %j, which Buffer would cut short",
    (text) => {
      expect(() => skeyOf(text, keyOf("verdict-1"))).toThrow(RangeError);
      expect(() => orderKeyOf(text, "k7m2")).toThrow(RangeError);
    },
  );
});

describe("ceilShare", () => {
  it.each([
    [0.07, 100, 7],
    [0.07, 101, 8],
    [0.1, 635, 64],
    [0.1, 361, 37],
    [0.1, 30, 3],
    [0.123, 1000, 123],
    [0.123, 1001, 124],
    [1e-3, 3000, 3],
    [1e-7, 10_000_000, 1],
    [1.5e-7, 10_000_000, 2],
    [0.29, 100, 29],
    [0, 50, 0],
    [0.1, 0, 0],
    [1, 17, 17],
    [1e21, 1, 1e21],
  ])("%d of %d is %d", (rate, n, expected) => expect(ceilShare(rate, n)).toBe(expected));

  it("is the exact ceiling for rates written with up to four decimals", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 100_000 }), (parts, n) => {
        // The product of two integers below 2^53 is exact, and so is its remainder.
        const exact = Math.floor((parts * n) / 10_000) + ((parts * n) % 10_000 === 0 ? 0 : 1);
        expect(ceilShare(parts / 10_000, n)).toBe(exact);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [-0.1, 10],
    [Number.NaN, 10],
    [Number.POSITIVE_INFINITY, 10],
    [0.1, -1],
    [0.1, 1.5],
  ])("refuses %d of %d", (rate, n) => expect(() => ceilShare(rate, n)).toThrow(RangeError));
});

const ruled = { belowThreshold: 10, acceptRef: false, lifted: false };

/** So many verdicts of an epoch, the last of them on a day of May 2026. */
function row(
  epoch: string,
  word: MonthCount["word"],
  count: number,
  lastDay: number,
  more: Partial<MonthCount> = {},
): MonthCount {
  return {
    axis: "verify-dispatch",
    period: "2026-05",
    epoch,
    word,
    artifact: "snapshot",
    count,
    firstAt: Date.UTC(2026, 4, 1, 12),
    lastAt: Date.UTC(2026, 4, lastDay, 12),
    costUsd: 0,
    costKnown: 0,
    ...more,
  };
}

describe("decidingEpoch", () => {
  const before = epochOf({
    rubric: rubricFingerprint({ text: "Pass what is sourced." }),
    model: "m",
    settings: {},
  });
  const after = epochOf({
    rubric: rubricFingerprint({ text: "Pass what is sourced twice." }),
    model: "m",
    settings: {},
  });

  it("takes the latest epoch with enough PASS verdicts after an edit in the middle of the month", () => {
    expect(
      decidingEpoch(
        [
          row(before, "PASS", 40, 15),
          row(before, "FAIL", 9, 14),
          row(after, "PASS", 12, 31),
          row(after, "FAIL", 3, 30),
        ],
        ruled,
      ),
    ).toEqual({ kind: "deciding", epoch: after, frame: { pass: 12, fail: 3, noArtifact: 0 } });
  });

  it("does not let an edit on the last day hide the month", () => {
    expect(
      decidingEpoch(
        [
          row(before, "PASS", 40, 31),
          row(before, "FAIL", 9, 30),
          row(after, "PASS", 9, 31, { lastAt: Date.UTC(2026, 4, 31, 23) }),
        ],
        ruled,
      ),
    ).toEqual({ kind: "deciding", epoch: before, frame: { pass: 40, fail: 9, noArtifact: 0 } });
  });

  it("returns to the first epoch when the edit is undone, its verdicts of both spans counted", () => {
    // The rollup has one row per epoch and word: the same rubric again is the same epoch.
    expect(decidingEpoch([row(before, "PASS", 30, 31), row(after, "PASS", 11, 20)], ruled)).toEqual({
      kind: "deciding",
      epoch: before,
      frame: { pass: 30, fail: 0, noArtifact: 0 },
    });
  });

  it("sees no edit in white space alone", () => {
    const spaced = epochOf({
      rubric: rubricFingerprint({ text: "Pass  what\n\tis sourced. " }),
      model: "m",
      settings: {},
    });
    expect(decidingEpoch([row(before, "PASS", 6, 10), row(spaced, "PASS", 6, 31)], ruled)).toEqual({
      kind: "deciding",
      epoch: before,
      frame: { pass: 12, fail: 0, noArtifact: 0 },
    });
  });

  it("takes the epoch with most PASS verdicts when only the whole month has enough", () => {
    expect(decidingEpoch([row("a", "PASS", 6, 10), row("b", "PASS", 4, 31)], ruled)).toMatchObject({
      kind: "deciding",
      epoch: "a",
      frame: { pass: 6 },
    });
    expect(decidingEpoch([row("a", "PASS", 5, 10), row("b", "PASS", 5, 31)], ruled)).toMatchObject({
      kind: "deciding",
      epoch: "b",
    });
  });

  it("is below the threshold with 9, and then carries the epoch with most PASS verdicts, the latest of equals", () => {
    expect(
      decidingEpoch([row("a", "PASS", 5, 10), row("b", "PASS", 4, 31), row("b", "FAIL", 50, 31)], ruled),
    ).toEqual({
      kind: "below-threshold",
      epoch: "a",
      frame: { pass: 5, fail: 0, noArtifact: 0 },
    });
    expect(decidingEpoch([row("a", "PASS", 4, 31), row("b", "PASS", 4, 10)], ruled)).toMatchObject({
      kind: "below-threshold",
      epoch: "a",
    });
    expect(decidingEpoch([row("a", "FAIL", 4, 10), row("b", "FAIL", 3, 31)], ruled)).toMatchObject({
      epoch: "b",
    });
  });

  it("counts into the frame only what can be shown, and the rest beside it", () => {
    const counts = [
      row("a", "PASS", 9, 10),
      row("a", "PASS", 5, 10, { artifact: "ref" }),
      row("a", "PASS", 2, 10, { artifact: "none" }),
      row("a", "FAIL", 3, 10, { artifact: "none" }),
      row("a", "ERROR", 7, 10, { artifact: "none" }),
    ];
    expect(decidingEpoch(counts, ruled)).toEqual({
      kind: "below-threshold",
      epoch: "a",
      frame: { pass: 9, fail: 0, noArtifact: 10 },
    });
    expect(decidingEpoch(counts, { ...ruled, acceptRef: true })).toEqual({
      kind: "deciding",
      epoch: "a",
      frame: { pass: 14, fail: 0, noArtifact: 5 },
    });
  });

  it("dates an epoch by its last PASS or FAIL, artifact or not, and never by an error", () => {
    const both = [row("a", "PASS", 20, 10), row("b", "PASS", 20, 12)];
    expect(decidingEpoch([...both, row("a", "ERROR", 1, 31)], ruled)).toMatchObject({ epoch: "b" });
    expect(decidingEpoch([...both, row("a", "FAIL", 1, 31, { artifact: "none" })], ruled)).toMatchObject({
      epoch: "a",
    });
  });

  it("takes one of two epochs that ended in the same instant by its name, however they are told", () => {
    const [a, b] = [row("a", "PASS", 20, 12), row("b", "PASS", 20, 12)];
    expect(decidingEpoch([a, b], ruled)).toMatchObject({ epoch: "a" });
    expect(decidingEpoch([b, a], ruled)).toMatchObject({ epoch: "a" });
  });

  it("does not date an epoch by verdicts that are all deleted", () => {
    const both = [row("a", "PASS", 20, 10), row("b", "PASS", 20, 12)];
    expect(decidingEpoch([...both, row("a", "FAIL", 0, 31)], ruled)).toMatchObject({ epoch: "b" });
  });

  it("has no epoch where there was no verdict", () => {
    const none = { kind: "below-threshold", epoch: null, frame: { pass: 0, fail: 0, noArtifact: 0 } };
    expect(decidingEpoch([], ruled)).toEqual(none);
    expect(decidingEpoch([row("a", "ERROR", 3, 10)], ruled)).toEqual(none);
  });

  it("takes what there is when a size was set by hand, if anything can be shown", () => {
    const lifted = { ...ruled, lifted: true };
    const few = [row("a", "PASS", 3, 10), row("b", "PASS", 2, 31)];
    expect(decidingEpoch(few, lifted)).toMatchObject({ kind: "deciding", epoch: "a", frame: { pass: 3 } });
    expect(decidingEpoch([row("a", "PASS", 10, 10), row("b", "PASS", 12, 9)], lifted)).toMatchObject({
      epoch: "a",
    });
    expect(decidingEpoch([row("a", "FAIL", 1, 10)], lifted)).toMatchObject({ kind: "deciding", epoch: "a" });
    expect(decidingEpoch([row("a", "PASS", 2, 10), row("a", "FAIL", 5, 10)], lifted)).toMatchObject({
      kind: "deciding",
    });
    expect(decidingEpoch([row("a", "PASS", 3, 10, { artifact: "none" })], lifted)).toMatchObject({
      kind: "below-threshold",
      epoch: "a",
    });
  });
});

const byRate = { passRate: 0.1, sampleTarget: null, raised: false };
const byHand = (sampleTarget: number) => ({ ...byRate, sampleTarget, raised: true });

describe("stratumSizes", () => {
  it.each([
    [10, 0, { pass: 5, failMin: 0, failBetter: 0 }],
    [50, 1, { pass: 5, failMin: 1, failBetter: 1 }],
    [51, 4, { pass: 6, failMin: 2, failBetter: 4 }],
    [4, 60, { pass: 4, failMin: 2, failBetter: 6 }],
    [635, 361, { pass: 64, failMin: 2, failBetter: 37 }],
  ])("of %d PASS and %d FAIL", (pass, fail, sizes) => {
    expect(stratumSizes({ pass, fail }, defaultSampling, byRate)).toEqual(sizes);
  });

  it("follows the rate of the axis", () => {
    expect(stratumSizes({ pass: 100, fail: 0 }, defaultSampling, { ...byRate, passRate: 0.07 }).pass).toBe(7);
  });

  it("draws no FAIL verdicts when they are turned off, by whatever way the size is set", () => {
    const off = { ...defaultSampling, failMin: 0, failRate: 0 };
    expect(samplesFail(off)).toBe(false);
    for (const wish of [byRate, { ...byRate, raised: true }, { ...byRate, sampleTarget: 50 }]) {
      expect(stratumSizes({ pass: 100, fail: 100 }, off, wish)).toMatchObject({ failMin: 0, failBetter: 0 });
    }
    expect(samplesFail({ ...off, failRate: 0.1 })).toBe(true);
    expect(samplesFail({ ...off, failMin: 1 })).toBe(true);
  });

  it("takes min(N, T) of each stratum by hand, also below the minimum", () => {
    expect(stratumSizes({ pass: 635, fail: 361 }, defaultSampling, byHand(1000))).toEqual({
      pass: 635,
      failMin: 361,
      failBetter: 361,
    });
    expect(stratumSizes({ pass: 635, fail: 361 }, defaultSampling, byHand(3))).toEqual({
      pass: 3,
      failMin: 3,
      failBetter: 3,
    });
  });

  it("raises each stratum to 20 after a watch, at most N, and keeps what is larger", () => {
    const raised = { ...byRate, raised: true };
    expect(stratumSizes({ pass: 60, fail: 12 }, defaultSampling, raised)).toEqual({
      pass: 20,
      failMin: 12,
      failBetter: 12,
    });
    expect(stratumSizes({ pass: 635, fail: 361 }, defaultSampling, raised)).toEqual({
      pass: 64,
      failMin: 37,
      failBetter: 37,
    });
  });
});
