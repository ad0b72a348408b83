import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { VerifyReport } from "../../src/core/verify-report.ts";
import { assistAxis } from "../../src/cycle/assist-axis.ts";
import { verifyMonths } from "../../src/cycle/verify-months.ts";
import { type KeptWorkspace, keepWorkspace } from "../support/kept-workspace.ts";
import { answerItems, refsOf } from "../support/late-grades.ts";
import { damageArtifacts, tamper } from "../support/tamper.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const today = "2026-12-01T18:00:00Z";
const config = (further = ""): string => `notify: [{ channel: stdout }]\n${further}`;

function verified(workspace: Workspace): Promise<VerifyReport> {
  return workspace.at(today, (app) => verifyMonths(app.cycle));
}

function failing({ findings }: VerifyReport): readonly string[] {
  return findings.filter(({ ok }) => !ok).map(({ name }) => name);
}

describe("verify, of half a year as it comes", () => {
  const workspace = new Workspace({ config: config() });
  afterAll(() => workspace.dispose());

  it("decides every month as it was decided: reverts, restarts, skipped months, late and changed grades, edits", async () => {
    const lines = [
      ...monthOfVerdicts("2026-01", { pass: 90, fail: 10 }),
      ...monthOfVerdicts("2026-02", { pass: 60, fail: 8 }, { rubric: `sha256:${"2".repeat(64)}` }),
      ...monthOfVerdicts("2026-03", { pass: 4, fail: 1 }),
      ...monthOfVerdicts("2026-04", { pass: 40, fail: 10 }, { rubric: `sha256:${"4".repeat(64)}` }),
      ...monthOfVerdicts("2026-05", { pass: 50, fail: 10 }),
      ...monthOfVerdicts("2026-06", { pass: 50, fail: 10 }),
    ];
    let month = 0;
    for (const opened of ["02", "03", "04", "05", "06", "07"]) {
      month += 1;
      const written = lines.filter(({ at }) => Number(at.slice(5, 7)) <= month);
      workspace.writeLog(axis, written);
      await workspace.run(`2026-${opened}-01T14:00:00Z`);
      // One override a month; in May four of five.
      await answerItems(workspace, `2026-${opened}-05T14:00:00Z`, (item, index) => {
        if (item.state !== "created") return undefined;
        if (item.kind === "pass" && item.period === "2026-05") return "FAIL";
        return item.kind === "pass" && index % 7 === 3 ? "FAIL" : item.word === "PASS" ? "PASS" : "FAIL";
      });
      // Twice: the first draws further items where the rules ask for them.
      await workspace.run(`2026-${opened}-06T14:00:00Z`);
      await answerItems(workspace, `2026-${opened}-07T14:00:00Z`, (item) =>
        item.state === "created" ? (item.word === "PASS" ? "PASS" : "FAIL") : undefined,
      );
      await workspace.run(`2026-${opened}-20T14:00:00Z`);
      if (opened === "03") {
        // Late: the January items read otherwise from now on, also for the months that come.
        await answerItems(workspace, "2026-03-25T14:00:00Z", (item, index) =>
          item.period === "2026-01" && item.kind === "pass"
            ? index % 2 === 0
              ? "FAIL"
              : "CANT_TELL"
            : undefined,
        );
      }
      if (opened === "06") {
        await workspace.at("2026-06-25T14:00:00Z", (app) =>
          assistAxis(app.cycle, axis, "approved a wrong address"),
        );
      }
    }
    const report = await verified(workspace);
    expect(failing(report)).toEqual([]);
    expect(report.months.map(({ period, differences }) => [period, differences])).toEqual(
      ["01", "02", "04", "05", "06"].map((one) => [`2026-${one}`, []]),
    );
    expect(report.months.map(({ decided }) => decided.action)).toContain("revert");
    const january = report.months.find(({ period }) => period === "2026-01");
    expect([january?.readsOtherwise, january?.because]).toEqual([
      true,
      expect.arrayContaining(["changed-grades"]),
    ]);
    expect(report).toMatchObject({ ok: true, checked: { axes: 1, decisions: 5 } });
  });
});

describe("verify, after the clock was set back", () => {
  const workspace = new Workspace({ config: config() });
  afterAll(() => workspace.dispose());

  it("finds nothing in a month that was closed at the right time, after one that was closed with the clock ahead", async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-04", { pass: 90, fail: 10 }));
    await workspace.run("2026-05-01T13:00:00Z");
    let left = 1;
    await workspace.grade("2026-05-02T13:00:00Z", ({ text }) => {
      if (!text.startsWith("pass")) return "FAIL";
      left -= 1;
      return left >= 0 ? "FAIL" : "PASS";
    });
    workspace.appendLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    const ahead = await workspace.run("2026-07-20T13:00:00Z");
    expect(ahead.closed.map(({ period }) => period)).toEqual(["2026-04"]);
    await workspace.grade("2026-06-02T13:00:00Z", agrees);
    const back = await workspace.run("2026-06-03T13:00:00Z");
    expect(back.closed.map(({ period }) => period)).toEqual(["2026-05"]);
    const report = await workspace.at("2026-06-19T13:00:00Z", (app) => verifyMonths(app.cycle));
    expect(report.ok).toBe(true);
    expect(report.months.map((month) => [month.period, month.differences, month.because])).toEqual([
      ["2026-04", [], []],
      ["2026-05", [], []],
    ]);
    const [, may] = await workspace.at("2026-06-19T13:00:00Z", (app) => app.store.listDecisions());
    expect(JSON.parse(may?.record ?? "").basis.months).toEqual(["2026-04", "2026-05"]);
    await workspace.run("2026-06-20T13:00:00Z");
    const keys = await workspace.at("2026-06-20T14:00:00Z", (app) =>
      app.store.listEffects({ period: "2026-05" }),
    );
    expect(keys.filter(({ dedupeKey }) => dedupeKey.includes("/corrected-"))).toEqual([]);
  });
});

describe("verify, of one closed month", () => {
  const workspace = new Workspace({ config: config("top_up: { enabled: false }\n") });
  let kept: KeptWorkspace;
  beforeAll(async () => {
    workspace.writeLog(axis, monthOfVerdicts("2026-05", { pass: 90, fail: 10 }));
    await workspace.run("2026-06-01T13:00:00Z");
    const [unanswered] = await refsOf(workspace, "2026-06-02T13:00:00Z", "2026-05", "pass");
    await answerItems(workspace, "2026-06-05T13:00:00Z", ({ ref, word }) =>
      ref === unanswered ? undefined : word === "PASS" ? "PASS" : "FAIL",
    );
    await workspace.run("2026-07-01T14:00:00Z");
    kept = keepWorkspace(workspace);
  });
  beforeEach(() => kept.restore());
  afterAll(() => kept.dispose());

  it("finds nothing, and changes nothing", async () => {
    const history = await workspace.history(today);
    const report = await verified(workspace);
    expect(report).toMatchObject({ ok: true, checked: { axes: 1, decisions: 1, items: 14 } });
    expect(report.months[0]).toMatchObject({
      ok: true,
      readsOtherwise: false,
      because: [],
      thresholdsChanged: [],
    });
    expect(await workspace.history(today)).toEqual(history);
  });

  it("tells late grades apart from changed ones, and fails for neither", async () => {
    const refs = await refsOf(workspace, today, "2026-05", "pass");
    await answerItems(workspace, "2026-07-10T13:00:00Z", ({ ref }) =>
      refs.indexOf(ref) >= 0 && refs.indexOf(ref) < 4 ? "FAIL" : ref === refs[5] ? null : undefined,
    );
    const report = await verified(workspace);
    expect(report.ok).toBe(true);
    const [month] = report.months;
    expect(month).toMatchObject({
      ok: true,
      readsOtherwise: true,
      because: ["late-grades", "changed-grades"],
      decided: { action: "keep", overrides: 0 },
      atClose: { action: "keep", overrides: 0 },
      now: { guarded: { action: "revert" }, overrides: 4 },
    });
    expect(month?.gradeChanges.map(({ kind }) => kind).toSorted()).toEqual([
      "changed",
      "changed",
      "changed",
      "cleared",
      "late",
    ]);
  });

  it("tells a grade that moves a figure and no action", async () => {
    const [first] = await refsOf(workspace, today, "2026-05", "fail");
    await answerItems(workspace, "2026-07-10T13:00:00Z", ({ ref }) => (ref === first ? "PASS" : undefined));
    const report = await verified(workspace);
    expect(report).toMatchObject({ ok: true });
    expect(report.months[0]).toMatchObject({
      readsOtherwise: false,
      figuresChanged: true,
      because: ["changed-grades"],
    });
  });

  it("goes by the thresholds of the close, and says which were changed since", async () => {
    workspace.write(
      "improve-cron.yaml",
      config(
        "top_up: { enabled: false }\ndecision: { k_probability: 0.5, k_gate: [1, 1], kappa_threshold: 0.99 }\n",
      ),
    );
    const report = await verified(workspace);
    expect(report.ok).toBe(true);
    expect(report.months[0]).toMatchObject({
      ok: true,
      thresholdsChanged: ["kGate", "kProbability", "kappaThreshold"],
      now: { guarded: { action: "keep" } },
      today: { guarded: { action: "revert" } },
      readsOtherwise: true,
      because: ["thresholds"],
    });
  });

  it.each([
    [
      "the action",
      "UPDATE decision SET action = 'revert', guarded_action = 'revert'",
      ["action", "guarded", "record"],
    ],
    ["the overrides", "UPDATE decision SET overrides = 1", ["overrides", "record"]],
    ["kappa", "UPDATE decision SET kappa = 0.5", ["kappa", "record"]],
    ["the row", "UPDATE decision SET record = replace(record, '\"streak\":0', '\"streak\":1')", ["streak"]],
    ["the whole row", "UPDATE decision SET record = 'lost'", ["record"]],
    [
      "its basis",
      "UPDATE decision SET record = replace(record, '\"kGate\":[10,5]', '\"kGate\":10')",
      ["record"],
    ],
    [
      "a grade",
      "UPDATE grade_observation SET grade = 'FAIL' WHERE seq = (SELECT min(seq) FROM grade_observation JOIN item USING (workspace, ref) WHERE kind = 'pass')",
      ["kappa", "literal", "overrides", "pBelowThreshold", "streak", "table"],
    ],
  ])("finds a decision that does not follow from the records: %s was changed", async (_what, sql, fields) => {
    await tamper(workspace, today, sql);
    const report = await verified(workspace);
    expect(report.ok).toBe(false);
    const [month] = report.months;
    const found = new Set<string>(month?.differences.map(({ field }) => field));
    expect([month?.ok, [...found].toSorted()]).toEqual([false, fields]);
  });

  it("finds grades that are missing", async () => {
    await tamper(
      workspace,
      today,
      "DELETE FROM grade_observation WHERE seq = (SELECT max(seq) FROM grade_observation)",
    );
    const report = await verified(workspace);
    expect(report.months[0]?.differences.map(({ field }) => field)).toContain("grades");
  });

  it.each([
    [
      "another verdict in the place of a drawn one",
      `UPDATE item SET verdict_key = (SELECT lower(hex(key)) FROM verdict WHERE word = 'PASS' AND lower(hex(key)) NOT IN
         (SELECT verdict_key FROM item) LIMIT 1) WHERE ref = (SELECT min(ref) FROM item WHERE kind = 'pass')`,
      ["samples of verify-dispatch"],
    ],
    [
      "a verdict's place in the order",
      "UPDATE verdict SET skey = 1 WHERE seq = (SELECT max(seq) FROM verdict WHERE word = 'PASS')",
      ["samples of verify-dispatch"],
    ],
    [
      "an item left out",
      "UPDATE item SET kind = 'risk' WHERE ref = (SELECT max(ref) FROM item JOIN verdict ON hex(verdict.key) = upper(item.verdict_key) WHERE kind = 'fail' AND skey = (SELECT min(skey) FROM verdict WHERE word = 'FAIL'))",
      ["samples of verify-dispatch"],
    ],
    ["the salt", "UPDATE setting SET value = '00' WHERE name = 'salt'", ["samples of verify-dispatch"]],
    [
      "an artifact",
      "UPDATE artifact SET content = X'00', size = 1, encoding = 'raw'",
      ["artifacts of verify-dispatch"],
    ],
    [
      "an artifact that does not unpack any more",
      "UPDATE artifact SET content = X'FFFF', encoding = 'deflate'",
      ["artifacts of verify-dispatch"],
    ],
    ["the rollup", "UPDATE month_count SET count = count + 1 WHERE word = 'PASS'", ["monthly rollup"]],
  ])("finds what the sample does not follow from: %s", async (_what, sql, names) => {
    await tamper(workspace, today, sql);
    const report = await verified(workspace);
    expect([report.ok, failing(report)]).toEqual([false, names]);
  });

  it("names the artifact that does not unpack, and goes on with everything else", async () => {
    const [item] = await workspace.at(today, (app) => app.store.listItems({ axis }));
    const sha256 = item?.artifact.kind === "snapshot" ? item.artifact.sha256 : "";
    await damageArtifacts(workspace, today, item === undefined ? [] : [item]);
    const report = await verified(workspace);
    const [finding, ...more] = report.findings.filter(({ ok }) => !ok);
    expect([finding?.name, more]).toEqual([`artifacts of ${axis}`, []]);
    expect(finding?.message.split("; ")).toHaveLength(1);
    expect(finding?.message).toContain(sha256);
    expect(report).toMatchObject({ ok: false, checked: { decisions: 1, artifacts: 14 } });
    expect(report.months.map(({ ok }) => ok)).toEqual([true]);
  });
});
