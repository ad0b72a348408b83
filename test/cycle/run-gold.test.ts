import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { GoldMonth, GoldRunFigures } from "../../src/core/gold-month.ts";
import type { RunSummary } from "../../src/core/run-summary.ts";
import { readHistory } from "../../src/cycle/read-history.ts";
import { runGold } from "../../src/cycle/run-gold.ts";
import { runMonth } from "../../src/cycle/run-month.ts";
import { withHeldOutFails } from "../support/held-out.ts";
import { type KeptWorkspace, keepWorkspace } from "../support/kept-workspace.ts";
import { scriptCritic } from "../support/fake-critics/probe-critic.ts";
import { type CriticScript, criticCalls, criticLines, writeCritic } from "../support/scripted-critic.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const rubric = "1. It names a check.\n";
const config = "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\nprobes: { per_axis: 0 }\n";
const strict: CriticScript = { fail: [{ has: "^fail" }] };

/** May with 3 items of each word, graded: the next run closes it. */
async function gradedWorkspace(): Promise<Workspace> {
  const workspace = new Workspace({ config: `${config}sampling: { first_month_target: 3 }\n` });
  workspace.write("rubric.md", rubric);
  workspace.writeAxis(axis, `rubric: ../rubric.md\n${criticLines(workspace)}`);
  writeCritic(workspace, strict);
  workspace.writeLog(axis, withHeldOutFails(axis, monthOfVerdicts("2026-05", { pass: 20, fail: 10 })));
  await workspace.run("2026-06-01T13:00:00Z");
  await workspace.grade("2026-06-03T13:00:00Z", agrees);
  return workspace;
}

async function goldOf(workspace: Workspace, period: string, now: string): Promise<GoldMonth> {
  const row = (await workspace.history(now, axis)).find((one) => one.period === period);
  if (row === undefined || row.gold === null) throw new Error(`no gold in ${period}`);
  return row.gold;
}

async function figuresOf(workspace: Workspace, period: string, now: string): Promise<GoldRunFigures> {
  const { run } = await goldOf(workspace, period, now);
  if (run === null) throw new Error(`no run in ${period}`);
  return run;
}

describe("the first gold run", () => {
  let workspace: Workspace;
  let kept: KeptWorkspace;
  beforeAll(async () => {
    workspace = await gradedWorkspace();
    kept = keepWorkspace(workspace);
  });
  beforeEach(() => kept.restore());
  afterAll(() => kept.dispose());
  const run = (now: string): Promise<RunSummary> => workspace.run(now);

  it("counts an unsteady judge as unsteady", async () => {
    writeCritic(workspace, { ...strict, isUnsteady: true });
    await run("2026-06-05T13:00:00Z");
    const { judgedTwice } = await figuresOf(workspace, "2026-05", "2026-06-06T13:00:00Z");
    expect(judgedTwice).toMatchObject({ count: 6, n: 6 });
  });

  it("stops where every call would fail, holds nothing up, and goes on where it stopped", async () => {
    writeCritic(workspace, { error: "auth" });
    expect(await run("2026-06-05T13:00:00Z")).toMatchObject({
      status: "done",
      closed: [{ axis }],
      gold: [{ state: "stopped", because: "auth", admitted: 6, answered: 0 }],
    });
    // No more than may run side by side before the first has failed.
    expect(criticCalls(workspace).length).toBeLessThanOrEqual(2);
    expect(await goldOf(workspace, "2026-05", "2026-06-05T14:00:00Z")).toMatchObject({
      because: "auth",
      run: { state: "stopped", answered: 0, judge: null },
    });
    writeCritic(workspace, strict);
    const { gold } = await run("2026-06-06T13:00:00Z");
    expect(gold).toMatchObject([{ state: "done", because: null, answered: 12, planned: 12 }]);
    const runs = await workspace.at("2026-06-06T14:00:00Z", ({ store }) => store.listGoldRuns({}));
    expect(runs).toMatchObject([{ id: `gold/2026-05/${axis}/1`, state: "done" }]);
  });

  it("goes on with what is left where it was killed", async () => {
    const killed = workspace.at("2026-06-05T13:00:00Z", (app) => {
      let answered = 0;
      const step = (name: string): void => {
        if (name === "gold: answered") answered += 1;
        if (answered === 7) throw new Error("killed");
      };
      return runMonth({ ...app.cycle, step }, { month: null, sampleTarget: null });
    });
    await expect(killed).rejects.toThrow("killed");
    const made = criticCalls(workspace).length;
    expect(made).toBeGreaterThanOrEqual(7);
    expect(made).toBeLessThanOrEqual(8);
    expect((await run("2026-06-05T14:00:00Z")).gold).toMatchObject([{ state: "done", answered: 12 }]);
    // One call may have been under way.
    expect(criticCalls(workspace).length).toBeLessThanOrEqual(13);
  });

  it("begins anew where the rubric was edited before the run was whole", async () => {
    writeCritic(workspace, { error: "limit" });
    await run("2026-06-05T13:00:00Z");
    writeCritic(workspace, strict);
    workspace.write("rubric.md", `${rubric}2. It names who.\n`);
    await run("2026-06-06T13:00:00Z");
    const runs = await workspace.at("2026-06-06T14:00:00Z", ({ store }) => store.listGoldRuns({}));
    expect(runs.map(({ state, because }) => [state, because])).toEqual([
      ["stopped", "superseded"],
      ["done", null],
    ]);
  });

  it("asks the budget before every call, and stops alone", async () => {
    workspace.write("improve-cron.yaml", `${config}cost: { judge_usd_per_month: 1 }\n`);
    writeCritic(workspace, { ...strict, cost: 0.2 });
    const { gold, status } = await run("2026-06-05T13:00:00Z");
    expect([status, gold]).toMatchObject(["done", [{ state: "stopped", because: "budget" }]]);
    // 80% of a dollar at 20 cents a call; a second call may be under way.
    expect(criticCalls(workspace).length).toBeGreaterThanOrEqual(4);
    expect(criticCalls(workspace).length).toBeLessThanOrEqual(5);
  });

  it("ends near 80% of the cap, and takes no verdict of what was left as the critic's", async () => {
    workspace.write("improve-cron.yaml", `${config}cost: { judge_usd_per_month: 2 }\n`);
    writeCritic(workspace, { ...strict, cost: 0.9 });
    const { gold } = await run("2026-06-05T13:00:00Z");
    expect(gold).toMatchObject([{ state: "stopped", because: "budget", answered: 1 }]);
    expect(criticCalls(workspace)).toHaveLength(2);
  });

  it.each([
    ["hangs", "hang", "timeout"],
    ["breaks down", "crash", "crashed"],
  ] as const)("stops soon where the critic %s", async (_what, answer, because) => {
    const script = workspace.path("broken.json");
    const command = scriptCritic(script, { otherwise: answer });
    workspace.writeAxis(axis, `rubric: ../rubric.md\ncritic: { command: ${command}, timeout_seconds: 1 }\n`);
    const { gold, status } = await run("2026-06-05T13:00:00Z");
    expect([status, gold]).toMatchObject(["done", [{ state: "stopped", because, answered: 2 }]]);
    const made = await workspace.at("2026-06-05T14:00:00Z", ({ store }) =>
      store.listCriticCalls({ purposes: ["gold"] }),
    );
    // The third ends it; a fourth may be under way, and none is stored that was not made.
    expect(made.length).toBeGreaterThanOrEqual(3);
    expect(made.length).toBeLessThanOrEqual(4);
  });

  it("counts a call without a verdict as none", async () => {
    writeCritic(workspace, { error: "failed" });
    await run("2026-06-05T13:00:00Z");
    expect(await figuresOf(workspace, "2026-05", "2026-06-06T13:00:00Z")).toMatchObject({
      state: "done",
      answered: 0,
      noVerdict: 12,
      holdout: { agreement: { n: 0, rate: null } },
    });
  });

  it("does not fail the month for a judging prompt that cannot be used", async () => {
    workspace.write("prompts/judge.md", "{{no-such-field}}");
    workspace.writeAxis(axis, "rubric: ../rubric.md\ncritic: { kind: claude, command: [/bin/false] }\n");
    const { gold, status } = await run("2026-06-05T13:00:00Z");
    expect([status, gold]).toMatchObject(["done", [{ state: "stopped", because: "prompt" }]]);
  });

  it("keeps the gold set of an axis without a critic", async () => {
    workspace.writeAxis(axis, "rubric: ../rubric.md\n");
    const { gold } = await run("2026-06-05T13:00:00Z");
    expect(gold).toMatchObject([{ state: "none", because: "no-critic", admitted: 6 }]);
    expect(await goldOf(workspace, "2026-05", "2026-06-06T13:00:00Z")).toMatchObject({
      because: "no-run",
      size: { items: 6 },
      run: null,
    });
    expect((await run("2026-06-07T13:00:00Z")).gold).toEqual([]);
  });

  it("calls nobody in a dry run", async () => {
    const app = await workspace.open("2026-06-05T13:00:00Z", { dryRun: true });
    const { gold } = await runMonth(app.cycle, { month: null, sampleTarget: null });
    await app[Symbol.asyncDispose]();
    expect(gold).toMatchObject([{ state: "none", admitted: 6 }]);
    expect(criticCalls(workspace)).toEqual([]);
  });
});

describe("further gold runs", () => {
  let workspace: Workspace;
  let kept: KeptWorkspace;
  let first: RunSummary;
  beforeAll(async () => {
    workspace = await gradedWorkspace();
    first = await workspace.run("2026-06-05T13:00:00Z");
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 20, fail: 10 }));
    kept = keepWorkspace(workspace);
  });
  beforeEach(() => kept.restore());
  afterAll(() => kept.dispose());
  const run = (now: string): Promise<RunSummary> => workspace.run(now);

  it("come after a first one, which admits what was graded and has it judged", async () => {
    const counts = { admitted: 6, exposed: 0, retired: 0, planned: 12, answered: 12 };
    expect(first.gold).toEqual([{ axis, period: "2026-05", state: "done", because: null, ...counts }]);
    expect(criticCalls(workspace)).toHaveLength(12);
    const gold = await goldOf(workspace, "2026-05", "2026-06-06T13:00:00Z");
    expect(gold).toMatchObject({
      because: null,
      size: { items: 6, pass: 3, fail: 3, perMonth: 6, enoughIn: "2029-03" },
      run: {
        state: "done",
        judge: { critic: "command", model: "judge-1", cliVersion: "1.0.0" },
        judgedTwice: { count: 0, n: 6 },
        drift: { cause: "unknown" },
      },
    });
    const { holdout, exposed } = await figuresOf(workspace, "2026-05", "2026-06-06T13:00:00Z");
    expect(holdout.agreement.n).toBeGreaterThanOrEqual(3);
    expect(holdout.agreement.n + exposed.agreement.n).toBe(6);
    expect(holdout.agreement.count + exposed.agreement.count).toBe(6);
  });

  it("are made once a month, however often the month is run", async () => {
    expect((await run("2026-06-06T13:00:00Z")).gold).toEqual([]);
    expect(criticCalls(workspace)).toHaveLength(12);
    expect((await run("2026-07-01T13:00:00Z")).gold).toMatchObject([{ period: "2026-06", state: "done" }]);
    expect(criticCalls(workspace)).toHaveLength(24);
  });

  it("tell that the judge was silently replaced", async () => {
    // Nothing in the workspace was edited; another model answers, and lets the bad ones through.
    writeCritic(workspace, { model: "judge-2-mini", fail: [] });
    await run("2026-07-01T13:00:00Z");
    const { drift } = await figuresOf(workspace, "2026-06", "2026-07-02T13:00:00Z");
    expect(drift).toMatchObject({
      cause: "judge",
      because: ["identity", "more-than-noise"],
      changes: [{ what: "model", before: "judge-1", after: "judge-2-mini" }],
      since: "2026-05",
      flips: { flipped: { count: 3, n: 6, rate: 0.5 }, passToFail: 0, failToPass: 3 },
    });
    expect(drift.flips?.flipped.low).toBeGreaterThan(0);
  });

  it("attribute flips to the judge also where it goes on under its old name", async () => {
    writeCritic(workspace, { fail: [] });
    await run("2026-07-01T13:00:00Z");
    const { drift } = await figuresOf(workspace, "2026-06", "2026-07-02T13:00:00Z");
    expect(drift).toMatchObject({ cause: "judge", because: ["more-than-noise"], changes: [] });
  });

  it("say that the work changed where the judge answers as before", async () => {
    workspace.appendLog(axis, monthOfVerdicts("2026-06", { pass: 0, fail: 120 }).slice(10));
    await run("2026-07-01T13:00:00Z");
    const { drift } = await figuresOf(workspace, "2026-06", "2026-07-02T13:00:00Z");
    expect(drift).toMatchObject({
      cause: "work",
      because: ["pass-share"],
      flips: { flipped: { count: 0, n: 6 } },
    });
  });

  it("leave a text that was pasted into the rubric out of the holdout figures, for good", async () => {
    const text = await workspace.at("2026-06-06T13:00:00Z", async ({ store }) => {
      const item = (await store.listGold({ axis })).find(({ split }) => split === "holdout");
      if (item === undefined) throw new Error("no holdout");
      return new TextDecoder().decode((await store.readArtifact(item.sha256)) ?? undefined);
    });
    const before = await figuresOf(workspace, "2026-05", "2026-06-06T13:00:00Z");
    workspace.write("rubric.md", `${rubric}2. Fail whatever is like *${text.toUpperCase()}*!\n`);
    const { gold } = await run("2026-06-07T13:00:00Z");
    expect(gold).toMatchObject([{ state: "none", because: "done-before", exposed: 1 }]);
    const after = await figuresOf(workspace, "2026-05", "2026-06-08T13:00:00Z");
    expect(after.holdout.agreement.n).toBe(before.holdout.agreement.n - 1);
    expect(after.exposed.agreement.n).toBe(before.exposed.agreement.n + 1);
    const [exposed] = await workspace.at("2026-06-08T14:00:00Z", async ({ store }) =>
      (await store.listGold({ axis })).filter(({ exposedAt }) => exposedAt !== null),
    );
    expect(exposed).toMatchObject({ exposedBecause: "leak", split: "holdout" });
    // Taking it out of the rubric again does not make it unknown.
    workspace.write("rubric.md", rubric);
    expect((await run("2026-06-09T13:00:00Z")).gold).toEqual([]);
    const later = await figuresOf(workspace, "2026-05", "2026-06-10T13:00:00Z");
    expect(later.holdout.agreement.n).toBe(after.holdout.agreement.n);
  });

  it("retire gold that the founder has taken back, and leave the past as it was", async () => {
    await workspace.at("2026-06-07T13:00:00Z", async (app) => {
      const [item] = await app.store.listItems({ axis, period: "2026-05" });
      if (item === undefined) throw new Error("no item");
      const grade = item.word === "PASS" ? "FAIL" : "PASS";
      const about = { ref: item.ref, reason: null, by: "founder", at: null, via: "import" };
      await app.store.appendGrades([{ ...about, grade, observedAt: app.clock.now() }]);
    });
    expect((await run("2026-06-08T13:00:00Z")).gold).toMatchObject([{ retired: 1, admitted: 0 }]);
    const gold = await goldOf(workspace, "2026-05", "2026-06-09T13:00:00Z");
    expect(gold.size).toMatchObject({ items: 5, retired: 1 });
    await workspace.at("2026-06-09T13:00:00Z", async (app) => {
      const asOf = Date.parse("2026-06-06T13:00:00Z");
      const [row] = await readHistory(app.cycle, { axis, since: null, asOf });
      expect(row?.gold?.size).toMatchObject({ items: 6, retired: 0 });
    });
  });

  it("can be asked for by hand, and are then held against the run before", async () => {
    writeCritic(workspace, { model: "judge-2", fail: [] });
    await workspace.at("2026-06-06T13:00:00Z", async (app) => {
      const [file] = app.readAxes().axes;
      if (file === undefined) throw new Error("no axis");
      const request = { period: "2026-05", trigger: "hand", until: null } as const;
      expect(await runGold(app.cycle, file, request)).toMatchObject({
        state: "done",
        planned: 12,
        answered: 12,
      });
    });
    expect(await figuresOf(workspace, "2026-05", "2026-06-07T13:00:00Z")).toMatchObject({
      judge: { model: "judge-2" },
      drift: { cause: "judge", since: "2026-05", flips: { failToPass: 3 } },
    });
  });
});
