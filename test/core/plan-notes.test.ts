import { describe, expect, it } from "vitest";
import { flipsNote, notesOfPlan, type PlannedAxis } from "../../src/core/plan-notes.ts";
import { defaultBurden, defaultSampling } from "../../src/core/policy.ts";

const plain: PlannedAxis = {
  axis: "verify-dispatch",
  open: true,
  until: null,
  frame: { pass: 50, fail: 10, noArtifact: 0 },
  firstMonth: false,
  raised: false,
  passRate: 0.1,
  target: null,
  failSize: 5,
  failBetter: 5,
};

const codes = (axis: Partial<PlannedAxis>, sampling = defaultSampling, overBy = 0) =>
  notesOfPlan([{ ...plain, ...axis }], { overBy, turns: false }, sampling, defaultBurden).map(
    (note) => note.code,
  );

const textOf = (turns: boolean) =>
  notesOfPlan([plain], { overBy: 6, turns }, defaultSampling, defaultBurden)[0]?.text ?? "";

describe("notesOfPlan", () => {
  it("has nothing to say of a plain month", () => {
    expect(codes({})).toEqual([]);
    expect(notesOfPlan([], { overBy: 0, turns: true }, defaultSampling, defaultBurden)).toEqual([]);
  });

  it.each([0.05, 0.2])("takes a rate of %d without a word", (passRate) =>
    expect(codes({ passRate })).toEqual([]),
  );

  it.each([0.049, 0.21, 0, 1])("warns of a PASS rate of %d", (passRate) => {
    expect(codes({ passRate })).toEqual(["pass-rate"]);
  });

  it.each([0.01, 0.3])("warns of a FAIL rate of %d", (failRate) => {
    expect(codes({}, { ...defaultSampling, failRate })).toEqual(["fail-rate"]);
    expect(codes({ target: 20 }, { ...defaultSampling, failRate })).toEqual(["by-hand"]);
  });

  it("says that kappa cannot be identified, once, whether FAIL is turned off or did not occur", () => {
    const off = { ...defaultSampling, failMin: 0, failRate: 0 };
    expect(codes({ failSize: 0, failBetter: 0 }, off)).toEqual(["fail-off"]);
    expect(codes({ frame: { pass: 50, fail: 0, noArtifact: 0 }, failSize: 0, failBetter: 0 }, off)).toEqual([
      "fail-off",
    ]);
    expect(codes({ frame: { pass: 50, fail: 0, noArtifact: 0 }, failSize: 0, failBetter: 0 })).toEqual([
      "no-fail",
    ]);
  });

  it("counts verdicts without an artifact, also of a month that is not sampled", () => {
    const frame = { pass: 3, fail: 0, noArtifact: 9 };
    expect(codes({ open: false, frame, passRate: 0.9 })).toEqual(["no-artifact", "below-threshold"]);
  });

  it("puts the whole month first and names the axis in the rest", () => {
    const notes = notesOfPlan(
      [{ ...plain, failSize: 2 }],
      { overBy: 4.5, turns: false },
      defaultSampling,
      defaultBurden,
    );
    expect(notes.map((note) => [note.axis, note.code])).toEqual([
      [null, "over-hour"],
      ["verify-dispatch", "fail-cut"],
    ]);
    expect(notes[0]?.text).toContain("4.5");
    expect(notes[1]?.text).toContain("verify-dispatch");
  });

  it("counts one verdict and half a minute, and says nothing of FAIL where nothing is sampled", () => {
    expect(codes({ frame: { pass: 50, fail: 10, noArtifact: 1 } })).toEqual(["no-artifact"]);
    expect(codes({}, defaultSampling, 0.5)).toEqual(["over-hour"]);
    expect(codes({ open: false }, { ...defaultSampling, failMin: 0, failRate: 0 })).toEqual([
      "below-threshold",
    ]);
  });

  it("names what waits and until when, and nothing else of it but what cannot be shown", () => {
    const frame = { pass: 50, fail: 0, noArtifact: 2 };
    const waiting = { ...plain, until: "2026-07", frame, firstMonth: true, passRate: 0.9, failSize: 0 };
    const notes = notesOfPlan([waiting], { overBy: 0, turns: true }, defaultSampling, defaultBurden);
    expect(notes.map((note) => note.code)).toEqual(["no-artifact", "rotated"]);
    expect(notes[1]?.text).toContain("2026-07");
    // An axis that waits is not sampled, so the rates are no news.
    expect(codes({ until: "2026-07" }, { ...defaultSampling, failRate: 0.5 })).toEqual(["rotated"]);
  });

  it("gives the reason where the hour is passed though axes take turns", () => {
    expect(textOf(true)).not.toBe(textOf(false));
    expect([textOf(true), textOf(false)].every((text) => text.includes("6 minutes"))).toBe(true);
  });
});

const flipsText = (waits: number, room: number, riskMax = 2) =>
  flipsNote("verify-dispatch", { waits, room }, { riskMax })?.text ?? null;

describe("flipsNote", () => {
  it("counts what waits, and says whether risk_max or the hour cut it", () => {
    expect(flipsNote("verify-dispatch", { waits: 0, room: 0 }, defaultSampling)).toBeNull();
    expect(flipsNote("verify-dispatch", { waits: 16, room: 2 }, defaultSampling)).toMatchObject({
      code: "flips-wait",
      axis: "verify-dispatch",
    });
    expect(flipsText(16, 2)).toMatch(/verify-dispatch.*16.*risk_max is 2/);
    expect(flipsText(16, 1)).toMatch(/16.*the hour/);
    expect(flipsText(1, 0, 0)).toMatch(/\b1 item .*risk_max is 0/);
  });
});
