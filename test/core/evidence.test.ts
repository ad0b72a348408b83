import { describe, expect, it } from "vitest";
import type { Cycle, CycleBecause, Grade, GradeObservation, ItemKind } from "../../src/core/cycle.ts";
import type { Decision, StatusChange } from "../../src/core/decided.ts";
import {
  gradeItems,
  monthEvidence,
  monthsSinceRestart,
  seeItems,
  tallyItems,
} from "../../src/core/evidence.ts";
import { sampleCycle, sampleItem } from "../reports/sample-row.ts";
import { sampleDecision } from "./sample-decision.ts";

const graded = (kind: ItemKind, grade: Grade | null, batch = 1) => ({
  item: sampleItem({ kind, batch }),
  grade,
});

/** PASS: five of the base sample, one of them open, and two of a top-up. FAIL: two. */
const month = [
  graded("pass", "PASS"),
  graded("pass", "PASS"),
  graded("pass", "FAIL"),
  graded("pass", "CANT_TELL"),
  graded("pass", null),
  graded("pass", "FAIL", 2),
  graded("pass", "FAIL", 2),
  graded("fail", "PASS"),
  graded("fail", "FAIL"),
  graded("probe", "PASS"),
];

const seenAt = (ref: string, observedAt: number, grade: Grade): GradeObservation => ({
  ref,
  grade,
  reason: null,
  by: null,
  at: null,
  observedAt,
  via: "grade",
});

describe("seeItems", () => {
  it("sees nothing of an item that nobody answered", () => {
    expect(seeItems([sampleItem()], [], 1)).toEqual([{ item: sampleItem(), seen: null }]);
  });

  it("sees of each item what counted at the instant asked for", () => {
    const items = [
      sampleItem({ ref: "a" }),
      sampleItem({ ref: "b" }),
      sampleItem({ ref: "c", state: "withdrawn" }),
    ];
    const observations = [
      seenAt("a", 1, "PASS"),
      seenAt("b", 2, "FAIL"),
      seenAt("c", 2, "PASS"),
      seenAt("a", 5, "FAIL"),
    ];
    const grades = (asOf: number): readonly (Grade | null)[] =>
      gradeItems(items, observations, asOf).map(({ grade }) => grade);
    expect(grades(1)).toEqual(["PASS", null, null]);
    expect(grades(4)).toEqual(["PASS", "FAIL", null]);
    expect(grades(5)).toEqual(["FAIL", "FAIL", null]);
  });
});

describe("tallyItems", () => {
  it("takes a word that cannot be told for an answer and not for a grade", () => {
    const { answered, cantTell, graded: grades, sampled } = tallyItems(month, "pass");
    expect({ sampled, answered, grades, cantTell }).toEqual({
      sampled: 7,
      answered: 6,
      grades: 5,
      cantTell: 1,
    });
  });

  it("leaves top-up batches out where the base sample alone is asked for", () => {
    expect(tallyItems(month, "pass", { baseOnly: true })).toMatchObject({ sampled: 5, founderFail: 1 });
    expect(tallyItems(month, "pass", { baseOnly: false })).toMatchObject({ sampled: 7, founderFail: 3 });
  });
});

describe("monthEvidence", () => {
  it("counts the base sample by itself, and the grades of both strata with their top-ups", () => {
    const may = sampleCycle({ state: "closed", closedAt: Date.UTC(2026, 5, 9) });
    expect(monthEvidence(may, month)).toEqual({
      period: "2026-05",
      epoch: may.epoch,
      frame: { pass: 90, fail: 10 },
      base: { sampled: 5, answered: 4, graded: 3, overrides: 1 },
      pass: { graded: 5, overrides: 3 },
      fail: { graded: 2, founderPass: 1 },
    });
  });

  it.each<[Cycle["state"], CycleBecause | null, boolean]>([
    ["skipped", "too-old", true],
    ["skipped", "no-axis-file", true],
    ["skipped", "not-caught-up", true],
    ["skipped", "rotated", false],
    ["skipped", "too-few-pass", false],
    ["below-threshold", "too-few-pass", false],
    ["below-threshold", null, false],
    ["closed", null, false],
  ])("of a month that is %s (%s) says nothing of its volume: %s", (state, because, nothing) => {
    const { epoch, frame } = monthEvidence(sampleCycle({ state, because }), []);
    expect(frame).toEqual(nothing ? { pass: 0, fail: 0 } : { pass: 90, fail: 10 });
    expect(epoch === null).toBe(nothing);
  });
});

const first = (period: string): number => Date.parse(`${period}-01T13:00:00Z`);
const day = 86_400_000;

/** Opened on the first of its own month, for brevity, and closed on the eleventh. */
function cycle(period: string, state: Cycle["state"] = "closed"): Cycle {
  const openedAt = first(period);
  return sampleCycle({ period, state, openedAt, closedAt: state === "closed" ? openedAt + 10 * day : null });
}

function decision(period: string, action: Decision["action"] = "revert"): Decision {
  return sampleDecision({ period, action, at: first(period) + 10 * day });
}

function change(by: StatusChange["by"], at: number): StatusChange {
  const to = by === "axis graduate" ? "graduated" : "assisted";
  return { axis: "verify-dispatch", at, from: null, to, by, reason: "as told", period: null };
}

describe("monthsSinceRestart", () => {
  const months = ["2026-01", "2026-02", "2026-03", "2026-04"];
  const cycles = months.map((period) => cycle(period));
  const closedAt = first("2026-04") + 10 * day;
  const since = (
    decisions: readonly Decision[],
    statusChanges: readonly StatusChange[] = [],
    of: readonly Cycle[] = cycles,
    period = "2026-04",
  ): readonly string[] =>
    monthsSinceRestart({ cycles: of, decisions, statusChanges }, period, closedAt).map((one) => one.period);

  it("are all months up to the one in question where nothing began anew", () => {
    expect(since([decision("2026-01", "keep")])).toEqual(months);
    expect(since([], [], cycles, "2026-03")).toEqual(months.slice(0, 3));
  });

  it("begin after the latest month that was reverted, in whatever order they are told", () => {
    expect(since([decision("2026-01"), decision("2026-03")])).toEqual(["2026-04"]);
    expect(since([decision("2026-03"), decision("2026-01")])).toEqual(["2026-04"]);
  });

  it("are the same when a month is decided again: its own revert and later ones came after it", () => {
    expect(since([decision("2026-04")])).toEqual(months);
    expect(since([decision("2026-03"), decision("2026-04")], [], cycles, "2026-03")).toEqual(
      months.slice(0, 3),
    );
  });

  it.each<[StatusChange["by"], boolean]>([
    ["axis assist", true],
    ["axis graduate", true],
    // The revert's own month is what begins anew after it; a word changed in the file leaves all as it was.
    ["run", false],
    ["by hand", false],
  ])("begin with the months closed after `%s`: %s", (by, anew) => {
    const at = first("2026-02") + 20 * day;
    expect(since([], [change(by, at)])).toEqual(anew ? months.slice(2) : months);
  });

  it("begin with the latest of several, and one after the close says nothing", () => {
    const [early, late] = [first("2026-02"), first("2026-03")];
    expect(since([], [change("axis graduate", late), change("axis assist", early)])).toEqual(months.slice(2));
    expect(since([], [change("axis assist", closedAt + 1)])).toEqual(months);
  });

  it("leave a month out that closed with the change and not after it", () => {
    expect(since([], [change("axis assist", first("2026-02") + 10 * day)])).toEqual(months.slice(2));
    expect(since([], [change("axis assist", closedAt)])).toEqual([]);
  });

  it("hold months with nothing to grade by the day they were opened, and no open month but the one in question", () => {
    const mixed = [
      cycle("2026-01", "skipped"),
      cycle("2026-02", "below-threshold"),
      cycle("2026-03", "open"),
      cycle("2026-04", "open"),
    ];
    expect(since([], [], mixed)).toEqual(["2026-01", "2026-02", "2026-04"]);
    expect(since([], [change("axis assist", first("2026-01") + day)], mixed)).toEqual(["2026-02", "2026-04"]);
  });
});
