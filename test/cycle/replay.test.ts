import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RubricCheck } from "../../src/core/rubric-check.ts";
import { callProgram } from "../support/call-program.ts";
import { withHeldOutFails } from "../support/held-out.ts";
import { type KeptWorkspace, keepWorkspace } from "../support/kept-workspace.ts";
import { criticCalls, criticLines, writeCritic } from "../support/scripted-critic.ts";
import { agrees, monthOfVerdicts, Workspace } from "../support/workspace.ts";

const axis = "verify-dispatch";
const now = "2026-06-10T13:00:00Z";
const script = {
  model: "judge-1",
  cost: 0.01,
  fail: [{ has: "^fail" }, { has: "pass-[012]$", needs: "names who" }],
};

describe("rubric check --replay, and what the text quotes", () => {
  const workspace = new Workspace({
    config:
      "notify: [{ channel: stdout }]\ntop_up: { enabled: false }\nprobes: { per_axis: 0 }\nsampling: { first_month_target: 3 }\n",
  });
  let kept: KeptWorkspace;
  beforeAll(async () => {
    workspace.write("rubric.md", "1. It names a check.\n");
    workspace.writeAxis(axis, `rubric: ../rubric.md\n${criticLines(workspace)}`);
    writeCritic(workspace, script);
    workspace.writeLog(axis, withHeldOutFails(axis, monthOfVerdicts("2026-05", { pass: 6, fail: 4 })));
    await workspace.run("2026-06-01T13:00:00Z");
    await workspace.grade("2026-06-03T13:00:00Z", agrees);
    await workspace.run("2026-06-05T13:00:00Z");
    workspace.write("critic-calls.jsonl", "");
    kept = keepWorkspace(workspace);
  });
  beforeEach(() => kept.restore());
  afterAll(() => kept.dispose());

  const call = (...args: readonly string[]): ReturnType<typeof callProgram> =>
    callProgram(["rubric", "check", axis, "--config", workspace.configFile, "--now", now, ...args], {
      cwd: workspace.folder,
    });
  async function check(...args: readonly string[]): Promise<RubricCheck & { readonly code: number }> {
    const { code, stdout } = await call(...args, "--json");
    return { code, ...JSON.parse(stdout) };
  }

  it("feeds the flip table with the critic's answers to the latest verdicts, under both rubrics", async () => {
    workspace.write("draft.md", "1. It names a check.\n2. It names who does it.\n");
    // All 10 verdicts: three PASS ones fall to the new rule.
    const found = await check("--replay", "--n", "10", "--against", "draft.md");
    expect(found).toMatchObject({
      code: 0,
      comparison: {
        items: 10,
        table: { passPass: 3, passFail: 3, failPass: 0, failFail: 4 },
        direction: "stricter",
        p: 0.25,
      },
      flipped: { remembered: 3, unknown: [] },
      replay: { items: 10, judged: 10, noAnswer: {}, because: null },
    });
    const flips = found.comparison?.flips.map(({ name }) => name).toSorted();
    expect(flips).toEqual(["2026-05-pass-0", "2026-05-pass-1", "2026-05-pass-2"]);
    const holdout = found.replay?.gold?.items ?? 0;
    expect(holdout).toBeGreaterThanOrEqual(3);
    expect(found.replay?.gold).toMatchObject({ judged: holdout, noAnswer: {} });
    expect(found.replay?.calls).toBe(2 * (10 + holdout));
    expect(found.replay?.costUsd).toBeCloseTo(0.01 * 2 * (10 + holdout), 9);
    expect(criticCalls(workspace)).toHaveLength(2 * (10 + holdout));
  });

  it("takes the latest verdicts first, and the text that the rubric had before it was edited", async () => {
    workspace.write("rubric.md", "1. It names a check.\n2. It names who does it.\n");
    const { comparison, replay } = await check("--replay", "--n", "3");
    expect([comparison?.items, replay?.items]).toEqual([3, 3]);
    const rubrics = new Set(criticCalls(workspace).map(({ rubric }) => rubric));
    expect([...rubrics].toSorted()).toEqual([
      "1. It names a check.\n",
      "1. It names a check.\n2. It names who does it.\n",
    ]);
    const artifacts = criticCalls(workspace).map(({ artifact }) => artifact);
    // The last day with a verdict is that of the last PASS.
    expect(artifacts[0]).toBe("pass text 2026-05-pass-5");
    const recorded = await workspace.at(now, ({ store }) => store.listCriticCalls({ purposes: ["replay"] }));
    expect(recorded).toHaveLength(artifacts.length);
  });

  it("refuses what cannot be replayed", async () => {
    expect((await call("--replay")).code).toBe(2);
    expect((await call("--n", "3")).code).toBe(2);
    workspace.write("draft.md", "1.  It names a check.");
    expect((await call("--replay", "--against", "draft.md")).code).toBe(2);
    workspace.writeAxis(axis, "rubric: ../rubric.md\n");
    workspace.write("draft.md", "another");
    expect((await call("--replay", "--against", "draft.md")).code).toBe(2);
    expect(criticCalls(workspace)).toEqual([]);
  });

  it("stops at an outage and at the end of the budget, and says so", async () => {
    workspace.write("draft.md", "another");
    writeCritic(workspace, { error: "limit" });
    const limited = await check("--replay", "--against", "draft.md");
    expect(limited).toMatchObject({
      code: 1,
      replay: { because: "limit", judged: 0, noAnswer: { limit: 1, "not-asked": 9 } },
      comparison: { items: 0 },
    });
    expect(limited.replay?.calls).toBeLessThanOrEqual(2);
    writeCritic(workspace, { ...script, cost: 1 });
    workspace.write(
      "improve-cron.yaml",
      `${workspace.read("improve-cron.yaml")}cost: { judge_usd_per_month: 2 }\n`,
    );
    const spent = await check("--replay", "--against", "draft.md");
    expect(spent).toMatchObject({ code: 1, replay: { because: "budget" } });
    expect(spent.replay?.calls).toBeLessThanOrEqual(3);
  });

  it("says how many were asked and what became of them where the critic answers nothing of use", async () => {
    workspace.write("draft.md", "another");
    workspace.write("broken.mjs", "console.log('It depends.');\n");
    const broken = JSON.stringify([process.execPath, workspace.path("broken.mjs")]);
    workspace.writeAxis(axis, `rubric: ../rubric.md\ncritic: ${broken}\n`);
    const { replay } = await check("--replay", "--n", "3", "--against", "draft.md");
    const items = replay?.gold?.items ?? 0;
    expect(items).toBeGreaterThan(0);
    expect(replay).toMatchObject({
      items: 3,
      judged: 0,
      noAnswer: { unparseable: 3 },
      calls: 2 * (3 + items),
      because: null,
      gold: { judged: 0, noAnswer: { unparseable: items }, old: { agreement: { n: 0 } } },
    });
  });

  it("names the gold that a draft quotes without exposing it, and exposes what the rubric itself quotes", async () => {
    const gold = await workspace.at(now, async ({ store }) => {
      const item = (await store.listGold({ axis })).find(({ split }) => split === "holdout");
      if (item === undefined) throw new Error("no holdout");
      return {
        id: item.id,
        text: new TextDecoder().decode((await store.readArtifact(item.sha256)) ?? undefined),
      };
    });
    const exposed = async (): Promise<readonly string[]> =>
      workspace.at(now, async ({ store }) =>
        (await store.listGold({ axis })).filter(({ exposedAt }) => exposedAt !== null).map(({ id }) => id),
      );
    workspace.write("draft.md", `1. It names a check, unlike: ${gold.text}\n`);
    const leak = { kind: "gold", id: gold.id, shared: 1, of: 1, wasHoldout: true };
    expect((await check("--against", "draft.md")).leaks).toEqual([leak]);
    expect(await exposed()).toEqual([]);
    const { stdout } = await call("--against", "draft.md");
    expect(stdout).toContain(gold.id);
    expect(stdout).not.toContain(gold.text);
    workspace.write("rubric.md", workspace.read("draft.md"));
    expect((await check()).leaks).toEqual([leak]);
    expect(await exposed()).toEqual([gold.id]);
    expect((await check()).leaks).toEqual([{ ...leak, wasHoldout: false }]);
  });
});
