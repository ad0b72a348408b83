import { expect, it } from "vitest";
import type { StatusReport } from "../../src/core/status-report.ts";
import { defaultDecision } from "../../src/core/policy.ts";
import { displayWidth } from "../../src/reports/display-width.ts";
import { renderStatus } from "../../src/reports/status-text.ts";
import { sampleRow } from "./sample-row.ts";

const { status: _status, because: _because, ...row } = sampleRow();
const report: StatusReport = {
  now: "2026-06-10T13:00:00.000Z",
  nextRun: { local: "2026-07-01 09:00 EDT", utc: "2026-07-01 13:00 UTC" },
  axes: [
    {
      ...row,
      status: "assisted",
      atRisk: false,
      because: null,
      gate: {
        door: null,
        gradesNeeded: 3,
        passNeeded: 2,
        failNeeded: 1,
        daysNeeded: 9,
        pBelowThreshold: 0.2,
        graded: { pass: 12, fail: 5 },
        missing: { evidence: ["probability", "days"], repair: ["no-new-epoch"] },
      },
      open: [],
    },
    {
      axis: "verify-vault-write",
      status: "no axis file",
      atRisk: true,
      because: "the streak is 2",
      open: [],
    },
  ],
  open: [
    {
      axis: "verify-vault-write",
      period: "2026-05",
      items: 12,
      graded: 5,
      pending: 7,
      overdue: true,
      due: "2026-07-01T13:00:00.000Z",
      minutes: 10.5,
    },
  ],
  aggregate: {
    minutesPlanned: 18,
    minutesSpent: 7.5,
    axesAtRisk: 1,
    judgeCostUsd: 4.2,
    judgeCostShare: 0.014,
  },
  next: [
    { at: "2026-07-01T13:00:00.000Z", local: "2026-07-01 09:00 EDT", utc: "2026-07-01 13:00 UTC" },
    { at: "2026-08-01T13:00:00.000Z", local: "2026-08-01 09:00 EDT", utc: "2026-08-01 13:00 UTC" },
  ],
  pending: [{ kind: "message", period: "2026-05", axis: null, because: "no channel answered", hint: null }],
  counters: { onTime: 4, late: 1, caughtUp: 2, skipped: 3, doubledPrevented: 5 },
  warnings: ["the clock stands before the last run"],
};

/** The lines as they were before they were folded to the screen. */
function unfolded(text: string): readonly string[] {
  return text.replaceAll("\n  ", " ").split("\n");
}

it("stays within 80 columns, whatever the names are", () => {
  const long = "verify-everything-that-goes-out-to-clients-and-their-own-clients";
  const axes = report.axes.map((axis) => ({ ...axis, axis: long }));
  const open = report.open.map((cycle) => ({ ...cycle, axis: long }));
  const waits = { period: "2026-05", until: "2026-07" };
  const shown = { ...report, axes: axes.map((axis) => ({ ...axis, waits })), open };
  const lines = renderStatus(shown, "America/New_York").split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

it.each([40, 47, 56, 60, 72])("fits into %i columns, and leaves nothing out", (columns) => {
  const waits = { period: "2026-05", until: "2026-07" };
  const axes = report.axes.map((axis) => ({ ...axis, waits }));
  const { status, because } = sampleRow();
  const trend = { rows: [{ ...row, status, because }], policyOf: () => defaultDecision };
  const text = renderStatus({ ...report, axes }, "America/New_York", { columns, trend });
  expect(text.split("\n").filter((line) => displayWidth(line) > columns)).toEqual([]);
  expect(text.split("\n").some((line) => displayWidth(line) > columns - 12)).toBe(true);
  const words = unfolded(text).join("\n");
  for (const figure of [/4 of 9/, /revert/, /0\.219/, /5 of 12/, /10\.5/, /no axis file/, /━|┊/])
    expect(words).toMatch(figure);
});

it("is no narrower than 40 columns", () => {
  const at = (columns: number): string => renderStatus(report, "UTC", { columns });
  expect(at(20)).toBe(at(40));
  expect(at(200)).toBe(renderStatus(report, "UTC"));
});

it("says what becomes of an open month whose axis file is gone", () => {
  const [, gone] = report.axes;
  const [cycle] = report.open;
  if (gone === undefined || cycle === undefined) throw new Error("no axis");
  const text = (open: typeof gone.open): string =>
    renderStatus({ ...report, axes: [{ ...gone, open }] }, "UTC");
  expect(text([cycle])).toMatch(/has no axis file while 2026-05 is open/);
  expect(text([])).not.toContain("is open:");
});

it("names the door that is open, and batches that wait", () => {
  const [first] = report.axes;
  if (first?.gate === undefined) throw new Error("no gate");
  const asked = [{ period: "2026-05", items: 20, answered: 3 }];
  const axes = [{ ...first, gate: { ...first.gate, door: "repair" as const }, asked }];
  const text = unfolded(renderStatus({ ...report, axes }, "UTC")).join("\n");
  expect(text).toMatch(/door of repair is open.*improve-cron axis graduate verify-dispatch/);
  expect(text).toContain("3 of 20 answered");
  expect(text).toMatch(/9 more clean days for the door of evidence/);
  const evidence = [{ ...first, gate: { ...first.gate, door: "evidence" as const } }];
  expect(renderStatus({ ...report, axes: evidence }, "UTC")).not.toContain("more clean");
});

it("shows axes, open months, the whole, the next runs, what is pending and warnings", () => {
  const lines = unfolded(renderStatus(report, "America/New_York"));
  const of = (start: string): string => lines.find((line) => line.startsWith(start)) ?? "";
  expect(lines[0]).toContain("2026-06-10 09:00 EDT (13:00 UTC)");
  expect(of("verify-dispatch ").split(/\s{2,}/)).toEqual([
    "verify-dispatch",
    "assisted",
    "2026-05",
    "0.219",
    "4 of 9",
    "revert",
    "no",
  ]);
  expect(of("verify-dispatch 2026-05")).toMatch(
    /N_verdicts 100, N_sampled 14, kappa 0\.219 \[0\.077, 0\.468\], streak 1/,
  );
  expect(of("verify-vault-write ")).toMatch(/no axis file +– +–/);
  expect(lines.some((line) => line.includes("the streak is 2"))).toBe(true);
  expect(of("verify-dispatch needs")).toMatch(/3 more grades \(2 PASS, 1 FAIL\) and 9 more clean days/);
  expect(lines.some((line) => /5 of 12 +7 +10\.5$/.test(line))).toBe(true);
  expect(of("2026-05 is due")).toContain("2026-07-01 09:00 EDT (13:00 UTC), overdue");
  expect(of("grading")).toContain("7.5 of 18.0 minutes");
  expect(of("at risk")).toContain("1 of 2 axes");
  expect(of("judge cost")).toContain("4.20 USD last month, 1.4% of production");
  expect(of("next run")).toContain("2026-07-01 09:00 EDT");
  expect(of("then")).toContain("2026-08-01 09:00 EDT");
  expect(of("months")).toMatch(/4 on time, 1 late, 2 caught up, 3 skipped; 5 doubles prevented/);
  expect(of("pending")).toContain("no channel answered");
  expect(of("warning")).toContain("clock");
});

it("tells how often the founder agrees with himself, where he was asked again", () => {
  const [first, ...others] = report.axes;
  const selfAgreement = {
    same: 5,
    asked: 6,
    cantTell: 0,
    rate: 5 / 6,
    low: 0.442,
    high: 0.982,
    because: null,
    month: { same: 0, asked: 0, cantTell: 0 },
  };
  const axes = first === undefined ? [] : [{ ...first, selfAgreement }, ...others];
  expect(unfolded(renderStatus({ ...report, axes }, "UTC")).join("\n")).toContain(
    "5 of 6 re-asked items, 83.3% [0.442, 0.982]",
  );
  expect(renderStatus(report, "UTC")).not.toMatch(/re-asked|asked again/);
});

it("says where the last month was decided on other grades than are known now", () => {
  const [first, ...others] = report.axes;
  const { kappa, table, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak } = row;
  const figures = { kappa, pool, pBelowThreshold, pOverrideAboveInStreak, cusum, streak, policy: null };
  const decidedOn = { ...figures, table: { ...table, pp: 8, pf: 1 } };
  const byNow = { action: "revert", reasons: ["kappa"] } as const;
  const axes = first === undefined ? [] : [{ ...first, decidedOn, byNow }, ...others];
  const line = unfolded(renderStatus({ ...report, axes }, "UTC")).find((one) => one.includes("known now"));
  expect(line).toMatch(/^verify-dispatch: 2026-05 .*1 override of 9; .*4 overrides of 9/);
  expect(renderStatus(report, "UTC")).not.toContain("known now");
});

it("says so when there are no axes and no open months", () => {
  const text = renderStatus({ ...report, axes: [], open: [], next: [], warnings: [], pending: [] }, "UTC");
  expect(text).toContain("no axes");
  expect(text).toContain("no open months");
});

const linesOf = (shown: StatusReport) =>
  unfolded(renderStatus(shown, "America/New_York")).filter((line) => line.includes("sat out"));

it("names an axis that waits for its turn, and until when", () => {
  const waits = { period: "2026-05", until: "2026-07" };
  const axes = report.axes.map((axis) => (axis.atRisk ? { ...axis, waits } : axis));
  expect(linesOf(report)).toEqual([]);
  const lines = linesOf({ ...report, axes });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^verify-vault-write .*2026-05.*2026-07/);
});
