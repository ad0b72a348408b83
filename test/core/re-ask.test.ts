import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cycle, Grade, GradeObservation, Item } from "../../src/core/cycle.ts";
import { type ReAskInput, reAskCandidates } from "../../src/core/re-ask.ts";

const day = 86_400_000;
const june1 = Date.UTC(2026, 5, 1, 13);

function cycle(period: string, openedAt: number, more: Partial<Cycle> = {}): Cycle {
  return {
    axis: "verify-dispatch",
    period,
    state: "closed",
    because: null,
    epoch: "e1",
    openedAt,
    dueAt: openedAt + 30 * day,
    closedAt: openedAt + 30 * day,
    frame: { pass: 50, fail: 5, noArtifact: 0 },
    frameHash: null,
    watermark: 0,
    passRate: 0.1,
    failRate: 0.1,
    minutesPlanned: 0,
    sampleTarget: null,
    firstMonth: false,
    queue: "local",
    ...more,
  };
}

function item(verdict: string, more: Partial<Item> = {}): Item {
  return {
    ref: `ref-${more.period ?? "2026-05"}-${verdict}`,
    axis: "verify-dispatch",
    period: "2026-05",
    kind: "pass",
    batch: 1,
    state: "answered",
    verdictKey: verdict,
    word: "PASS",
    artifact: { kind: "snapshot", sha256: "00" },
    title: "",
    orderKey: 0,
    attempts: 0,
    externalId: null,
    url: null,
    withdrawnBecause: null,
    ...more,
  };
}

function graded(one: Item, grade: Grade | null, at: number): GradeObservation {
  return { ref: one.ref, grade, reason: null, by: null, at, observedAt: at, via: "grade" };
}

/** Items of May, all graded PASS on June 2nd, seen from an opening so many days later. */
function input(items: readonly Item[], days: number, more: Partial<ReAskInput> = {}): ReAskInput {
  return {
    cycles: [cycle("2026-05", june1)],
    items,
    observations: items.map((one) => graded(one, "PASS", june1 + day)),
    period: "2026-07",
    now: june1 + day + days * day,
    minDays: 60,
    salt: "5a17",
    ...more,
  };
}

const keys = (given: ReAskInput) => reAskCandidates(given).map(({ verdictKey }) => verdictKey);

describe("reAskCandidates", () => {
  it("takes graded items of samples of closed months: base and top-up, PASS and FAIL", () => {
    const items = [
      item("pass"),
      item("fail", { kind: "fail", word: "FAIL" }),
      item("top-up", { batch: 2 }),
      item("risk", { kind: "risk" }),
      item("probe", { kind: "probe" }),
      item("gold", { kind: "gold" }),
      item("withdrawn", { state: "withdrawn" }),
      item("ref", { artifact: { kind: "ref", ref: "https://example.com/draft" } }),
    ];
    expect(keys(input(items, 90)).toSorted()).toEqual(["fail", "pass", "top-up"]);
    expect(keys(input(items, 90, { cycles: [cycle("2026-05", june1, { state: "open" })] }))).toEqual([]);
    expect(keys(input(items, 90, { observations: [] }))).toEqual([]);
  });

  it("wants PASS or FAIL as the last word", () => {
    const one = item("one");
    const given = (grades: readonly (Grade | null)[]) =>
      keys(input([one], 90, { observations: grades.map((grade, i) => graded(one, grade, june1 + i)) }));
    expect(given(["PASS"])).toEqual(["one"]);
    expect(given(["PASS", "FAIL"])).toEqual(["one"]);
    expect(given(["CANT_TELL"])).toEqual([]);
    expect(given(["PASS", "CANT_TELL"])).toEqual([]);
    expect(given(["PASS", null])).toEqual([]);
  });

  it("never comes within 60 days of the last grade, a changed or late one too", () => {
    expect(keys(input([item("one")], 60))).toEqual(["one"]);
    expect(keys(input([item("one")], 59.999))).toEqual([]);
    expect(keys(input([item("one")], 80, { minDays: 90 }))).toEqual([]);
    const one = item("one");
    const changed = [graded(one, "PASS", june1), graded(one, "FAIL", june1 + 40 * day)];
    expect(keys(input([one], 90, { observations: changed, now: june1 + 99 * day }))).toEqual([]);
    expect(keys(input([one], 90, { observations: changed, now: june1 + 100 * day }))).toEqual(["one"]);
  });

  it("counts from the opening where the grade is dated before it", () => {
    const one = item("one");
    const early = { observations: [graded(one, "PASS", june1 - 90 * day)] };
    expect(keys(input([one], 0, { ...early, now: june1 + 59 * day }))).toEqual([]);
    expect(keys(input([one], 0, { ...early, now: june1 + 60 * day }))).toEqual(["one"]);
  });

  it("never comes within 60 days of having been asked again, answered or not, or asked as a risk item", () => {
    const august1 = june1 + 61 * day;
    const one = item("one");
    for (const kind of ["reask", "risk"] as const) {
      const again = item("one", { period: "2026-07", kind, state: "expired" });
      const more = {
        cycles: [cycle("2026-05", june1), cycle("2026-07", august1)],
        observations: [graded(one, "PASS", june1)],
      };
      expect(keys(input([one, again], 0, { ...more, now: august1 + 59 * day }))).toEqual([]);
      // Once, and not once more for the item that asked again.
      expect(keys(input([one, again], 0, { ...more, now: august1 + 60 * day }))).toEqual(["one"]);
    }
  });

  it("puts what was asked again within a year behind all others", () => {
    const august1 = june1 + 61 * day;
    const names = ["a", "b", "c", "d", "e"];
    const items = names.map((name) => item(name));
    const order = keys(input(items, 400));
    for (const fresh of names) {
      const again = names
        .filter((name) => name !== fresh)
        .map((name) => item(name, { period: "2026-07", kind: "reask" }));
      const cycles = [cycle("2026-05", june1), cycle("2026-07", august1)];
      const orderAfter = (days: number) =>
        keys(input([...items, ...again], 0, { cycles, now: august1 + days * day }));
      expect(orderAfter(364)).toEqual([fresh, ...order.filter((name) => name !== fresh)]);
      // A year later they are like the others: the keyed order decides again.
      expect(orderAfter(365)).toEqual(order);
    }
  });

  it("puts none back for having been asked for the first time within a year", () => {
    const [autumn, summer] = [june1 + 122 * day, june1 + 61 * day];
    const cycles = [
      cycle("2026-05", june1),
      cycle("2026-07", summer),
      cycle("2026-09", autumn),
      cycle("2026-10", autumn + day),
    ];
    // Whatever the keyed order says of the two names: what was never asked again comes first.
    for (const [fresh, old] of [
      ["a", "b"],
      ["b", "a"],
    ] as const) {
      const first = item(fresh, { period: "2026-09" });
      const again = [
        item(old, { period: "2026-10", kind: "reask" }),
        item(old),
        // Its earlier re-ask, and a risk item of later, change nothing.
        item(old, { period: "2026-07", kind: "reask" }),
        item(old, { period: "2026-10", kind: "risk" }),
      ];
      const now = autumn + 330 * day;
      const observations = [first, ...again].map((one) => graded(one, "PASS", june1));
      expect(keys(input([...again, first], 0, { cycles, observations, now }))).toEqual([fresh, old]);
    }
  });

  it("goes by when the founder gave a grade, and not by when it was seen", () => {
    const one = item("one");
    const seen = { ...graded(one, "PASS", june1 + day), observedAt: june1 + 50 * day };
    expect(keys(input([one], 60, { observations: [seen] }))).toEqual(["one"]);
  });

  it("has an order of its own for each month and salt, whatever the order of the records", () => {
    const items = Array.from({ length: 30 }, (_, i) => item(`v${i}`));
    const order = keys(input(items, 90));
    expect(order).not.toEqual(items.map(({ verdictKey }) => verdictKey));
    expect(keys(input(items, 90, { period: "2026-08" }))).not.toEqual(order);
    expect(keys(input(items, 90, { salt: "5a18" }))).not.toEqual(order);
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: 30 }), (shuffled) => {
        const given = input(shuffled, 90);
        expect(keys({ ...given, observations: given.observations.toReversed() })).toEqual(order);
      }),
      { numRuns: 20 },
    );
  });
});
