import { describe, expect, it } from "vitest";
import type { MonthCount } from "../../src/core/cycle.ts";
import { type AxisMonth, planMonth } from "../../src/core/month-plan.ts";
import { defaultBurden, defaultSampling } from "../../src/core/policy.ts";
import { firstTurn as turn, nothingTaken, type Taken } from "../../src/core/rotation.ts";

function month(axis: string, pass: number, fail: number, more: Partial<AxisMonth> = {}): AxisMonth {
  const row = (word: "PASS" | "FAIL", count: number): MonthCount => ({
    axis,
    period: "2026-05",
    epoch: "e1",
    word,
    artifact: "snapshot",
    count,
    firstAt: Date.UTC(2026, 4, 2),
    lastAt: Date.UTC(2026, 4, 30),
    costUsd: 0,
    costKnown: 0,
  });
  return {
    axis,
    counts: [row("PASS", pass), row("FAIL", fail)].filter((counts) => counts.count > 0),
    acceptRef: false,
    passRate: 0.1,
    firstMonth: false,
    sampleTarget: null,
    probes: 0,
    raised: false,
    ...more,
  };
}

const plan = (months: readonly AxisMonth[], sampling = defaultSampling) =>
  planMonth(months, sampling, defaultBurden);
const codes = (months: readonly AxisMonth[], sampling = defaultSampling) =>
  plan(months, sampling).notes.map((note) => `${note.axis ?? "*"} ${note.code}`);

const late = (taken: Taken) => planMonth([month("late", 100, 20)], defaultSampling, defaultBurden, taken);

/** Three axes that take 39 of the 40 items: one place is left. */
const withOnePlace = (period: string, more: Partial<AxisMonth>) =>
  planMonth(
    ["a", "b", "c"].map((axis) => month(axis, 80, 20, more)),
    defaultSampling,
    defaultBurden,
    nothingTaken,
    period,
  ).axes;

describe("planMonth", () => {
  it("gives 64 PASS and 2 FAIL for 635 and 361 alone, the hour being over", () => {
    expect(plan([month("judge", 635, 361)])).toMatchObject({
      axes: [
        {
          axis: "judge",
          state: "open",
          epoch: "e1",
          frame: { pass: 635, fail: 361, noArtifact: 0 },
          passSize: 64,
          failSize: 2,
          reAskSize: 0,
          riskMax: 0,
          passRate: 0.1,
          failRate: 0.1,
          sampleTarget: null,
          minutes: 99,
        },
      ],
      minutesPlanned: 99,
      overBy: 39,
    });
    expect(codes([month("judge", 635, 361)])).toEqual(["* over-hour", "judge fail-cut"]);
  });

  it("comes to 58.5 minutes for three axes at 5 PASS, 5 FAIL and 3 probes, with nothing cut", () => {
    const names = ["verify-vault-write", "verify-strategic-output", "verify-dispatch"];
    const planned = plan(names.map((name) => month(name, 40, 12, { probes: 3 })));
    expect(
      planned.axes.map(({ axis, passSize, failSize, minutes }) => [axis, passSize, failSize, minutes]),
    ).toEqual([
      ["verify-dispatch", 5, 5, 19.5],
      ["verify-strategic-output", 5, 5, 19.5],
      ["verify-vault-write", 5, 5, 19.5],
    ]);
    expect(planned).toMatchObject({ minutesPlanned: 58.5, overBy: 0, notes: [] });
    // The minute and a half that is left is one risk item.
    expect(planned.axes.map((axis) => axis.riskMax)).toEqual([1, 0, 0]);
  });

  it("shares what is left among the axes, FAIL before risk", () => {
    const planned = plan([month("a", 100, 80), month("b", 100, 60), month("c", 100, 20)]);
    // Uncut 3 x (10 + 2), so 4 further FAIL items of 6 + 4 + 3: a 2, b 1, c 1.
    expect(planned.axes.map((axis) => [axis.passSize, axis.failSize, axis.riskMax])).toEqual([
      [10, 4, 0],
      [10, 3, 0],
      [10, 3, 0],
    ]);
    expect(planned.minutesPlanned).toBe(60);
    expect(codes([month("a", 100, 80), month("b", 100, 60), month("c", 100, 20)])).toEqual([
      "a fail-cut",
      "b fail-cut",
      "c fail-cut",
    ]);
  });

  it("gives the last place to another axis with each period, and the same one in the same", () => {
    const periods = ["2026-05", "2026-06", "2026-07", "2015-01", "2014-12"];
    const served = (kind: "riskMax" | "reAskSize", more: Partial<AxisMonth>) =>
      periods.map((period) => withOnePlace(period, more).flatMap((one) => (one[kind] > 0 ? [one.axis] : [])));
    const risk = served("riskMax", {});
    expect(risk.every((axes) => axes.length === 1)).toBe(true);
    expect(new Set(risk.flat()).size).toBe(3);
    expect(served("reAskSize", { reAsks: 2 })).toEqual(risk);
    expect(served("riskMax", {})).toEqual(risk);
    expect(risk[3]).toEqual(["a"]);
  });

  it("leaves room for risk items when an axis is alone", () => {
    expect(plan([month("a", 60, 8)]).axes[0]).toMatchObject({
      passSize: 6,
      failSize: 5,
      riskMax: 2,
      minutes: 16.5,
    });
    expect(plan([month("a", 60, 8)], { ...defaultSampling, riskMax: 0 }).axes[0]).toMatchObject({
      riskMax: 0,
    });
  });

  it("skips an axis with 9 PASS verdicts, its probes included, and takes one with 10", () => {
    const planned = plan([month("few", 9, 30, { probes: 3 }), month("enough", 10, 0)]);
    expect(planned.axes).toMatchObject([
      { axis: "enough", state: "open", passSize: 5, failSize: 0 },
      {
        axis: "few",
        state: "below-threshold",
        epoch: "e1",
        passSize: 0,
        failSize: 0,
        riskMax: 0,
        minutes: 0,
      },
    ]);
    expect(planned.minutesPlanned).toBe(7.5);
    expect(codes([month("few", 9, 30)])).toEqual(["few below-threshold"]);
  });

  it("has a below-threshold axis without an epoch where there was no verdict", () => {
    expect(plan([month("silent", 0, 0)]).axes).toMatchObject([{ state: "below-threshold", epoch: null }]);
    expect(plan([])).toEqual({ axes: [], minutesPlanned: 0, overBy: 0, notes: [] });
  });

  it("takes whole strata by hand, whatever the minimum and the hour say", () => {
    expect(plan([month("judge", 13, 987, { sampleTarget: 1000 })])).toMatchObject({
      axes: [{ state: "open", passSize: 13, failSize: 987, sampleTarget: 1000, minutes: 1500, riskMax: 0 }],
      overBy: 1440,
    });
    expect(plan([month("judge", 3, 1, { sampleTarget: 2 })]).axes).toMatchObject([
      { state: "open", passSize: 2, failSize: 1 },
    ]);
    expect(codes([month("judge", 3, 1, { sampleTarget: 2, passRate: 0.9, raised: true })])).toEqual([
      "judge by-hand",
    ]);
  });

  it("uses first_month_target in a first month only, and a size by hand before it", () => {
    const sampling = { ...defaultSampling, firstMonthTarget: 8 };
    const sizeOf = (more: Partial<AxisMonth>) => plan([month("new", 30, 30, more)], sampling).axes[0];
    expect(sizeOf({ firstMonth: true })).toMatchObject({ passSize: 8, failSize: 8, sampleTarget: 8 });
    expect(sizeOf({ firstMonth: true, sampleTarget: 4 })).toMatchObject({ passSize: 4, sampleTarget: 4 });
    expect(sizeOf({ firstMonth: false })).toMatchObject({ passSize: 5, sampleTarget: null });
    expect(codes([month("new", 30, 30, { firstMonth: true })])).toEqual(["new first-month"]);
  });

  it("never cuts a raised sample and says what it costs beyond the hour", () => {
    const planned = plan([month("watched", 60, 40, { raised: true }), month("other", 60, 40)]);
    expect(planned.axes).toMatchObject([
      { axis: "other", passSize: 6, failSize: 2 },
      { axis: "watched", passSize: 20, failSize: 20 },
    ]);
    expect(planned.overBy).toBe(12);
    expect(planned.notes.map((note) => note.code)).toEqual(["over-hour", "fail-cut", "raised"]);
  });

  it("asks old items again after FAIL and before risk, and never more than are wanted", () => {
    const sizesOf = (pass: number, reAsks: number) => {
      const [axis] = plan([month("a", pass, 40, { reAsks })]).axes;
      return [axis?.passSize, axis?.failSize, axis?.reAskSize, axis?.riskMax];
    };
    expect(sizesOf(60, 2)).toEqual([6, 5, 2, 2]);
    expect(sizesOf(60, 1)).toEqual([6, 5, 1, 2]);
    expect(sizesOf(60, 9)).toEqual([6, 5, 2, 2]);
    expect(sizesOf(340, 2)).toEqual([34, 5, 1, 0]);
    expect(sizesOf(350, 2)).toEqual([35, 5, 0, 0]);
    // A size by hand leaves them in, as long as there is room.
    expect(plan([month("a", 60, 40, { reAsks: 2, sampleTarget: 10 })]).axes[0]).toMatchObject({
      reAskSize: 2,
    });
    expect(plan([month("a", 9, 40, { reAsks: 2 })]).axes[0]).toMatchObject({ reAskSize: 0 });
    const minutesOf = (reAsks: number) => plan([month("a", 60, 40, { reAsks })]).minutesPlanned;
    expect(minutesOf(2)).toBe(minutesOf(0));
  });

  it("lets whole axes wait above six, and names the month until which they do", () => {
    const six = ["a", "b", "c", "d", "e", "f"].map((axis) => month(axis, 100, 20));
    expect(plan(six).axes.every(({ state }) => state === "open")).toBe(true);
    expect(plan(six).overBy).toBe(48);
    const seven = plan([...six, month("g", 30, 20, { turn: { ...turn, risk: 2 } })]);
    // 7 for g, 12 for each of the others: 40 has room for g and two more.
    expect(seven.axes.filter(({ state }) => state === "open").map(({ axis }) => axis)).toEqual([
      "a",
      "b",
      "g",
    ]);
    expect(seven.axes.find(({ axis }) => axis === "c")).toMatchObject({
      state: "rotated",
      epoch: "e1",
      frame: { pass: 100, fail: 20, noArtifact: 0 },
      passSize: 0,
      failSize: 0,
      reAskSize: 0,
      riskMax: 0,
      minutes: 0,
      until: "2026-07",
    });
    expect(seven).toMatchObject({ overBy: 0, minutesPlanned: 60 });
    expect(seven.notes.filter(({ code }) => code === "rotated").map(({ axis }) => axis)).toEqual([
      "c",
      "d",
      "e",
      "f",
    ]);
  });

  it("never lets a raised sample or a size by hand wait", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const states = (more: (axis: string) => Partial<AxisMonth>) =>
      plan(names.map((axis) => month(axis, 200, 60, more(axis)))).axes.map(({ state }) => state);
    expect(states(() => ({ sampleTarget: 30 }))).toEqual(names.map(() => "open"));
    // The raised one takes the whole hour. The others would take more than two hours later: one of them comes now.
    expect(states((axis) => (axis === "g" ? { raised: true } : {}))).toEqual([
      "open",
      ...names.slice(2).map(() => "rotated"),
      "open",
    ]);
  });

  it("finds the hour partly used by what was opened before", () => {
    expect(late({ axes: 2, minutes: 30 })).toMatchObject({
      axes: [{ state: "open", passSize: 10, failSize: 5, riskMax: 2 }],
      overBy: 0,
    });
    expect(late({ axes: 2, minutes: 42 })).toMatchObject({
      axes: [{ state: "open", passSize: 10, failSize: 2, riskMax: 0 }],
      overBy: 0,
    });
    expect(late({ axes: 2, minutes: 60 })).toMatchObject({ axes: [{ state: "open" }], overBy: 18 });
    expect(late({ axes: 6, minutes: 75 })).toMatchObject({ axes: [{ state: "rotated" }], overBy: 0 });
  });
});
