import { describe, expect, it } from "vitest";
import { daysOf } from "../../src/core/clean-days.ts";
import type { Grade, ItemKind } from "../../src/core/cycle.ts";
import type { StatusChange } from "../../src/core/decided.ts";
import type { Regraduation } from "../../src/core/regraduation.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { sampleItem } from "../reports/sample-row.ts";

const noon = (date: string): number => Date.parse(`${date}T16:00:00Z`);

type Told = readonly [kind: ItemKind, grade: Grade, date: string];

function days(options: {
  readonly told?: readonly Told[];
  readonly changes?: readonly StatusChange[];
  readonly now: string;
}): Regraduation["days"] {
  const { changes = [], now, told = [] } = options;
  const latest = changes.findLast(({ to }) => to === "assisted");
  const record = {
    axis: "verify-dispatch",
    cycles: [],
    items: [],
    observations: [],
    counts: [],
    decisions: [],
    statusChanges: changes,
  };
  return daysOf(
    {
      record,
      asked: { batches: [], items: [] },
      rubrics: new Map(),
      policy: defaultDecision,
      now: noon(now),
      timezone: "America/New_York",
    },
    {
      since: latest ?? null,
      cycles: [],
      unfinished: [],
      told: told.map(([kind, grade, date]) => ({ item: sampleItem({ kind }), grade, gradedAt: noon(date) })),
    },
  );
}

function assisted(by: StatusChange["by"], date: string): StatusChange {
  return {
    axis: "verify-dispatch",
    at: noon(date),
    from: "graduated",
    to: "assisted",
    by,
    reason: "kappa",
    period: null,
  };
}

describe("the clean days", () => {
  const changes = [assisted("run", "2026-07-01")];

  it("begin with the revert, and with the latest override of a PASS item after it", () => {
    const agreed: readonly Told[] = [
      ["pass", "PASS", "2026-07-12"],
      ["fail", "FAIL", "2026-07-13"],
    ];
    expect(days({ changes, told: agreed, now: "2026-07-15" })).toEqual({
      required: 21,
      doubled: false,
      clean: 14,
      needed: 7,
      lastOverrideAt: null,
      grades: 2,
    });
    const overridden: readonly Told[] = [
      ["pass", "FAIL", "2026-07-10"],
      ["pass", "FAIL", "2026-07-05"],
      ...agreed,
    ];
    expect(days({ changes, told: overridden, now: "2026-07-15" })).toMatchObject({
      clean: 5,
      needed: 16,
      lastOverrideAt: noon("2026-07-10"),
      grades: 2,
    });
  });

  it("take a FAIL item that the founder passes for a grade and not for an override", () => {
    const told: readonly Told[] = [["fail", "PASS", "2026-07-10"]];
    expect(days({ changes, told, now: "2026-07-15" })).toMatchObject({ lastOverrideAt: null, grades: 1 });
  });

  it("have no grade of a probe or another item beside the sample, and none of who cannot tell", () => {
    const told: readonly Told[] = [
      ["probe", "FAIL", "2026-07-10"],
      ["risk", "PASS", "2026-07-10"],
      ["reask", "PASS", "2026-07-10"],
      ["gold", "FAIL", "2026-07-10"],
      ["pass", "CANT_TELL", "2026-07-10"],
      ["fail", "CANT_TELL", "2026-07-10"],
    ];
    expect(days({ changes, told, now: "2026-07-15" })).toMatchObject({ lastOverrideAt: null, grades: 0 });
  });

  it("begin with the first grade of an axis that was never anything but assisted, and have not begun without one", () => {
    const told: readonly Told[] = [
      ["pass", "PASS", "2026-07-09"],
      ["fail", "FAIL", "2026-07-03"],
    ];
    expect(days({ told, now: "2026-07-15" })).toMatchObject({ clean: 12, needed: 9, grades: 2 });
    const probed: readonly Told[] = [["probe", "PASS", "2026-07-01"]];
    expect(days({ told: probed, now: "2026-07-15" })).toMatchObject({ clean: 0, needed: 21, grades: 0 });
  });
});

describe("a second revert within six months", () => {
  it.each<[string, StatusChange["by"], string, StatusChange["by"], string, boolean]>([
    ["by the program twice", "run", "2026-01-10", "run", "2026-07-10", true],
    ["a day later than six months", "run", "2026-01-10", "run", "2026-07-11", false],
    ["in the month after those six", "run", "2026-01-10", "run", "2026-08-01", false],
    ["where a person took the autonomy away before", "axis assist", "2026-03-10", "run", "2026-07-11", true],
    ["where a person takes it away now", "run", "2026-03-10", "axis assist", "2026-07-11", true],
    ["where the word was changed by hand before", "by hand", "2026-03-10", "run", "2026-07-11", false],
  ])("takes twice as long: %s", (_name, by, first, byNow, second, doubled) => {
    const changes = [assisted(by, first), assisted(byNow, second)];
    expect(days({ changes, now: "2026-08-02" })).toMatchObject({ doubled, required: doubled ? 42 : 21 });
  });
});
