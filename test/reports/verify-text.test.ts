import { describe, expect, it } from "vitest";
import type { Reading } from "../../src/core/reading.ts";
import type { VerifiedMonth, VerifyReport } from "../../src/core/verify-report.ts";
import { renderVerify } from "../../src/reports/verify-text.ts";

const keep: Reading = {
  action: "keep",
  reasons: [],
  evidence: "insufficient",
  literal: { action: "keep", reasons: [] },
  guarded: { action: "keep", reasons: [] },
  kappa: 1,
  overrides: 0,
  streak: 0,
  pBelowThreshold: 0.1,
  table: { pp: 9, pf: 0, fp: 0, ff: 5 },
};
const revert: Reading = {
  ...keep,
  action: "revert",
  literal: { action: "revert", reasons: ["kappa"] },
  guarded: { action: "revert", reasons: ["kappa-overwhelming"] },
  kappa: 0.219,
  overrides: 4,
};

function monthOf(changes: Partial<VerifiedMonth>): VerifiedMonth {
  return {
    axis: "verify-dispatch",
    period: "2026-05",
    closedAt: "2026-06-15T13:00:00.000Z",
    mode: "guarded",
    ok: true,
    decided: keep,
    atClose: keep,
    now: keep,
    today: keep,
    differences: [],
    readsOtherwise: false,
    figuresChanged: false,
    because: [],
    gradeChanges: [],
    thresholdsChanged: [],
    ...changes,
  };
}

function reportOf(month: Partial<VerifiedMonth>, changes: Partial<VerifyReport> = {}): string {
  const months = [monthOf(month)];
  const checked = { axes: 1, decisions: 1, items: 14, artifacts: 14 };
  const report = { ok: months.every(({ ok }) => ok), checked, months, findings: [], ...changes };
  return renderVerify(report, "UTC").replaceAll(/\n +/g, " ");
}

describe("renderVerify", () => {
  it("says what was checked in one line, where all is well", () => {
    const text = reportOf({});
    expect(text).not.toContain("\n");
    for (const figure of ["1 decision ", "14 items"]) expect(text).toContain(figure);
  });

  it("tells what does not follow from the records, and by how much", () => {
    const text = reportOf({
      ok: false,
      differences: [{ field: "overrides", decided: "0", recomputed: "4" }],
      thresholdsChanged: null,
    });
    expect(text).toContain("wrong: verify-dispatch 2026-05");
    expect(text).toContain("overrides: decided 0, recomputed 4");
    expect(text).toContain("those of now were taken");
  });

  it("tells what reads otherwise now as a note, with the grades that make it so", () => {
    const text = reportOf({
      now: revert,
      today: revert,
      readsOtherwise: true,
      because: ["late-grades"],
      gradeChanges: [{ ref: "k7m2abcdefghjkmn", period: "2026-05", kind: "late", from: null, to: "FAIL" }],
    });
    expect(text).not.toContain("wrong:");
    for (const part of ["guarded keep -> revert", "overrides 0 -> 4", "k7m2abcdefghjkmn no grade -> FAIL"]) {
      expect(text).toContain(part);
    }
  });

  it("tells figures that moved though no action did", () => {
    const moved = { ...keep, kappa: 0.279, overrides: 1, table: { pp: 8, pf: 1, fp: 0, ff: 5 } };
    const change = { period: "2026-05", to: "FAIL" } as const;
    const text = reportOf({
      now: moved,
      today: moved,
      figuresChanged: true,
      because: ["late-grades", "changed-grades"],
      gradeChanges: [
        { ...change, ref: "k7m2abcdefghjkmn", kind: "late", from: null },
        { ...change, ref: "k7m2abcdefghjkmm", kind: "changed", from: "PASS" },
      ],
    });
    expect(text).not.toContain("wrong:");
    for (const part of ["2 grades changed or came", "kappa 1.000 -> 0.279", "overrides 0 -> 1", "stays"]) {
      expect(text).toContain(part);
    }
    for (const same of ["streak", "graded", "evidence"]) expect(text).not.toContain(same);
    expect(reportOf({ figuresChanged: true, because: ["months"] })).toContain("other months");
  });

  it("names the thresholds that were changed since", () => {
    const text = reportOf({
      today: revert,
      readsOtherwise: true,
      because: ["thresholds"],
      thresholdsChanged: ["kGate", "kProbability"],
    });
    expect(text).toContain("guarded keep -> revert");
    expect(text).toContain("kGate, kProbability");
  });

  it("tells findings with what to do, and lets no escape sequence through", () => {
    const findings = [
      { name: "artifacts", ok: false, message: "lost\u001b[2J", fix: "look at the backup" },
      { name: "samples", ok: true, message: "fine", fix: null },
    ];
    const text = reportOf({}, { ok: false, findings });
    expect(text).toContain("look at the backup");
    expect(text).not.toContain("fine");
    expect(text).not.toContain("\u001b");
  });
});
