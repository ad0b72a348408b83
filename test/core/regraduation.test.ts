import { describe, expect, it } from "vitest";
import {
  type AskedBatch,
  type Cycle,
  firstAskedBatch,
  type Grade,
  type GradeObservation,
  type Item,
  type MonthCount,
} from "../../src/core/cycle.ts";
import type { Decision, StatusChange } from "../../src/core/decided.ts";
import type { AxisRecord } from "../../src/core/evidence.ts";
import { jeffreysInterval } from "../../src/core/intervals.ts";
import { neededGrades } from "../../src/core/needed-grades.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { openDoor, type Regraduation, regraduation } from "../../src/core/regraduation.ts";
import { kappaInterval } from "../../src/core/weighted-kappa.ts";
import { sampleCycle, sampleItem } from "../reports/sample-row.ts";
import { strata } from "../support/weighted-reference.ts";
import { sampleDecision } from "./sample-decision.ts";

const day = 86_400_000;
const zone = "America/New_York";
/** May was reverted on 1 July at noon in New York. */
const reverted = Date.UTC(2026, 6, 1, 16);

interface MonthOf {
  readonly period: string;
  readonly epoch: string | null;
  readonly frame?: { readonly pass: number; readonly fail: number };
  readonly state?: Cycle["state"];
  /** Grades of PASS items, then of FAIL items; `null` leaves one unanswered. */
  readonly pass?: readonly (Grade | null)[];
  readonly fail?: readonly (Grade | null)[];
  readonly probe?: readonly Grade[];
  readonly at?: number;
  readonly batch?: number;
  readonly askedAt?: number;
}

const grades = (count: number, grade: Grade): readonly Grade[] => Array.from({ length: count }, () => grade);
/** Enough for P(kappa < 0.6) <= 0.10 at 90 + 10. */
const clean = { pass: grades(20, "PASS"), fail: grades(8, "FAIL") };

function itemsOf(month: MonthOf): { items: Item[]; observations: GradeObservation[] } {
  const items: Item[] = [];
  const observations: GradeObservation[] = [];
  const add = (kind: "pass" | "fail" | "probe", grade: Grade | null, index: number): void => {
    const ref = `${month.period}-${month.batch ?? 1}-${kind}-${index}`;
    items.push(
      sampleItem({
        ref,
        period: month.period,
        kind,
        batch: month.batch ?? 1,
        word: kind === "fail" ? "FAIL" : "PASS",
        state: grade === null ? "created" : "answered",
        verdictKey: ref,
      }),
    );
    if (grade === null) return;
    const observedAt = month.at ?? reverted + 10 * day;
    observations.push({ ref, grade, reason: null, by: null, at: null, observedAt, via: "import" });
  };
  (month.pass ?? []).forEach((grade, index) => add("pass", grade, index));
  (month.fail ?? []).forEach((grade, index) => add("fail", grade, index));
  (month.probe ?? []).forEach((grade, index) => add("probe", grade, index));
  return { items, observations };
}

function cycleOf({ epoch, frame = { pass: 90, fail: 10 }, period, state = "closed" }: MonthOf): Cycle {
  const openedAt = Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 1, 13);
  const closedAt = state === "closed" ? openedAt + 20 * day : null;
  return sampleCycle({ period, state, epoch, openedAt, closedAt, frame: { ...frame, noArtifact: 0 } });
}

const revert: StatusChange = {
  axis: "verify-dispatch",
  at: reverted,
  from: "graduated",
  to: "assisted",
  by: "run",
  reason: "kappa-overwhelming",
  period: "2026-05",
};

const may: MonthOf = {
  period: "2026-05",
  epoch: "e1",
  pass: [...grades(5, "PASS"), ...grades(4, "FAIL")],
  fail: grades(5, "FAIL"),
  at: reverted - day,
};

function decided(period: string): Decision {
  return sampleDecision({ period, at: reverted });
}

function gateOf(options: {
  readonly months?: readonly MonthOf[];
  readonly asked?: readonly MonthOf[];
  readonly changes?: readonly StatusChange[];
  readonly epochs?: readonly (Pick<MonthCount, "epoch" | "firstAt" | "lastAt"> &
    Partial<Pick<MonthCount, "word">>)[];
  readonly rubrics?: Readonly<Record<string, string>>;
  readonly now?: number;
  readonly timezone?: string;
}): Regraduation {
  const { changes = [revert], months = [may], now = reverted + 40 * day } = options;
  const epochs = options.epochs ?? [{ epoch: "e1", firstAt: reverted - 90 * day, lastAt: reverted - day }];
  const own = months.map(itemsOf);
  const asked = (options.asked ?? []).map(itemsOf);
  const counts = epochs.map(
    ({ epoch, firstAt, lastAt, word = "PASS" }): MonthCount => ({
      axis: "verify-dispatch",
      period: "2026-05",
      epoch,
      word,
      artifact: "snapshot",
      count: 9,
      firstAt,
      lastAt,
      costUsd: 0,
      costKnown: 0,
    }),
  );
  const record: AxisRecord = {
    axis: "verify-dispatch",
    cycles: months.map(cycleOf),
    items: own.flatMap(({ items }) => items),
    observations: [...own, ...asked].flatMap(({ observations }) => observations),
    counts,
    decisions: changes.filter(({ by }) => by === "run").map(({ period }) => decided(period ?? "")),
    statusChanges: changes,
  };
  const batches = (options.asked ?? []).map(
    ({ askedAt = reverted + day, batch = firstAskedBatch, fail = [], pass = [], period }): AskedBatch => ({
      axis: "verify-dispatch",
      period,
      batch,
      askedAt,
      queue: "local",
      pass: pass.length,
      fail: fail.length,
    }),
  );
  return regraduation({
    record,
    asked: { batches, items: asked.flatMap(({ items }) => items) },
    rubrics: new Map(Object.entries(options.rubrics ?? {})),
    policy: defaultDecision,
    now,
    timezone: options.timezone ?? zone,
  });
}

const codes = (gate: Regraduation, door: "evidence" | "repair"): readonly string[] =>
  gate.doors[door].missing.map(({ code }) => code);

const june: MonthOf = { period: "2026-06", epoch: "e1", ...clean };

const open: MonthOf = { ...june, period: "2026-07", state: "open", pass: [null, null], fail: [null] };
const openWith = (grade: Grade): Regraduation =>
  gateOf({
    months: [may, june, { ...june, period: "2026-07", state: "open", pass: [grade, null], fail: [grade] }],
  });

const asked: MonthOf = { ...june, period: "2026-05", batch: firstAskedBatch };
const halfWith = (grade: Grade): Regraduation =>
  gateOf({ months: [may, june], asked: [{ ...asked, pass: [grade, null] }] });

describe("the door of evidence", () => {
  it("opens on clean fresh grades and three clean weeks", () => {
    const gate = gateOf({ months: [may, june] });
    expect(codes(gate, "evidence")).toEqual([]);
    expect(openDoor(gate)).toBe("evidence");
    expect(gate.strata.pass).toEqual({ size: 90, graded: 20, founderPass: 20 });
    expect(gate.pBelowThreshold).toBeLessThanOrEqual(0.1);
    expect(gate.gradesNeeded).toEqual({ pass: 0, fail: 0 });
    expect([gate.days.required, gate.days.needed]).toEqual([21, 0]);
  });

  it.each<[string, Parameters<typeof gateOf>[0], readonly string[]]>([
    ["nothing graded since", { months: [may] }, ["not-computable", "no-grade-in-days"]],
    [
      "too few grades",
      { months: [may, { ...june, pass: grades(6, "PASS"), fail: grades(5, "FAIL") }] },
      ["probability"],
    ],
    [
      "no FAIL verdict in the frame",
      { months: [may, { ...june, fail: [], frame: { pass: 90, fail: 0 } }] },
      ["not-computable"],
    ],
    ["no FAIL verdict graded", { months: [may, { ...june, fail: [] }] }, ["not-computable"]],
    [
      "an override ten days ago, though the probability is low",
      {
        months: [
          may,
          {
            ...june,
            pass: [...grades(80, "PASS"), "FAIL"],
            frame: { pass: 900, fail: 100 },
            fail: grades(20, "FAIL"),
            at: reverted + 30 * day,
          },
        ],
      },
      ["days", "no-grade-in-days"],
    ],
    ["20 days only", { months: [may, june], now: reverted + 20 * day }, ["days"]],
    [
      "grades from before the revert",
      { months: [may, { ...june, at: reverted - 1 }] },
      ["not-computable", "no-grade-in-days"],
    ],
    [
      "an open month with an answer",
      { months: [may, june, { ...june, period: "2026-07", state: "open", pass: ["FAIL", null], fail: [] }] },
      ["unfinished"],
    ],
    [
      "the epoch in use has no month yet",
      {
        months: [may, june],
        epochs: [
          { epoch: "e1", firstAt: 0, lastAt: reverted - day },
          { epoch: "e2", firstAt: reverted + 30 * day, lastAt: reverted + 31 * day },
        ],
      },
      ["not-computable"],
    ],
  ])("stays closed: %s", (_name, options, expected) => {
    const gate = gateOf(options);
    expect(codes(gate, "evidence")).toEqual(expected);
    expect(gate.doors.evidence.open).toBe(false);
  });

  it("does not wait for a month that nobody has begun to answer", () => {
    expect(openDoor(gateOf({ months: [may, june, open] }))).toBe("evidence");
  });

  it("tells nothing of an open month, whatever was answered there", () => {
    expect(openWith("FAIL")).toEqual(openWith("PASS"));
  });

  it("discounts nothing and pools no other epoch", () => {
    const july: MonthOf = { period: "2026-07", epoch: "e2", ...clean };
    const august: MonthOf = { ...july, period: "2026-08" };
    const gate = gateOf({
      months: [may, june, july, august],
      now: reverted + 100 * day,
      epochs: [
        { epoch: "e1", firstAt: 0, lastAt: reverted },
        { epoch: "e2", firstAt: reverted + day, lastAt: reverted + 60 * day },
      ],
    });
    expect(gate.strata.pass).toEqual({ size: 180, graded: 40, founderPass: 40 });
    expect(gate.fresh.map(({ counts, period }) => [period, counts])).toEqual([
      ["2026-06", false],
      ["2026-07", true],
      ["2026-08", true],
    ]);
  });

  it("begins the days anew with an override of another epoch: an edit is no evidence", () => {
    const july: MonthOf = { period: "2026-07", epoch: "e2", ...clean, at: reverted + 25 * day };
    const gate = gateOf({
      months: [may, { ...june, pass: ["FAIL"], fail: [], at: reverted + 22 * day }, july],
      epochs: [
        { epoch: "e1", firstAt: 0, lastAt: reverted },
        { epoch: "e2", firstAt: reverted + day, lastAt: reverted + 5 * day },
      ],
    });
    expect(codes(gate, "evidence")).toEqual(["days"]);
    expect(gate.days).toMatchObject({ clean: 18, needed: 3 });
  });

  it.each([
    ["America/New_York", "2026-07-22T04:00:00Z", 0],
    ["America/New_York", "2026-07-22T03:59:59Z", 1],
    ["Pacific/Auckland", "2026-07-22T12:00:00Z", 0],
    ["Pacific/Auckland", "2026-07-22T11:59:59Z", 1],
  ])("counts calendar days of the zone: %s at %s needs %i", (timezone, now, needed) => {
    const gate = gateOf({ months: [may, june], now: Date.parse(now), timezone });
    expect(gate.days.needed).toBe(needed);
  });

  it.each<[string, string, number]>([
    ["within six months", "2026-01-01T17:00:00Z", 42],
    ["a day more than six months ago", "2025-12-31T17:00:00Z", 21],
  ])("takes twice as long after a second revert: %s", (_name, first, required) => {
    const before = { ...revert, at: Date.parse(first), period: "2025-11" };
    const back: StatusChange = {
      ...revert,
      at: before.at + day,
      from: "assisted",
      to: "graduated",
      by: "axis graduate",
    };
    const gate = gateOf({ months: [may, june], changes: [before, back, revert] });
    expect(gate.days.required).toBe(required);
    expect(gate.doors.evidence.open).toBe(required === 21);
  });

  it("does not take a word changed by hand for a revert, but counts from it", () => {
    const byHand: StatusChange = { ...revert, at: reverted + 30 * day, by: "by hand", period: null };
    const gate = gateOf({ months: [may, june], changes: [revert, byHand] });
    expect(gate.days).toMatchObject({ required: 21, clean: 10, needed: 11, grades: 0 });
  });

  it("after `axis assist` looks at the months that were not closed by then", () => {
    const assisted: StatusChange = { ...revert, by: "axis assist", period: null };
    const early = gateOf({ months: [may, june], changes: [{ ...assisted, at: reverted + 5 * day }] });
    expect(early.strata.pass.graded).toBe(20);
    // June was closed twenty days after the first of July.
    const late = gateOf({ months: [may, june], changes: [{ ...assisted, at: reverted + 25 * day }] });
    expect(late.strata.pass.graded).toBe(0);
  });
});

/** The streak of these months after May's revert. */
function streakOf(...months: readonly Pick<MonthOf, "pass" | "fail">[]): number {
  const later = months.map((one, index) => ({ ...one, period: `2026-0${6 + index}`, epoch: "e1" }));
  return gateOf({ months: [may, ...later] }).streak;
}

it("counts the streak since the revert, of each month its own items", () => {
  const bad = { pass: [...grades(8, "PASS"), "FAIL" as const], fail: grades(5, "FAIL") };
  expect([streakOf(bad, bad), streakOf(clean, bad), streakOf(bad, clean)]).toEqual([2, 1, 0]);
});

describe("batches that were asked for", () => {
  it("count whatever month they were drawn from", () => {
    const gate = gateOf({ months: [may], asked: [asked] });
    expect(openDoor(gate)).toBe("evidence");
    expect(gate.strata.pass).toEqual({ size: 90, graded: 20, founderPass: 20 });
    expect(gate.fresh.map((one) => one.batch)).toEqual([firstAskedBatch]);
    // May's own sample is what the revert was decided on.
    expect(gate.streak).toBe(0);
  });

  it("count for nothing where they were asked for before the revert", () => {
    expect(gateOf({ months: [may], asked: [{ ...asked, askedAt: reverted - day }] }).fresh).toEqual([]);
  });

  it("are told whole or not at all", () => {
    expect(codes(halfWith("PASS"), "evidence")).toEqual(["unfinished"]);
    expect(halfWith("FAIL")).toEqual(halfWith("PASS"));
  });

  it("cannot be answered before they were asked, whatever the clock of the answer says", () => {
    const gate = gateOf({
      months: [may, june],
      asked: [{ ...asked, askedAt: reverted + 35 * day, pass: ["FAIL"], at: reverted - 9 * day }],
    });
    expect(gate.days.lastOverrideAt).toBe(reverted + 35 * day);
    expect(codes(gate, "evidence")).toContain("days");
  });

  it("show an override once they are answered", () => {
    const gate = gateOf({
      months: [may, june],
      asked: [{ ...asked, pass: ["FAIL"], at: reverted + 35 * day }],
    });
    expect(codes(gate, "evidence")).toContain("days");
  });
});

const good = (period: string): MonthOf => ({ ...june, period });

const needed = (...of: Parameters<typeof strata>): unknown =>
  neededGrades({ strata: strata(...of), kappaThreshold: 0.6, bar: 0.1 });

describe("what is shown beside the doors", () => {
  const e1 = { epoch: "e1", firstAt: 0, lastAt: reverted - day };
  const overridden = [...grades(5, "PASS"), ...grades(1, "FAIL")];
  const bad = (period: string): MonthOf => ({ ...june, period, pass: overridden });

  it("is kappa with its interval, and why there is none", () => {
    const { high, low } = kappaInterval(strata([90, 20, 20], [10, 8, 0]));
    expect(gateOf({ months: [may, june] }).kappa).toEqual({
      status: "ok",
      value: 1,
      low,
      high,
      because: null,
    });
    expect(gateOf({ months: [may] }).kappa).toEqual({
      status: "undefined",
      value: null,
      low: null,
      high: null,
      because: "no-data",
    });
  });

  it("is the epoch in use with its first verdict, which an error is not", () => {
    const { epoch } = gateOf({
      epochs: [
        e1,
        { epoch: "e2", firstAt: reverted + day, lastAt: reverted + day, word: "ERROR" },
        { epoch: "e2", firstAt: reverted + 5 * day, lastAt: reverted + 6 * day },
        { epoch: "e2", firstAt: reverted + 3 * day, lastAt: reverted + 4 * day, word: "FAIL" },
      ],
    });
    expect(epoch).toEqual({ now: "e2", firstAt: reverted + 3 * day, before: ["e1"] });
    expect(gateOf({ epochs: [] }).epoch).toEqual({ now: null, firstAt: null, before: ["e1"] });
    expect(gateOf({ changes: [] }).epoch.before).toEqual([]);
  });

  it("is each epoch that decided a month up to the revert, in the order of months, and none of a later month", () => {
    const empty: MonthOf = { ...june, period: "2026-03", epoch: null, pass: [], fail: [] };
    const months = [{ ...may, period: "2026-02", epoch: "e0" }, empty, may, { ...june, epoch: "e2" }];
    expect(gateOf({ months }).epoch.before).toEqual(["e0", "e1"]);
  });

  it("is, where a person took the autonomy away, each epoch with a verdict by then, in the order of their last ones", () => {
    const { epoch } = gateOf({
      changes: [{ ...revert, by: "axis assist", period: null }],
      epochs: [
        { epoch: "at-last", firstAt: reverted, lastAt: reverted + day },
        { epoch: "tried", firstAt: 3, lastAt: 4, word: "ERROR" },
        { epoch: "second", firstAt: 1, lastAt: 9 },
        { epoch: "first", firstAt: 2, lastAt: 8, word: "FAIL" },
        { epoch: "since", firstAt: reverted + 1, lastAt: reverted + 2 },
      ],
    });
    expect(epoch.before).toEqual(["first", "second", "at-last"]);
  });

  it.each<[readonly MonthOf[], number]>([
    [[bad("2026-06"), bad("2026-07"), bad("2026-08")], 3],
    [[bad("2026-06"), good("2026-07")], 0],
    [[good("2026-06"), bad("2026-07")], 1],
    // Nobody has graded the open months yet: a streak does not run out while its months wait for grades.
    [[bad("2026-06"), ...["07", "08", "09"].map((m): MonthOf => ({ ...open, period: `2026-${m}` }))], 1],
    [[], 0],
  ])("is the streak of the closed months since the revert (%#)", (months, streak) => {
    const gate = gateOf({ months: [may, ...months], now: reverted + 120 * day });
    expect(gate.streak).toBe(streak);
  });

  it("is the share of PASS verdicts that were probed and failed", () => {
    const { high, low } = jeffreysInterval(1, 4);
    const gate = gateOf({ months: [may, { ...june, probe: ["PASS", "FAIL", "PASS", "PASS"] }] });
    expect(gate.escape).toEqual({ escaped: 1, graded: 4, low, high });
  });

  describe("and the grades that are needed", () => {
    it("are weighed by the months of the epoch in use", () => {
      const frame = { pass: 50, fail: 50 };
      const few: MonthOf = { ...june, frame, pass: grades(2, "PASS"), fail: grades(1, "FAIL") };
      const otherwise: MonthOf = { ...june, period: "2026-07", epoch: "e0", frame: { pass: 990, fail: 10 } };
      const gate = gateOf({ months: [may, few, otherwise] });
      expect(gate.gradesNeeded).toEqual(needed([50, 2, 2], [50, 1, 0]));
      expect(gate.gradesNeeded).not.toEqual(needed([990, 2, 2], [10, 1, 0]));
    });

    it("are weighed by the latest month with verdicts where the epoch in use has none yet", () => {
      const frame = { pass: 50, fail: 50 };
      const months: readonly MonthOf[] = [
        may,
        { ...june, frame },
        { ...june, period: "2026-07", frame: { pass: 0, fail: 0 }, pass: [], fail: [] },
      ];
      const epochs = [e1, { epoch: "e2", firstAt: reverted + day, lastAt: reverted + day }];
      const gate = gateOf({ months, epochs });
      expect(gate.strata).toEqual(strata([0, 0, 0], [0, 0, 0]));
      expect(gate.gradesNeeded).toEqual(needed([50, 0, 0], [50, 0, 0]));
      expect(gate.gradesNeeded).not.toBeNull();
      expect(gateOf({ months: [], epochs }).gradesNeeded).toBeNull();
    });
  });
});

describe("the door of repair", () => {
  const e1 = { epoch: "e1", firstAt: 0, lastAt: reverted - day };
  it.each<[string, Parameters<typeof gateOf>[0], readonly string[]]>([
    ["no edit", {}, ["no-new-epoch"]],
    [
      "a shipped edit",
      { epochs: [e1, { epoch: "e2", firstAt: reverted + day, lastAt: reverted + 2 * day }] },
      [],
    ],
    [
      "an edit that was shipped while the reverted month was graded",
      { epochs: [e1, { epoch: "e2", firstAt: reverted - day, lastAt: reverted + 2 * day }] },
      [],
    ],
    [
      "an edit that was taken back",
      {
        epochs: [
          { ...e1, lastAt: reverted + 9 * day },
          { epoch: "e2", firstAt: reverted + day, lastAt: reverted + 2 * day },
        ],
      },
      ["no-new-epoch"],
    ],
    [
      "no edit, and the epoch had been in use before another one, too",
      {
        months: [{ ...may, period: "2026-03" }, { ...may, period: "2026-04", epoch: "e0" }, may],
        epochs: [{ epoch: "e0", firstAt: 1, lastAt: reverted - 40 * day }, e1],
      },
      ["no-new-epoch"],
    ],
    [
      "assisted by hand, no edit, and the epoch had been in use before another one, too",
      {
        changes: [{ ...revert, by: "axis assist", period: null }],
        epochs: [
          { ...e1, lastAt: 1 },
          { epoch: "e0", firstAt: 2, lastAt: 3 },
          { ...e1, firstAt: 4 },
        ],
      },
      ["no-new-epoch"],
    ],
    [
      "a rubric from before the reverted one",
      {
        months: [{ ...may, period: "2026-04", epoch: "e0" }, may],
        epochs: [{ epoch: "e0", firstAt: 0, lastAt: reverted + 9 * day }, e1],
      },
      ["epoch-switched-back"],
    ],
    [
      "another model under the rubric that was reverted",
      {
        rubrics: { e1: "r1", e2: "r1" },
        epochs: [e1, { epoch: "e2", firstAt: reverted + day, lastAt: reverted + 2 * day }],
      },
      ["rubric-unchanged"],
    ],
    [
      "a rubric from before that no month was decided on, under another model",
      {
        rubrics: { e0: "r0", e1: "r1", e2: "r0" },
        epochs: [
          { epoch: "e0", firstAt: 0, lastAt: 1 },
          { ...e1, firstAt: 2 },
          { epoch: "e2", firstAt: reverted + day, lastAt: reverted + 2 * day },
        ],
      },
      ["epoch-switched-back"],
    ],
    [
      "an edit together with another model",
      {
        rubrics: { e1: "r1", e2: "r2" },
        epochs: [e1, { epoch: "e2", firstAt: reverted + day, lastAt: reverted + 2 * day }],
      },
      [],
    ],
    ["never reverted", { changes: [] }, ["never-reverted"]],
    [
      "an axis without verdicts",
      { months: [], epochs: [], changes: [{ ...revert, by: "axis assist", period: null }] },
      ["no-new-epoch"],
    ],
    [
      "assisted by hand, an edit since",
      {
        changes: [{ ...revert, by: "axis assist", period: null }],
        epochs: [e1, { epoch: "e2", firstAt: reverted + day, lastAt: reverted + 2 * day }],
      },
      [],
    ],
    [
      "assisted by hand under the edit",
      {
        changes: [{ ...revert, by: "axis assist", period: null }],
        epochs: [e1, { epoch: "e2", firstAt: reverted - 1, lastAt: reverted + 2 * day }],
      },
      ["no-new-epoch"],
    ],
  ])("%s", (_name, options, expected) => {
    const gate = gateOf(options);
    expect(codes(gate, "repair")).toEqual(expected);
    expect(openDoor(gate)).toBe(expected.length === 0 ? "repair" : null);
  });
});
