import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { checkAxes, checkNames } from "../../../src/cli/doctor/axis-checks.ts";
import type { Axis } from "../../../src/core/axis.ts";
import { axisOf } from "../../intake/intake-workspace.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "improve-cron-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function axis(facts: Partial<Axis> = {}): Axis {
  return axisOf("verify-dispatch", { file: join(folder, "verify-dispatch.yaml"), ...facts });
}

const logOf = (verdictLog: string) =>
  checkAxes({ axes: [axis({ verdictLog })], problems: [] }).find(({ name }) => name.startsWith("log of"));

const findingsOf = (one: Axis): readonly string[] =>
  checkAxes({ axes: [one], problems: [] })
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe("checkAxes", () => {
  it("misses any axis", () => {
    expect(checkAxes({ axes: [], problems: [] })).toMatchObject([{ name: "axes", ok: false }]);
  });

  it("tells each file that cannot be used, with its line and fix", () => {
    const problem = {
      code: "tab-indent",
      file: "/axes/a.yaml",
      line: 3,
      key: null,
      message: "a tab indents this line",
      hint: "Use spaces.",
    };
    expect(checkAxes({ axes: [], problems: [problem] })).toEqual([
      {
        name: "axis file",
        ok: false,
        message: "/axes/a.yaml:3: a tab indents this line",
        fix: "Use spaces.",
      },
    ]);
  });

  it("takes a log that is not there yet for a critic that has not spoken, a missing folder for a slip", () => {
    expect(findingsOf(axis())).toEqual([]);
    expect(findingsOf(axis({ verdictLog: join(folder, "later.jsonl") }))).toEqual([]);
    expect(findingsOf(axis({ verdictLog: join(folder, "*.jsonl") }))).toEqual([]);
    expect(findingsOf(axis({ verdictLog: join(folder, "lgos/a.jsonl") }))).toEqual([
      "log of verify-dispatch",
    ]);
    expect(findingsOf(axis({ verdictLog: join(folder, "lgos/*.jsonl") }))).toEqual([
      "log of verify-dispatch",
    ]);
  });

  it("tells of a log that is not there, and what becomes of the month, without a finding", () => {
    for (const file of ["later.jsonl", "dispach-*.jsonl"]) {
      const check = logOf(join(folder, file));
      expect(check).toMatchObject({ ok: true, fix: expect.any(String) });
      expect(check?.message).toContain("below-threshold");
    }
    writeFileSync(join(folder, "dispach-1.jsonl"), "");
    expect(logOf(join(folder, "dispach-*.jsonl"))).toMatchObject({ ok: true, fix: null });
    expect(logOf(join(folder, "dispach-1.jsonl"))).toMatchObject({ ok: true, fix: null });
  });

  it("says of a missing rubric what a run does meanwhile: the log waits, or verdicts are refused", () => {
    const rubricOf = (facts: Partial<Axis>) =>
      checkAxes({ axes: [axis({ rubricPath: join(folder, "none.md"), ...facts })], problems: [] }).find(
        ({ name }) => name.startsWith("rubric of"),
      )?.message;
    expect(rubricOf({ verdictLog: join(folder, "a.jsonl") })).toContain("not opened");
    expect(rubricOf({})).toContain("refused");
  });

  it("wants files where log and rubric are", () => {
    const path = join(folder, "thing");
    mkdirSync(path);
    expect(findingsOf(axis({ verdictLog: path }))).toEqual(["log of verify-dispatch"]);
    expect(findingsOf(axis({ rubricPath: path }))).toEqual(["rubric of verify-dispatch"]);
    expect(findingsOf(axis({ rubricPath: join(folder, "none.md") }))).toEqual(["rubric of verify-dispatch"]);
    writeFileSync(join(folder, "rubric.md"), "PASS if clear.\n");
    expect(findingsOf(axis({ rubricPath: join(folder, "rubric.md") }))).toEqual([]);
  });
});

describe("checkNames", () => {
  it("finds recent verdicts of an axis without a file, summed over their counts", () => {
    const counts = [
      { axis: "verify-dispatch", period: "2026-05", count: 40 },
      { axis: "verify-dispach", period: "2026-04", count: 9 },
      { axis: "verify-dispach", period: "2026-05", count: 2 },
      { axis: "verify-dispach", period: "2026-06", count: 1 },
    ];
    const found = checkNames(counts, [axis()], "2026-05");
    expect(found.map(({ name, ok }) => [name, ok])).toEqual([["axis verify-dispach", false]]);
    expect(found[0]?.message).toContain("3 verdicts");
    expect(checkNames(counts, [axis()], "2026-07")).toEqual([]);
  });
});
